"""What everything else rests on: text, the terminal, processors, deadlines, exit statuses."""
