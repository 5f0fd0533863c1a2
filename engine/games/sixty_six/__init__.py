"""Sixty-Six."""
