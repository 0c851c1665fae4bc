"""What students get: stubs of the files, public instances, and a grader of their own."""
