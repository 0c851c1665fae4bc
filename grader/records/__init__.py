"""The records of grading, from a check to a class's document; `serialization` makes JSON of them.

Records carry fields. Renderers (`report`) make sentences of them.
"""
