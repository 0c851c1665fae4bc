"""Executes Checks on Submissions, each giving a Run; no other room executes students' code."""
