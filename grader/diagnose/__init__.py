"""From Results to the misconceptions and editions that explain them; pure."""
