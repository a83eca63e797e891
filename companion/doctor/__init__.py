"""What an owner should know before the evening: one small check a question, told in plain words."""
