"""What an install brings beside VERA: licences, and what wheels carry (ADR 28)."""
