"""What may come in over the network, checked here and turned into the table's own types at once."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints

from companion.core.layout_file import layout_of
from companion.core.profile import Profile, area_round
from companion.referee.commands import (
    Act,
    Adjust,
    Amend,
    Answer,
    Check,
    Command,
    CorrectDie,
    Overrule,
    Request,
    Roll,
    Undo,
)

Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
"""An id: of a command, a seat, a question, an option, a quantity."""
Notation = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
Number = Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)]
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Face = Annotated[int, Field(strict=True, ge=1, le=1000)]
Faces = Annotated[tuple[Face, ...], Field(max_length=200)]


class Body(BaseModel):
    """Nothing unknown is let in: a misspelt field would otherwise be a silent default."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ActBody(Body):
    """See `Act`."""

    type: Literal["Act"]
    text: Notation

    def to_request(self) -> Act:
        """The request."""
        return Act(self.text)


class RollBody(Body):
    """See `Roll`."""

    type: Literal["Roll"]
    faces: Faces

    def to_request(self) -> Roll:
        """The request."""
        return Roll(self.faces)


class OverruleBody(Body):
    """See `Overrule`."""

    type: Literal["Overrule"]
    text: Notation

    def to_request(self) -> Overrule:
        """The request."""
        return Overrule(self.text)


class CorrectDieBody(Body):
    """See `CorrectDie`."""

    type: Literal["CorrectDie"]
    entry: Count
    index: Count
    value: Face
    keep: bool | None = None

    def to_request(self) -> CorrectDie:
        """The request."""
        return CorrectDie(self.entry, self.index, self.value, self.keep)


class AmendBody(Body):
    """See `Amend`."""

    type: Literal["Amend"]
    entry: Count
    text: Notation
    keep: bool | None = None

    def to_request(self) -> Amend:
        """The request."""
        return Amend(self.entry, self.text, self.keep)


class UndoBody(Body):
    """See `Undo`."""

    type: Literal["Undo"]
    to: Count
    past_roll: bool = False

    def to_request(self) -> Undo:
        """The request."""
        return Undo(self.to, self.past_roll)


class AdjustBody(Body):
    """See `Adjust`."""

    type: Literal["Adjust"]
    player: Name
    quantity: Name
    amount: Number

    def to_request(self) -> Adjust:
        """The request."""
        return Adjust(self.player, self.quantity, self.amount)


class CheckBody(Body):
    """See `Check`."""

    type: Literal["Check"]
    counted: Annotated[tuple[tuple[Name, Name, Number], ...], Field(max_length=100)]

    def to_request(self) -> Check:
        """The request."""
        return Check(self.counted)


class AnswerBody(Body):
    """See `Answer`."""

    type: Literal["Answer"]
    question: Name
    option: Name
    faces: Faces = ()

    def to_request(self) -> Answer:
        """The request."""
        return Answer(self.question, self.option, self.faces)


RequestBody: TypeAlias = Annotated[
    ActBody
    | RollBody
    | OverruleBody
    | CorrectDieBody
    | AmendBody
    | UndoBody
    | AdjustBody
    | CheckBody
    | AnswerBody,
    Field(discriminator="type"),
]


class CommandBody(Body):
    """See `Command`. It comes from the phone's own seat; the host may name another."""

    id: Name
    expected: Count
    seat: Name | None = None
    request: RequestBody

    def to_command(self, seat: str | None) -> Command:
        """The command, from `seat`."""
        request: Request = self.request.to_request()
        return Command(self.id, self.expected, request, seat)


class CameraBody(Body):
    """How a camera is to be set: the mains in Hz, the lens in dioptres; `null` leaves it."""

    mains_hz: Literal[50, 60] | None = None
    lens_position: Annotated[float, Field(strict=True, ge=0, le=15)] | None = None


Short = Annotated[str, StringConstraints(max_length=300)]
Person = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True)]


class PlanBody(Body):
    """What is chosen for the next game, see `Plan`; `null` leaves it. `expected` is the revision
    that the phone has seen."""

    expected: Count
    camera: Short | None = None
    board: Short | None = None
    game: Name | None = None
    seats: Annotated[tuple[tuple[Name, Person], ...], Field(max_length=12)] | None = None
    options: Annotated[dict[Name, Name], Field(max_length=100)] | None = None


class BeginBody(Body):
    """Begin what is planned, as the phone has seen it."""

    expected: Count


class ShownBody(Body):
    """Whose dice lie before the camera."""

    colour: Name


class BareBody(Body):
    """Whether not even cards lie on the board before the camera."""

    empty: bool = False


class GoOnBody(Body):
    """A saved game."""

    game: Name


class SeatBody(Body):
    """The seat a phone takes, or `null` to look on.

    `phone` is a secret that the phone made up: by it the phone is known again when an answer to it
    was lost on the way.
    """

    seat: Name | None
    phone: Annotated[str, StringConstraints(min_length=16, max_length=100)] | None = None


class PinBody(Body):
    """The host's PIN."""

    pin: Annotated[str, StringConstraints(max_length=20)]


class ClockBody(Body):
    """The time on a phone, with its zone."""

    now: AwareDatetime


Millimetres = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
Label = Annotated[str, StringConstraints(max_length=100)]


class PlaceBody(Body):
    """A place: centre and size, as a `Slot`."""

    id: Name
    kind: Literal["die", "region", "rolling"]
    x_mm: Millimetres
    y_mm: Millimetres
    w_mm: Millimetres
    h_mm: Millimetres


class PlacesBody(Body):
    """A named group of places."""

    id: Name
    label: Label
    slots: Annotated[tuple[PlaceBody, ...], Field(min_length=1, max_length=200)]


class TagBody(Body):
    """A tag laid on the board, as a `Tag`."""

    id: Annotated[int, Field(strict=True, ge=0, le=49)]
    x_mm: Millimetres
    y_mm: Millimetres
    size_mm: Millimetres


class ProfileBody(Body):
    """A board of somebody's own."""

    title: Label
    game: Label
    width_mm: Annotated[float, Field(gt=0, le=3000)]
    height_mm: Annotated[float, Field(gt=0, le=3000)]
    areas: Annotated[tuple[PlacesBody, ...], Field(max_length=200)]
    tags: Annotated[tuple[TagBody, ...], Field(max_length=50)] = ()

    def to_profile(self) -> Profile:
        """The profile. Raises `LayoutError` for places twice there or outside the board."""
        data = {
            "board": {"width_mm": self.width_mm, "height_mm": self.height_mm},
            "area": [
                area_round(area.id, area.label, [_row(place) for place in area.slots])
                for area in self.areas
            ],
            "tag": [tag.model_dump() for tag in self.tags],
        }
        return Profile(self.title, self.game, layout_of(data))


class ImportBody(Body):
    """A profile's file."""

    text: Annotated[str, StringConstraints(max_length=60_000)]


def _row(place: PlaceBody) -> dict[str, object]:
    return {"ids": [place.id], **place.model_dump(exclude={"id"})}
