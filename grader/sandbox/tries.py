"""The small programs by which `doctor` tries what a submission can do; `attempts` names each.

A program prints "done" if it did something forbidden. A name between two @ stands for a fact of a
`Place`.
"""

PRELUDE = """
import os, time
def try_all(*attempts):
    for attempt in attempts:
        try:
            if attempt() != -1: print("done")
        except (OSError, AttributeError): pass
"""
LIBRARY = """
import ctypes
library = ctypes.CDLL(None)
call, column = library.syscall, os.uname().machine != "x86_64"  # numbers are for that, and arm64
"""
KEYRINGS, NAME = "(-3, -4, -5)", 'b"left-by-the-doctor"'
LEAVE_KEYS = f"""{LIBRARY}
for keyring in {KEYRINGS}: call((248, 217)[column], b"user", {NAME}, b"x", 1, keyring)
"""
FIND_KEYS = f"""{LIBRARY}
for keyring in {KEYRINGS}:
    key = call((250, 219)[column], 10, keyring, b"user", {NAME}, 0)
    if key > 0: print("done", call((250, 219)[column], 9, key, keyring))
"""
LEAVE_OBJECTS = f"""{LIBRARY}
library.shmget(0xD0C, 4096, 0o1600), library.semget(0xD0C, 1, 0o1600)
library.msgget(0xD0C, 0o1600)
call((240, 180)[column], {NAME}, os.O_CREAT | os.O_RDWR, 0o600, None)
"""
FIND_OBJECTS = f"""{LIBRARY}
memory, semaphores = library.shmget(0xD0C, 0, 0), library.semget(0xD0C, 0, 0)
messages, queue = library.msgget(0xD0C, 0), call((240, 180)[column], {NAME}, 0, 0, None)
if max(memory, semaphores, messages, queue) >= 0: print("done")
library.shmctl(memory, 0, None), library.semctl(semaphores, 0, 0)
library.msgctl(messages, 0, None), call((241, 181)[column], {NAME})
"""
PLACES = '("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "..")'
LEAVE_FILES = f"""
for folder in {PLACES}: try_all(lambda: os.mkdir(folder + "/left-by-the-doctor"))
"""
FIND_FILES = f"""
for folder in {PLACES}: try_all(lambda: os.rmdir(folder + "/left-by-the-doctor"))
"""
STANDING = """
import resource
print(os.nice(0), resource.getrlimit(resource.RLIMIT_NOFILE))
try_all(lambda: print(resource.getrlimit(resource.RLIMIT_SIGPENDING), os.sched_getaffinity(0)))
"""
BIND_OTHERS = """
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
"""
READ_OTHERS = f"""{LIBRARY}
here = ctypes.create_string_buffer(8)
local = (ctypes.c_void_p * 2)(ctypes.addressof(here), 8)
there = (ctypes.c_void_p * 2)(id(None), 8)
try_all(
    lambda: library.process_vm_readv(@other@, local, 1, there, 1, 0),
    lambda: library.ptrace(0x4206, @other@, None, None),
)
"""
MAKE_NAMESPACES = f"""{LIBRARY}
for flags in 1 << 28, 1 << 28 | 1 << 17, 1 << 28 | 1 << 30:
    child = os.fork()
    if child == 0:
        try_all(lambda: library.unshare(flags))
        os._exit(0)
    os.waitpid(child, 0)
"""
TAKE_FILES = f"""{LIBRARY}
def take():
    process = call(434, @other@, 0)
    if process == -1: raise OSError
    return call(438, process, 0, 0)
try_all(take)
"""
CONNECT = """
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
    for address in "@folder@/" + name, "\\0@folder@/" + name:
        for way in connect, reuse, send: try_all(lambda: way(kind, address))
"""
TALK_TO_THE_KERNEL = """
import socket
NETLINK, PACKET, BLUETOOTH, ALGORITHMS, VSOCK = 16, 17, 31, 38, 40
for family in NETLINK, PACKET, BLUETOOTH, ALGORITHMS, VSOCK:
    for kind in socket.SOCK_RAW, socket.SOCK_SEQPACKET, socket.SOCK_STREAM:
        try_all(lambda: socket.socket(family, kind).close())
"""
TYPE = """
import fcntl, termios
def type():
    terminal = os.open("@terminal@", os.O_RDWR)
    fcntl.ioctl(terminal, termios.TIOCSTI, b"x")
try_all(type)
"""
OPEN_FIFO = """
def write():
    fifo = os.open("@folder@/fifo", os.O_RDWR | os.O_NONBLOCK)
    os.write(fifo, b"x")
    os.close(fifo)
try_all(write)
"""
WATCH = f"""{LIBRARY}
import fcntl
def notify():
    folder = os.open("@folder@", os.O_RDONLY)
    fcntl.fcntl(folder, 1026, 63)
def watch():
    events = call((294, 26)[column], 0)
    if events == -1: raise OSError
    return call((254, 27)[column], events, b"@folder@", 0xFFF)
try_all(notify, watch, lambda: call((300, 262)[column], 0, 0))
"""
USE_HANDLES = f"""{LIBRARY}
handle, mount = ctypes.create_string_buffer(bytes([128, 0, 0, 0]), 136), ctypes.c_int()
def open_by_handle():
    if call((303, 264)[column], -100, b".", handle, ctypes.byref(mount), 0) == -1: raise OSError
    return call((304, 265)[column], os.open(".", 0), handle, 0)
try_all(open_by_handle)
"""
USE_ODD_CALLS = f"""{LIBRARY}
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
"""
HOLD_IN_CHILDREN = """print("memory", flush=True)
for _ in range(4):
    if os.fork() == 0:
        @first@
        held = bytearray(b"x") * (49 << 20)
        time.sleep(9)
time.sleep(9)
"""
HOLD_IN_FILES = """
for number in range(5):
    file = os.memfd_create("held")
    for _ in range(60): os.write(file, bytes(1 << 20))
time.sleep(0.3)
print("done")
"""
HOLD_IN_DELETED_FILES = """
def hold(folder):
    name, held = folder + "/held-by-the-doctor", 0
    for number in range(5):
        file = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
        os.unlink(name)
        for _ in range(60): held += os.write(file, bytes(1 << 20))
    time.sleep(0.3)
try_all(lambda: hold("."), lambda: hold("/var/tmp"))
"""
HOLD_IN_SEGMENTS = f"""{LIBRARY}
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
"""
HOLD_IN_SOCKETS = """
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
"""
USE_TIME_IN_SHORT_CHILDREN = """
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
"""
SPIN = "while True: pass"
COMPETE = """
for _ in range(45):
    if os.fork() == 0:
        while time.process_time() < 0.01: pass
        time.sleep(99)
time.sleep(99)
"""
START_THREADS = """
import threading
threading.stack_size(32 << 10)
try:
    for _ in range(400): threading.Thread(target=time.sleep, args=[9], daemon=True).start()
except (RuntimeError, MemoryError): pass
time.sleep(0.3)
if threading.active_count() > 250: print("done", flush=True)
os._exit(0)
"""
LEAVE_ZOMBIES = """
count = 0
try:
    for count in range(400): os.fork() or os._exit(0)
except OSError: pass
time.sleep(0.3)
if count > 250: print("done")
"""
FORKS = """print("processes", flush=True)
for _ in range(99): os.fork() or time.sleep(9)
time.sleep(9)
"""
FILL = """print("disk", flush=True)
for name in range(9): open(str(name), "wb").write(bytes(60 << 20))
time.sleep(9)
"""
