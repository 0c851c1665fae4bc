#!/bin/sh
# sh tests/venv.sh PYTHON FOLDER PACKAGE...: make a virtual environment with these packages, marked as ready by a file
# of that name. If that can't be done, say why in one line, and leave no folder that looks as if it could.
python=$1 folder=$2
shift 2

fail() {
  rm -rf "$folder"
  echo "make: $1" >&2
  exit 1
}

"$python" -c 'import ensurepip, venv' 2>/dev/null && "$python" -m venv --clear "$folder" >/dev/null 2>&1 ||
  fail "expected '$python -m venv' to make $folder, and it can't: apt install python3-venv (on Debian and Ubuntu)"
reason=$("$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@" 2>&1) ||
  fail "expected pip to install $*, and it can't reach an index that has them: $(echo "$reason" | grep ERROR | tail -n 1)"
touch "$folder/ready"
