"""From an assignment file to Checks, with the transcripts that are expected of them."""
