"""The command line: arguments in, answers on stdout, the rest on stderr; no logic of its own."""
