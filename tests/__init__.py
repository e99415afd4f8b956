"""Tests of special-actions."""
