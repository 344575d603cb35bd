"""The pure part: same input, same output; no clock, disk, network, threads or logging."""
