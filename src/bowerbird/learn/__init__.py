"""Learn the game and get better: lessons, practice, puzzles, the daily hand, ratings. Pure: dates and seeds come in."""
