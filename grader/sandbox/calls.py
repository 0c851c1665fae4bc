"""Tables of Linux's system calls: those that programs may make, and those refused by name.

Each has two numbers, those of x86-64 and arm64; "-" means that there is no such call. The
groups say why a call is harmless, or why it is not. `seccomp` has the conditions of those that
depend on their arguments, and makes a filter of all.
"""

ALLOWED = """
# Files that it has open, and pipes of its own.
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69,
pwritev 296 70, preadv2 327 286, pwritev2 328 287, lseek 8 62, close 3 57, close_range 436 436,
dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, fstat 5 80, fstatfs 138 44,
ftruncate 77 46, fallocate 285 47, fsync 74 82, fdatasync 75 83, fadvise64 221 223, flock 73 32,
sendfile 40 71, splice 275 76, copy_file_range 326 285, getdents 78 -, getdents64 217 61,
fgetxattr 193 10, flistxattr 196 13
# Files by name: mounts, Landlock and permissions say which.
creat 85 -, stat 4 -, lstat 6 -, newfstatat 262 79, statx 332 291, statfs 137 43, access 21 -,
faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78, getcwd 79 17, chdir 80 49,
fchdir 81 50, rename 82 -, renameat 264 38, renameat2 316 276, mkdir 83 -, mkdirat 258 34,
rmdir 84 -, link 86 -, linkat 265 37, unlink 87 -, unlinkat 263 35, symlink 88 -,
symlinkat 266 36, mknod 133 -, mknodat 259 33, umask 95 166, getxattr 191 8,
lgetxattr 192 9, listxattr 194 11, llistxattr 195 12
# Waiting for its own files, signals and clocks.
poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20,
epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd 284 -,
eventfd2 290 19, signalfd 282 -, signalfd4 289 74, timerfd_create 283 85, timerfd_settime 286 86,
timerfd_gettime 287 87
# Its own memory, which is bounded.
mmap 9 222, mprotect 10 226, munmap 11 215, brk 12 214, mremap 25 216, msync 26 227,
mincore 27 232, madvise 28 233, mlock 149 228, mlock2 325 284, munlock 150 229, mlockall 151 230,
munlockall 152 231, mbind 237 235, membarrier 324 283, map_shadow_stack 453 453
# Its own processes and threads, which are counted and bounded. Of others it learns at most that
# they are there.
fork 57 -, vfork 58 -, execve 59 221, execveat 322 281, exit 60 93, exit_group 231 94,
wait4 61 260, waitid 247 95, pidfd_open 434 434, set_tid_address 218 96, set_robust_list 273 99,
futex 202 98, rseq 334 293, restart_syscall 219 128, arch_prctl 158 -, uretprobe 335 -,
sched_yield 24 124, sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120,
sched_getattr 315 275, sched_get_priority_max 146 125, sched_get_priority_min 147 126,
sched_rr_get_interval 148 127, getpriority 140 141, ioprio_get 252 31, getcpu 309 168
# What it does when a signal comes.
rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigtimedwait 128 137,
rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -
# Clocks, and timers that signal nobody else.
gettimeofday 96 169, time 201 -, clock_gettime 228 113, clock_getres 229 114,
clock_nanosleep 230 115, nanosleep 35 101, getitimer 36 102, setitimer 38 103, alarm 37 -,
timer_create 222 107, timer_settime 223 110, timer_gettime 224 108, timer_getoverrun 225 109,
timer_delete 226 111, times 100 153
# Who and where it is: without privileges it can become nobody else and raise no limit.
getpid 39 172, gettid 186 178, getppid 110 173, getuid 102 174, geteuid 107 175, getgid 104 176,
getegid 108 177, getgroups 115 158, getresuid 118 148, getresgid 120 150, setuid 105 146,
setgid 106 144, setreuid 113 145, setregid 114 143, setresuid 117 147, setresgid 119 149,
setgroups 116 159, getpgrp 111 -, getpgid 121 155, setpgid 109 154, getsid 124 156,
setsid 112 157, getrlimit 97 163, setrlimit 160 164, getrusage 98 165, capget 125 90,
uname 63 160, sysinfo 99 179, getrandom 318 278
# Sockets that it has: `socket` and `socketpair` say which it can make.
connect 42 203, accept 43 202, accept4 288 242, bind 49 200, listen 50 201, shutdown 48 210,
getsockname 51 204, getpeername 52 205, setsockopt 54 208, getsockopt 55 209, sendto 44 206,
recvfrom 45 207, sendmsg 46 211, recvmsg 47 212, sendmmsg 307 269, recvmmsg 299 243
"""
REFUSED = """
# Keys, System V objects and message queues outlive a process and belong to all of its user.
add_key 248 217, request_key 249 218, keyctl 250 219, shmget 29 194, shmat 30 196, shmdt 67 197,
shmctl 31 195, semget 64 190, semop 65 193, semctl 66 191, semtimedop 220 192, msgget 68 186,
msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181
# They use much of the kernel that nothing else guards, or memory that is no process's own.
userfaultfd 323 282, io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427,
bpf 321 280, perf_event_open 298 241, memfd_secret 447 447
# They tell what others do with files, and the kernel's log.
fanotify_init 300 262, fanotify_mark 301 263, inotify_init 253 -, inotify_init1 294 26,
inotify_add_watch 254 27, inotify_rm_watch 255 28, syslog 103 116
# They reach files by other ways than names, or past a mount.
name_to_handle_at 303 264, open_by_handle_at 304 265, unshare 272 97, setns 308 268,
chroot 161 51, mount 165 40, umount2 166 39, pivot_root 155 41, open_tree 428 428,
move_mount 429 429, fsopen 430 430, fsconfig 431 431, fsmount 432 432, fspick 433 433,
mount_setattr 442 442, open_tree_attr 467 467, statmount 457 457, listmount 458 458,
quotactl 179 60, quotactl_fd 443 443
# They reach other processes.
ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, process_madvise 440 440,
process_mrelease 448 448, pidfd_getfd 438 438, pidfd_send_signal 424 424, kcmp 312 272,
move_pages 279 239, migrate_pages 256 238
# They mark files that only permissions guard, or keep everybody's disk busy.
setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14,
lremovexattr 198 15, fremovexattr 199 16, sync 162 81, syncfs 306 267
"""
DEPENDING = """
open 2 -, openat 257 56, memfd_create 319 279, clone 56 220, clone3 435 435, tkill 200 130,
kill 62 129, tgkill 234 131, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, socket 41 198,
socketpair 53 199, fcntl 72 25, ioctl 16 29, prctl 157 167, prlimit64 302 261,
sched_setparam 142 118, sched_setscheduler 144 119, sched_setaffinity 203 122,
sched_setattr 314 274, setpriority 141 140, ioprio_set 251 30, rt_sigaction 13 134, truncate 76 45
"""
# These calls change permissions, owners and times of files, which Landlock does not guard.
MARKING = """
chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, fchown 93 55, lchown 94 -,
fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88
"""


def numbers(table: str, column: int) -> dict[str, int]:
    r"""{name: number} of the calls in a table that the machine with this column has.

    >>> numbers("# Files.\nopen 2 -, openat 257 56,\ncreat 85 -, close 3 57", 1)
    {'openat': 56, 'close': 57}
    """
    lines = [line for line in table.splitlines() if not line.startswith("#")]
    rows = [entry.split() for line in lines for entry in line.split(",") if entry]
    return {row[0]: int(row[1 + column]) for row in rows if row[1 + column] != "-"}
