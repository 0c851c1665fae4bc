"""What all other rooms use: text, the terminal, processors, deadlines, exit statuses."""
