"""What a search did, pop by pop, and where a student's search leaves the right one."""
