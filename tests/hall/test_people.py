"""Guests by signed tokens, and names that are kept with a passphrase."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.hall.cookies import read_cookie, sign_cookie
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.people import Guest, People, tidy_name
from bowerbird.keyring import Keyring
from bowerbird.store import Log

KEYRING = Keyring(b"k" * 32)
#: Works as the real one does; that one takes its time on purpose.
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_token_reads_back_as_the_guest_it_was_signed_for(person: str, name: str) -> None:
    guest = Guest(person, name, 3, "a sign-in", 20_000)
    try:
        token = sign_cookie(KEYRING, guest)
    except UnicodeEncodeError:
        return  # half a letter is no name
    assert read_cookie(KEYRING, token) == guest
    assert read_cookie(Keyring(b"o" * 32), token) is None, "another hall did not sign it"


@given(st.integers(min_value=0), st.characters())
def test_a_changed_token_is_refused(place: int, letter: str) -> None:
    token = sign_cookie(KEYRING, Guest("person", "Al"))
    place %= len(token)
    changed = token[:place] + letter + token[place + 1 :]
    assert changed == token or read_cookie(KEYRING, changed) is None


@given(st.text(max_size=100))
def test_any_text_that_is_no_token_is_refused(text: str) -> None:
    assert read_cookie(KEYRING, text) is None


def test_the_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret"
    guest = Guest("p", "Al", 0, "a sign-in")
    token = sign_cookie(Keyring.from_file(path), guest)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_cookie(Keyring.from_file(path), token) == guest
    path.write_bytes(b"short")
    with pytest.raises(ValueError, match=r"is damaged\. Replace it with your copy of it"):
        Keyring.from_file(path)


@pytest.mark.parametrize(
    ("given_name", "shown"), [("  Al  ", "Al"), ("Al\n\tB", "Al B"), ("Zoë", "Zoë"), ("a" * 24, "a" * 24)]
)
def test_a_name_is_shown_on_one_line(given_name: str, shown: str) -> None:
    assert tidy_name(given_name) == shown


@pytest.mark.parametrize("bad", ["", "   ", "\n", "\u200b", "a" * 25])
def test_a_name_that_nobody_can_read_is_refused(bad: str) -> None:
    with pytest.raises(NotAllowedError):
        tidy_name(bad)


async def test_a_name_in_parts_is_kept_by_one_person_only(log: Log) -> None:
    """Cookies of an earlier version have an accent apart from its letter."""
    people = People(log, lambda: 0, QUICK)
    assert people.guest("Jose\u0301").name == "Jos\u00e9"
    await people.keep(Guest("p", "Jose\u0301"), "four jacks in a row")
    assert (await people.sign_in("Jos\u00e9", "four jacks in a row")).person == "p"
    with pytest.raises(NotAllowedError, match="Someone else has saved this name"):
        await people.keep(people.guest("Jos\u00e9"), "another passphrase")


def same(one: Guest, other: Guest) -> bool:
    """The same person in two browsers."""
    assert one.session != other.session
    return replace(one, session="") == replace(other, session="")


async def test_a_name_is_kept_with_a_passphrase_and_nobody_else_gets_it(log: Log) -> None:
    people = People(log, lambda: 0, QUICK)
    al = await people.keep(people.guest("Al"), "four jacks in a row")
    assert same(await people.sign_in("al", "four jacks in a row"), al), "letters large or small"
    for name, passphrase in (("Al", "four jacks in a ro"), ("Betty", "four jacks in a row")):
        with pytest.raises(NotAllowedError, match="passphrase don't match"):
            await people.sign_in(name, passphrase)
    with pytest.raises(NotAllowedError, match="Someone else has saved this name"):
        await people.keep(people.guest("AL"), "another passphrase")
    with pytest.raises(NotAllowedError, match="at least 8"):
        await people.keep(al, "short")
    with pytest.raises(NotAllowedError, match="have saved the name Al already"):
        await people.keep(al, "a new passphrase", "four queens in a row")
    assert people.knows(al)
    now = await people.keep(al, "a new passphrase", "four jacks in a row")
    assert same(await people.sign_in("Al", "a new passphrase"), now)
    assert not people.knows(al), "older cookies are void"
    for stream in await log.streams("person:"):
        assert all(b"jacks" not in entry.body for entry in await log.read(stream))


async def test_a_person_keeps_one_name_and_needs_its_passphrase_for_another(log: Log) -> None:
    people = People(log, lambda: 0, QUICK)
    al = await people.keep(people.guest("Al"), "four jacks in a row")
    fred = people.guest("Fred", al)
    for so_far in ("", "four queens in a row"):
        with pytest.raises(NotAllowedError, match="have saved the name Al already"):
            await people.keep(fred, "another passphrase", so_far)
    fred = await people.keep(fred, "another passphrase", "four jacks in a row")
    assert (await people.sign_in("Fred", "another passphrase")).person == al.person
    with pytest.raises(NotAllowedError, match="passphrase don't match"):
        await people.sign_in("Al", "four jacks in a row")
    again = await people.keep(people.guest("Al", fred), "a third passphrase", "another passphrase")
    assert same(await people.sign_in("Al", "a third passphrase"), again)
    with pytest.raises(NotAllowedError, match="Someone else has saved this name"):
        await people.keep(people.guest("Fred"), "a passphrase of a stranger")
