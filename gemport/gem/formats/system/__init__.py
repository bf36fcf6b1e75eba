"""System artwork: fonts, mouse forms and alert icons of a machine, in a folder."""
