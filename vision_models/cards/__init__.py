"""Cards of our own, made hard to tell apart, and tables with them: for tests and measurements."""
