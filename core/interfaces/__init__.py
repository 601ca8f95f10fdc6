"""What REST, pages and admin of every app share."""
