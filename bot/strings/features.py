"""Plain names of the features, as staff read them, and the sentence that praises each.

``name`` is a few words; ``meaning`` says what the reply does when the feature is present;
``praise`` is shown when the feature is the draft's strength (for a fault: that it stays clear of
it). A test holds this table to the scorer's vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.contract import BY_ID, Family


@dataclass(frozen=True, slots=True)
class FeatureText:
    """How one feature is written out."""

    name: str
    meaning: str
    praise: str


def _t(name: str, meaning: str, praise: str) -> FeatureText:
    return FeatureText(name, meaning, praise)


FEATURE_TEXT: Final[dict[str, FeatureText]] = {
    # Skills
    "names_feeling": _t(
        "Names the feeling",
        "Says what the customer seems to feel.",
        "You say what the customer feels, in plain words.",
    ),
    "reflects_specifics": _t(
        "Reflects the specifics",
        "Repeats the details the customer gave.",
        "You show that you read the details of this case.",
    ),
    "invites_more": _t(
        "Invites more",
        "Leaves room for the customer to tell more.",
        "You leave the customer room to say more.",
    ),
    "owns_next_step": _t(
        "Owns the next step",
        "Says who does what next, and when.",
        "You say clearly what happens next and who does it.",
    ),
    "unasked_advice": _t(
        "Unasked advice",
        "Tells the customer what to do without being asked.",
        "You help without lecturing.",
    ),
    "self_focus": _t(
        "Talks about us",
        "Is about the company or the writer, not the customer.",
        "The reply stays with the customer, not with us.",
    ),
    "dismisses": _t(
        "Brushes off",
        "Makes the problem or the feeling smaller than it is.",
        "You take the problem as seriously as the customer does.",
    ),
    # MITI codes
    "closed_question": _t(
        "Closed question",
        "Asks something answered by yes, no or one fact.",
        "You ask a clear, easy question.",
    ),
    "open_question": _t(
        "Open question",
        "Asks something the customer answers in their own words.",
        "You ask an open question.",
    ),
    "simple_reflection": _t(
        "Simple reflection",
        "Says back what the customer said.",
        "You say back what the customer told you.",
    ),
    "complex_reflection": _t(
        "Deeper reflection",
        "Says back what the customer meant.",
        "You catch what the customer means, not only the words.",
    ),
    "give_information": _t(
        "Gives information",
        "States facts the customer needs.",
        "You give the facts the customer needs.",
    ),
    "advise_with_permission": _t(
        "Advice with permission",
        "Offers advice and lets the customer take it or leave it.",
        "You offer advice and leave the choice open.",
    ),
    "affirm": _t(
        "Affirms",
        "Recognises what the customer did well.",
        "You recognise the customer's effort.",
    ),
    "emphasize_autonomy": _t(
        "Leaves the choice",
        "Makes clear that the customer decides.",
        "You make clear that the customer decides.",
    ),
    "support": _t(
        "Supports",
        "Says that you are there for the customer.",
        "You stand by the customer.",
    ),
    "advise_without_permission": _t(
        "Advice without permission",
        "Gives advice as an order of the day.",
        "You keep from pushing advice.",
    ),
    "confront": _t(
        "Confronts",
        "Argues, corrects or blames.",
        "You correct nothing and blame no one.",
    ),
    "direct": _t(
        "Gives orders",
        "Tells the customer what they must do.",
        "You ask instead of ordering.",
    ),
    "warn": _t(
        "Warns",
        "Threatens with what will happen otherwise.",
        "You explain without threatening.",
    ),
    "self_disclose": _t(
        "Tells of oneself",
        "Shares something about the writer.",
        "You share something human of your own.",
    ),
    "other": _t(
        "Other sentences",
        "Greetings and what fits no other kind.",
        "The reply opens and closes politely.",
    ),
    # Subfactors
    "perspective_taking": _t(
        "Sees their side",
        "Looks at the matter from the customer's place.",
        "You look at it from the customer's side.",
    ),
    "recognition_of_emotions": _t(
        "Notices the emotion",
        "Picks up how the customer feels.",
        "You notice how the customer feels.",
    ),
    "contextual_awareness": _t(
        "Knows the situation",
        "Fits the reply to the customer's situation.",
        "The reply fits the customer's situation.",
    ),
    "acknowledgment_of_experience": _t(
        "Acknowledges what happened",
        "Says that what happened to the customer was real.",
        "You acknowledge what the customer went through.",
    ),
    "clarity_of_response": _t(
        "Clarity",
        "Is easy to follow.",
        "The reply is clear and easy to follow.",
    ),
    "warmth_in_tone": _t(
        "Warm tone",
        "Sounds friendly.",
        "The tone is warm.",
    ),
    "expression_of_sympathy": _t(
        "Sympathy",
        "Says that you are sorry for the trouble.",
        "You say that you are sorry, and once is enough.",
    ),
    "emotional_mirroring": _t(
        "Matches the mood",
        "Matches how strongly the customer feels.",
        "Your tone matches the customer's mood.",
    ),
    "validation_of_feelings": _t(
        "Accepts the feeling",
        "Says that the feeling makes sense.",
        "You tell the customer that the feeling makes sense.",
    ),
    "emotional_resonance": _t(
        "Feels with them",
        "Shows that the story reached you.",
        "The reader can tell that the story reached you.",
    ),
    "encouragement": _t(
        "Encourages",
        "Gives the customer heart.",
        "You encourage the customer.",
    ),
    "reassurance": _t(
        "Reassures",
        "Takes away worry.",
        "You take away worry.",
    ),
    "offering_help": _t(
        "Offers help",
        "Offers to do something for the customer.",
        "You offer real help.",
    ),
    "empowering": _t(
        "Empowers",
        "Shows the customer what they can do.",
        "You show the customer what they can do.",
    ),
    "assistance": _t(
        "Practical help",
        "Contains steps that solve the problem.",
        "You give practical help.",
    ),
}

#: Heading and one-line explanation of each family in the table of all features.
FAMILY_TEXT: Final[dict[Family, tuple[str, str]]] = {
    "skill": ("Skills", "What a reader can see in the reply. Experts agree best on these."),
    "miti": (
        "Kinds of sentence (MITI)",
        "How likely each kind of sentence is in the reply, in percent.",
    ),
    "subfactor": (
        "Sides of empathy (subfactors)",
        "Finer shades. Read them together, not one by one.",
    ),
}


def feature_name(feature_id: str) -> str:
    """Give the plain name of a feature; a feature newer than this app shows its id in words."""
    text = FEATURE_TEXT.get(feature_id)
    return text.name if text else feature_id.replace("_", " ").capitalize()


def feature_lack(feature_id: str) -> str:
    """Give what a card calls a feature when it is the draft's weakness."""
    spec = BY_ID.get(feature_id)
    return spec.lack if spec and spec.lack else feature_name(feature_id)


def feature_praise(feature_id: str) -> str:
    """Give the sentence shown when the feature is the draft's strength."""
    text = FEATURE_TEXT.get(feature_id)
    return text.praise if text else f"{feature_name(feature_id)}."
