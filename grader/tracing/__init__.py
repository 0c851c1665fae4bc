"""Traces searches pop by pop, and finds where a student's search leaves the right one.

watching    watches queues from inside a process: of `references`, or of a student's program
watched, lists, counting   what else runs in a student's process
priorities  what was watched       -> by which numbers a queue orders its entries
assembling  what was watched       -> a Trace
references  a reference or model   -> its Trace
students    a student's program    -> its Trace, by a run in a sandbox
candidates  the small instances in order, and where known mistakes show
finding     a submission           -> its Examples, by runs in a sandbox
after_others   a check of several calls   -> two calls that show its failure
parting     two Traces             -> where they part
"""
