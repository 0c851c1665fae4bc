"""The small programs by which `doctor` tries what a submission can do; `attempts` reads them.

A program prints "done" if it did something forbidden. A name between two @ stands for a fact of the
`Surroundings`.
"""

# what each program begins with
PRELUDE = """
import os, time
KEYRINGS, NAME = (-3, -4, -5), b"left-by-the-doctor"
PLACES = "/tmp", "/var/tmp", "/dev/shm", "/run/lock", ".."
def try_all(*attempts):
    for attempt in attempts:
        try:
            if attempt() != -1: print("done")
        except (OSError, AttributeError): pass
def load_library():
    global ctypes, library, call, column
    import ctypes
    library = ctypes.CDLL(None)
    call = library.syscall
    column = os.uname().machine != "x86_64"  # numbers of calls are for that, and for arm64
def show_standing():
    import resource
    print(os.nice(0), resource.getrlimit(resource.RLIMIT_NOFILE))
    try_all(lambda: print(resource.getrlimit(resource.RLIMIT_SIGPENDING), os.sched_getaffinity(0)))
def hold_in_children(begin=int):
    for _ in range(4):
        if os.fork() == 0:
            begin()
            held = bytearray(b"x") * (49 << 20)
            time.sleep(9)
    time.sleep(9)
"""
# Each program follows the words after "a submission can" and, if a limit should stop it, the limit.
# More programs may run after it.
TRIES = r"""
#### read the expected transcripts
try_all(lambda: os.listdir("@root@/grader/assignments"))
#### read other files of this machine
try_all(lambda: open("/etc/passwd"))
#### learn which files exist
try_all(lambda: os.stat("@root@/grader"), lambda: os.stat("@folder@/file"))
#### open FIFOs and devices that every user may
def write():
    fifo = os.open("@folder@/fifo", os.O_RDWR | os.O_NONBLOCK)
    os.write(fifo, b"x")
    os.close(fifo)
try_all(write)
#### write outside its folder
try_all(lambda: open("@folder@/file", "w"), lambda: os.truncate("@folder@/file", 0))
#### write where every user may, as in /tmp
try_all(lambda: (open("/tmp/of-the-doctor", "w").close(), os.remove("/tmp/of-the-doctor")))
#### leave files to the next run
for folder in PLACES: try_all(lambda: os.mkdir(folder + "/left-by-the-doctor"))
## then
for folder in PLACES: try_all(lambda: os.rmdir(folder + "/left-by-the-doctor"))
#### change permissions outside its folder
def change():
    os.chmod("@folder@/file", 0o600)
    return -1 if os.stat("@folder@/file").st_mode & 0o77 else 0
try_all(change)
#### learn which processes exist
try_all(lambda: os.stat("/proc/@other@"))
#### see other processes
try_all(lambda: open("/proc/@other@/cmdline"))
#### signal other processes
try_all(lambda: os.kill(@other@, 0))
#### read the memory of other processes
load_library()
here = ctypes.create_string_buffer(8)
local = (ctypes.c_void_p * 2)(ctypes.addressof(here), 8)
there = (ctypes.c_void_p * 2)(id(None), 8)
try_all(
    lambda: library.process_vm_readv(@other@, local, 1, there, 1, 0),
    lambda: library.ptrace(0x4206, @other@, None, None),
)
#### take files that other processes have open
load_library()
def take():
    process = call(434, @other@, 0)
    if process == -1: raise OSError
    return call(438, process, 0, 0)
try_all(take)
#### connect to UNIX sockets, as those of tmux, Docker, D-Bus, X11 and an SSH agent
import socket
def connect(kind, address):
    with socket.socket(socket.AF_UNIX, kind) as own: own.connect(address)
def reuse(kind, address):
    own, other = socket.socketpair(socket.AF_UNIX, kind)
    other.close()
    own.connect(address)
def send(kind, address):
    for own in socket.socketpair(socket.AF_UNIX, kind): own.sendto(b"x", address)
for name in "STREAM", "DGRAM", "SEQPACKET":
    kind = getattr(socket, "SOCK_" + name)
    for address in "@folder@/" + name, "\0@folder@/" + name:
        for way in connect, reuse, send: try_all(lambda: way(kind, address))
#### make sockets of the kernel or of a host
import socket
NETLINK, PACKET, BLUETOOTH, ALGORITHMS, VSOCK = 16, 17, 31, 38, 40
for family in NETLINK, PACKET, BLUETOOTH, ALGORITHMS, VSOCK:
    for kind in socket.SOCK_RAW, socket.SOCK_SEQPACKET, socket.SOCK_STREAM:
        try_all(lambda: socket.socket(family, kind).close())
#### type into a terminal
import fcntl, termios
def type():
    terminal = os.open("@terminal@", os.O_RDWR)
    fcntl.ioctl(terminal, termios.TIOCSTI, b"x")
try_all(type)
#### watch what others do with files
load_library()
import fcntl
def notify():
    folder = os.open("@folder@", os.O_RDONLY)
    fcntl.fcntl(folder, 1026, 63)
def watch():
    events = call((294, 26)[column], 0)
    if events == -1: raise OSError
    return call((254, 27)[column], events, b"@folder@", 0xFFF)
try_all(notify, watch, lambda: call((300, 262)[column], 0, 0))
#### open files by handles
load_library()
handle, mount = ctypes.create_string_buffer(bytes([128, 0, 0, 0]), 136), ctypes.c_int()
def open_by_handle():
    if call((303, 264)[column], -100, b".", handle, ctypes.byref(mount), 0) == -1: raise OSError
    return call((304, 265)[column], os.open(".", 0), handle, 0)
try_all(open_by_handle)
#### change limits, priority or processors of others
show_standing()
## then
import resource
def lower(number, kind):
    soft, hard = resource.prlimit(number, kind)
    resource.prlimit(number, kind, (max(0, soft - 1), hard))
parent = os.getppid()
try_all(
    lambda: lower(@pid@, resource.RLIMIT_CORE),
    lambda: lower(@other@, resource.RLIMIT_CORE),
    lambda: lower(parent, resource.RLIMIT_SIGPENDING) if parent else -1,
    lambda: os.setpriority(os.PRIO_PROCESS, parent, 5) if parent else -1,
    lambda: os.sched_setaffinity(parent, os.sched_getaffinity(0)) if parent else -1,
)
## then
show_standing()
#### leave a key to the next run
load_library()
for keyring in KEYRINGS: call((248, 217)[column], b"user", NAME, b"x", 1, keyring)
## then
load_library()
for keyring in KEYRINGS:
    key = call((250, 219)[column], 10, keyring, b"user", NAME, 0)
    if key > 0: print("done", call((250, 219)[column], 9, key, keyring))
#### leave shared memory, semaphores or messages to the next run
load_library()
library.shmget(0xD0C, 4096, 0o1600), library.semget(0xD0C, 1, 0o1600)
library.msgget(0xD0C, 0o1600)
call((240, 180)[column], NAME, os.O_CREAT | os.O_RDWR, 0o600, None)
## then
load_library()
memory, semaphores = library.shmget(0xD0C, 0, 0), library.semget(0xD0C, 0, 0)
messages, queue = library.msgget(0xD0C, 0), call((240, 180)[column], NAME, 0, 0, None)
if max(memory, semaphores, messages, queue) >= 0: print("done")
library.shmctl(memory, 0, None), library.semctl(semaphores, 0, 0)
library.msgctl(messages, 0, None), call((241, 181)[column], NAME)
#### make namespaces
load_library()
for flags in 1 << 28, 1 << 28 | 1 << 17, 1 << 28 | 1 << 30:
    child = os.fork()
    if child == 0:
        try_all(lambda: library.unshare(flags))
        os._exit(0)
    os.waitpid(child, 0)
#### use io_uring, userfaultfd, bpf, perf, memfd_secret or syslog
load_library()
event = bytes([1, 0, 0, 0, 112]) + bytes(35) + bytes([32]) + bytes(71)
array = bytes([2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1]) + bytes(59)
try_all(
    lambda: call(425, 4, bytes(120)),
    lambda: call((323, 282)[column], 1),
    lambda: call((298, 241)[column], event, 0, -1, -1, 0),
    lambda: call((321, 280)[column], 0, array, len(array)),
    lambda: call(447, 0),
    lambda: call((103, 116)[column], 10, None, 0),
)
#### connect by TCP
import socket
try_all(lambda: socket.create_connection(("127.0.0.1", @port@), 1))
#### send by UDP
import socket
try_all(lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", @port@)))
#### raise its limits
import resource
try_all(lambda: resource.setrlimit(resource.RLIMIT_CPU, (99, 99)))
#### use more CPU time | cpu
while True: pass
#### use more CPU time in several processes | cpu
os.fork(); os.fork()
while True: pass
#### use more CPU time in children that nobody waits for
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(35):
    for _ in range(2):
        if os.fork() == 0:
            while time.process_time() < 0.02: pass
            os._exit(0)
    try: os.wait()
    except ChildProcessError: pass
print("done")
#### sleep for ever | wall
time.sleep(99)
#### stop the clock by competing with itself
for _ in range(45):
    if os.fork() == 0:
        while time.process_time() < 0.01: pass
        time.sleep(99)
time.sleep(99)
#### print without end | output
while True: print(99 * "x")
#### take more memory
held = bytes(999 << 20)
print("done")
#### take more memory in several processes | memory
hold_in_children()
#### take more memory in processes that hide it | memory
import ctypes
hold_in_children(lambda: ctypes.CDLL(None).prctl(4, 0))
#### take more memory in files without a name
for number in range(5):
    file = os.memfd_create("held")
    for _ in range(60): os.write(file, bytes(1 << 20))
time.sleep(0.3)
print("done")
#### take more memory in files that are deleted while open
def hold(folder):
    name, held = folder + "/held-by-the-doctor", 0
    for number in range(5):
        file = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
        os.unlink(name)
        for _ in range(60): held += os.write(file, bytes(1 << 20))
    time.sleep(0.3)
try_all(lambda: hold("."), lambda: hold("/var/tmp"))
#### take more memory in buffers of the kernel
import socket
def fill():
    held, pairs = 0, [socket.socketpair() for _ in range(110)]
    for end in sum(pairs, ()):
        end.setblocking(False)
        try:
            while True: held += end.send(bytes(1 << 16))
        except BlockingIOError: pass
    os.write(writer, b"%9d" % held)
    time.sleep(9)
reader, writer = os.pipe()
for _ in range(6):
    if os.fork() == 0: fill()
held = sum(int(os.read(reader, 9)) for _ in range(6))
time.sleep(0.3)
if held > 250 << 20: print("done")
#### take more memory in shared segments
load_library()
library.shmat.restype, size = ctypes.c_void_p, 60 << 20
segments = [library.shmget(0, size, 0o1600) for _ in range(5)]
for segment in segments:
    address = library.shmat(segment, None, 0)
    if address in (None, ctypes.c_void_p(-1).value): raise SystemExit
    ctypes.memset(address, 1, size)
    library.shmdt(ctypes.c_void_p(address))
time.sleep(0.3)
print("done")
for segment in segments: library.shmctl(segment, 0, None)
#### have processes without end | processes
for _ in range(99): os.fork() or time.sleep(9)
time.sleep(9)
#### have threads without end
import threading
threading.stack_size(32 << 10)
try:
    for _ in range(400): threading.Thread(target=time.sleep, args=[9], daemon=True).start()
except (RuntimeError, MemoryError): pass
time.sleep(0.3)
if threading.active_count() > 250: print("done", flush=True)
os._exit(0)
#### have ended processes without end
count = 0
try:
    for count in range(400): os.fork() or os._exit(0)
except OSError: pass
time.sleep(0.3)
if count > 250: print("done")
#### fill the disk | disk
for name in range(9): open(str(name), "wb").write(bytes(60 << 20))
time.sleep(9)
#### leave a process behind
if os.fork() == 0: os.setsid(), time.sleep(99)
"""
