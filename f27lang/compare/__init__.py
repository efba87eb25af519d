"""Two games beside one another: what differs, what it costs, and why."""
