"""`bowerbird rulings` and `bowerbird ruling`: a page for the director's table, and an answer in a few questions."""

from __future__ import annotations

from pathlib import Path

from bowerbird.rulebook import book_names, load_rulebook
from cli.running import printed, refused, told, words
from kit.rows import rows

# The page.


@rows("name", book_names())
def test_the_page_fits_on_one_sheet_and_cites_every_clause(name: str) -> None:
    page = printed("rulings", name)
    lines = page.splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80
    book = load_rulebook(name)
    assert lines[0] == f"{book.title}: when something goes wrong"
    for cases in book.irregularities.values():
        for case in cases:
            assert case.clause in page
    assert "director" in page


def test_the_page_says_what_happens_in_the_clubs_own_word() -> None:
    alberta, national = words(printed("rulings", "alberta")), words(printed("rulings", "national"))
    assert "Wrong dealer Before the turn-up shows: the right dealer deals. ALB-12a Otherwise: it stands." in alberta
    assert "Revoke Before the trick is turned down: it is corrected" in alberta
    assert "Renege Before the next card is led: it is corrected" in national
    assert "turn-up before the bell" not in alberta
    assert "the director decides: turned-down suit" not in alberta


def test_what_the_cases_leave_open_is_said_to_be_the_directors() -> None:
    page = words(printed("rulings", "st-joe"))
    assert "Otherwise: the director decides. Renege" in page
    assert "call without the card" not in page


def test_house_rulings_are_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('based_on = "ccc"\n[[irregularities."signal"]]\nremedy = "points"\npoints = 1\nclause = ""\n')
    assert "Signal 1 point goes to the other side, and play continues." in words(printed("rulings", str(file)))


def test_a_book_that_nobody_knows_is_refused() -> None:
    assert "no such rulebook" in refused("rulings", "whist")
    assert "no such rulebook" in refused("ruling", "--rules", "whist", "--what", "revoke")


# The answer.


def test_only_the_questions_that_matter_are_asked() -> None:
    text = printed("ruling", said="alberta\nrevoke\nn\ny\n")
    assert text.count("?") == 4
    assert "Was it noticed before that trick was turned down?" in text
    assert "Was somebody playing alone in this hand?" in text
    assert "take 4 points instead" in words(text)
    assert "Alberta 55 Plus, ALB-12i" in text


def test_no_question_is_asked_after_the_answer_is_clear() -> None:
    text = printed("ruling", said="alberta\nrevoke\ny\n")
    assert "playing alone" not in text
    assert "It is corrected without penalty." in text
    text = printed("ruling", "--rules", "ccc", said="renege\n")
    assert text.count("?") == 1
    assert "The hand is over and 2 points go to the other side." in text


def test_a_question_is_not_asked_twice(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    case = '[[irregularities."signal"]]\nwhen = ["hand played alone", "{also}"]\nremedy = "points"\nclause = ""\n'
    file.write_text(
        'based_on = "ccc"\n' + case.format(also="trick not quitted") + case.format(also="before the opening lead")
    )
    text = printed("ruling", "--rules", str(file), said="signal\ny\nn\nn\n")
    assert text.count("Was somebody playing alone") == 1
    assert "The rules do not say; the director decides." in text


def test_numbers_do_as_well_and_a_wrong_one_is_asked_again() -> None:
    number = list(book_names()).index("st-joe") + 1
    text = printed("ruling", said=f"99\n{number}\nspilt tea\nrenege\nn\n")
    assert f"Enter a number from 1 to {len(book_names())}." in text
    assert "Enter a number from 1 to 18." in text
    assert "The hand is over and 2 points go to the other side." in text


def test_everything_can_be_said_at_once() -> None:
    text = printed("ruling", "--rules", "st-joe", "--what", "renege", "--if", "hand played alone")
    assert text.splitlines()[0] == "The hand is over and 4 points go to the other side."
    assert printed("ruling", "--rules", "st-joe", "--what", "Revoke").startswith("The hand is over and 2 points")


def test_json_for_programs() -> None:
    said = told("ruling", "--rules", "trailer-estates", "--what", "revoke")
    assert (said["kind"], said["points"], said["clause"], said["by_director"]) == ("hand lost", 2, "TE-X", True)
    silent = told("ruling", "--rules", "ccc", "--what", "signal")
    assert (silent["kind"], silent["clause"]) == ("director decides", "")


def test_what_is_not_known_is_refused_with_what_is() -> None:
    assert "Use one of" in refused("ruling", "--rules", "ccc", "--what", "spilt tea")
    said = refused("ruling", "--rules", "ccc", "--what", "revoke", "--if", "full moon")
    assert "--if 'full moon' isn't known. Use one of: turn-up not shown" in said


def test_a_slip_of_the_pen_is_answered_with_what_was_probably_meant() -> None:
    said = refused("ruling", "--rules", "ccc", "--what", "reneg")
    assert said == "--what 'reneg' isn't known. Did you mean renege?"
    assert said.count("renege") == 1
    assert "Did you mean card exposed" in refused("ruling", "--rules", "ccc", "--what", "expsed card")
    assert "Did you mean hand played alone?" in refused(
        "ruling", "--rules", "ccc", "--what", "revoke", "--if", "hand plaid alone"
    )
    asked = printed("ruling", "--rules", "ccc", said="reneg\nrenege\n")
    assert "Did you mean renege? Enter a number from 1 to 18." in asked


def test_where_the_book_is_silent_no_title_hangs_below() -> None:
    said = printed("ruling", "--rules", "ccc", "--what", "signal")
    assert said == "The rules do not say; the director decides.\n"


def test_a_ruling_of_the_house_says_where_it_comes_from(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    case = '[[irregularities."signal"]]\nremedy = "points"\npoints = 1\nclause = ""\n'
    file.write_text(f'based_on = "ccc"\ntitle = "Our kitchen"\n{case}')
    lines = printed("ruling", "--rules", str(file), "--what", "signal").splitlines()
    assert lines[1] == "Our kitchen, without a clause number."


def test_a_program_that_leaves_something_out_is_told_what() -> None:
    assert "Add --rules" in refused("ruling", "--json")
    assert "Add --what" in refused("ruling", "--rules", "ccc", "--json")


def test_questions_that_nobody_answers_end_with_one_clear_line() -> None:
    assert "Stopped before the last answer" in refused("ruling", "--rules", "ccc", said="")
    assert "Stopped before the last answer" in refused("ruling", said="alberta\nrevoke\n")
