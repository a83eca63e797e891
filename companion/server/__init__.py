"""The page on the phones: one JSON interface, one event stream, over plain HTTP."""
