"""What is made for a grading: transcripts, fresh instances, the checks of each student."""
