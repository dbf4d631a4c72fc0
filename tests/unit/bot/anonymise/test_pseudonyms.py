"""Pseudonyms: steady, one way, and different wherever a person is different."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.anonymise import Pseudonyms
from bot.store.base import Person

ANA = Person(team_id="T1", user_id="U1", enterprise_id="E1")
people = st.builds(Person, team_id=st.text(), user_id=st.text(), enterprise_id=st.text())


@given(one=people, other=people)
def test_two_people_share_no_pseudonym(one: Person, other: Person) -> None:
    """The same person always gets the same pseudonym, any two people different ones."""
    pseudonyms = Pseudonyms(b"key")

    assert (pseudonyms.member(one) == pseudonyms.member(other)) == (one == other)


def test_each_part_of_an_id_counts() -> None:
    """Enterprise, team and user each make another person; a shifted border does too."""
    pseudonyms = Pseudonyms(b"key")
    others = [
        replace(ANA, enterprise_id="E2"),
        replace(ANA, team_id="T2"),
        replace(ANA, user_id="U2"),
        Person(team_id="T1U", user_id="1", enterprise_id="E1"),
    ]

    found = {pseudonyms.member(person) for person in [ANA, *others]}
    assert len(found) == 5


def test_colleagues_share_their_teams_pseudonym() -> None:
    """A team's pseudonym does not depend on who asks."""
    pseudonyms = Pseudonyms(b"key")

    assert pseudonyms.team(ANA) == pseudonyms.team(replace(ANA, user_id="U2"))
    assert pseudonyms.team(ANA) != pseudonyms.team(replace(ANA, team_id="T2"))
    assert pseudonyms.team(ANA) != pseudonyms.member(replace(ANA, user_id=""))


def test_another_key_makes_other_pseudonyms() -> None:
    """Without the key nobody can work out whose rows are whose."""
    one, other = Pseudonyms(b"key"), Pseudonyms(b"another")

    assert one.member(ANA) != other.member(ANA)
    assert one.event("Ev1") != other.event("Ev1")


def test_a_pseudonym_shows_nothing_of_the_id() -> None:
    """A pseudonym is 64 hexadecimal digits, and neither it nor its maker prints an id or key."""
    pseudonyms = Pseudonyms(b"hidden-word")

    assert len(bytes.fromhex(pseudonyms.member(ANA))) == 32
    assert "hidden-word" not in repr(pseudonyms)
    assert "U1" not in repr(ANA)
