#!/bin/sh
# sh tests/debian.sh FOLDER: make a Debian of today (unstable) in a folder, as root, with make and no Python but the newest that
# it has, also as python3, and put the files of this project into the home of its only user. The last line names that Python.
# sh tests/debian.sh FOLDER COMMAND: run a command of the shell there, as that user, in the project.
# If something can't be done, it says why in one line.
root=$1 command=${2-} user=student

fail() {
  echo "debian: $1" >&2
  exit 1
}

reason() {  # why the last program failed, by its log
  grep -E '^E:' "$log" || tail -n 1 "$log"
}

enter() {  # a user, a command of the shell: what is mounted for it goes with it
  unshare --mount --pid --fork --kill-child sh -c '
    root=$1 dev=$1/dev
    mount -t proc proc "$root/proc" && mount -t tmpfs -o mode=755 tmpfs "$dev" && mkdir "$dev/pts" "$dev/shm" &&
      mount -t devpts -o newinstance,ptmxmode=0666 devpts "$dev/pts" && mount -t tmpfs -o mode=1777 tmpfs "$dev/shm" &&
      ln -s pts/ptmx "$dev/ptmx" && ln -s /proc/self/fd "$dev/fd" || exit 125
    for name in null zero full random urandom tty; do
      touch "$dev/$name" && mount --bind "/dev/$name" "$dev/$name" || exit 125
    done
    env -i HOME="/home/$2" LANG=C.UTF-8 TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      chroot --userspec="$2" "$root" sh -c "$3"' enter "$root" "$1" "$2"
}

if [ "$command" ]; then
  enter "$user" "cd ~/project && $command"
  exit
fi

[ "$(id -u)" = 0 ] || fail "expected to be root, who alone can make a Debian"
command -v debootstrap >/dev/null || fail "expected debootstrap, got none: apt install debootstrap"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
unshare --mount debootstrap --variant=minbase --include=make,ca-certificates sid "$root" >"$log" 2>&1 ||
  fail "expected debootstrap to make one, and it can't: $(reason | tail -n 1)"
# The certificates of this machine, whose network may have its own.
mkdir -p "$root/etc/ssl/certs" && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
newest=
for name in $(enter root "apt-cache pkgnames python3." | grep -E '^python3\.[0-9]+$' | sort -V); do
  enter root "apt-cache show $name-venv" | grep -q '^Version: [^~]*$' && newest=$name  # no preview
done
[ "$newest" ] || fail "expected Debian to have a python3.N and a python3.N-venv, got none"
enter root "apt-get install -y --no-install-recommends $newest $newest-venv &&
  ln -s $newest /usr/bin/python3 && useradd -m $user" >"$log" 2>&1 ||
  fail "expected apt to install $newest, and it can't: $(reason | tail -n 1)"
mkdir "$root/home/$user/project"
git -c safe.directory="$PWD" ls-files -z | tar -c --null -T - | tar -x -C "$root/home/$user/project" &&
  enter root "chown -R $user: /home/$user" ||
  fail "expected tar to copy the files that git knows of, and it can't"
echo "$newest"
