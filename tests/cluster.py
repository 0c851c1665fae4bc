"""A cluster of one node, this machine: Slurm's own daemons, for as long as a test needs them."""

import contextlib
import getpass
import os
import platform
import shutil
import socket
import subprocess
import time
from pathlib import Path

from tests import waiting


PROGRAMS = ("slurmctld", "slurmd", "sbatch", "scontrol", "squeue")
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
AuthInfo=cred_expire=6
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SchedulerParameters=sched_interval=2,batch_sched_delay=0
NodeName={host} NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


@contextlib.contextmanager
def slurm(folder):
    """The environment in which Slurm's commands find a cluster that runs in a folder."""
    (folder / "state").mkdir(parents=True)
    (folder / "spool").mkdir()
    host = platform.node().partition(".")[0]
    facts = {"host": host, "user": getpass.getuser(), "ports": [_port(), _port()]}
    text = CONFIGURATION.format(folder=folder, **facts)
    (folder / "slurm.conf").write_text(text)
    environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
    daemons = []
    with open(folder / "log", "wb") as log:
        try:
            for name in ("slurmctld", "slurmd"):
                path = shutil.which(name) or f"/usr/sbin/{name}"
                command = [path, "-D", "-f", str(folder / "slurm.conf")]
                daemons.append(waiting.Process(command, env=environment, stdout=log, stderr=log))
            until(folder, lambda: "idle" in output("sinfo", "-h", "-o", "%T", env=environment))
            yield environment
        finally:
            for daemon in reversed(daemons):
                daemon.terminate()
            for daemon in daemons:
                daemon.wait()


def _port():
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(folder, holds):
    """Wait until something holds; if it never does, the last changes of files in a folder tell."""

    def seen():
        """The files that were changed last."""
        return sorted((changed, str(path)) for path, changed in _changes(folder).items())[-9:]

    waiting.until(lambda: holds() or time.sleep(0.2), seen)


def _changes(folder):
    """{path: when it last changed} of the files in a folder."""
    changes = {}
    for path, folders, files in os.walk(folder):  # which leaves out what goes meanwhile
        for name in folders + files:
            with contextlib.suppress(OSError):
                inside = Path(path, name)
                changes[inside] = inside.stat().st_mtime
    return changes


def output(*command, **more):
    """What a command prints."""
    return subprocess.run(command, capture_output=True, text=True, **more).stdout
