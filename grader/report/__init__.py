"""Turns a document into reports for people and for programs.

sentences    facts            -> sentences
blocks       what reports are made of; `text` and `html` show them
student      a submission     -> blocks for its student (`program` has more for its page)
explanation  a submission     -> blocks for an instructor
whole_class  a document       -> blocks for an instructor
site         a document       -> pages
"""
