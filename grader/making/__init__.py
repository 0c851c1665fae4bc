"""Makes transcripts, fresh instances, and the sheet of checks of each student."""
