"""Sound: the bell's tone, the bell, and loudspeakers for it."""
