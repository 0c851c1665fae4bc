"""Hostile: prints what terminals, decoders and browsers stumble over."""

import os


def print_succ(state):
    os.write(1, b"\xff\x00\xed\xa0\x80\x1b[2J\x1b]0;title\x07\x1b[31m\xe2\x80\xae<script>\r\x08\xc2\x9b")
