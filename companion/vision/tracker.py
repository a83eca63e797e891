"""Follows the board through the pictures of one camera."""

from companion.camera.frame import Pixels
from companion.core.layout import Layout
from companion.core.phrases import phrase
from companion.vision.art import NO_SIGN, NOT_FOUND, Art, ArtSettings, load_art
from companion.vision.lens import Lens
from companion.vision.pose import Pose
from companion.vision.registration import (
    Registration,
    RegistrationSettings,
    from_tags,
    lost_words,
    register,
    same_pose,
    seen_in_place,
)

MOVED = phrase("the board or the camera was moved, and the board found again")


class BoardTracker:
    """Finds the board, and again from where it was; a pose is held only while tags bear it out.

    Every pose comes from the tags of one picture, so that none drifts. A board without tags is
    found by its art, if there is a picture of it.
    """

    def __init__(
        self,
        layout: Layout,
        settings: RegistrationSettings | None = None,
        lens: Lens | None = None,
        art: ArtSettings | None = None,
    ) -> None:
        self._layout, self._lens = layout, lens
        self._settings = settings or RegistrationSettings()
        self._art: Art | None = None
        if layout.art is not None and not layout.tags:
            self._art = load_art(layout.art, (layout.width_mm, layout.height_mm), art)
        self._pose: Pose | None = None
        self.last = Registration(None)

    def look(self, pixels: Pixels) -> Pose | None:
        """The board in a picture at rest: the very same pose while it has not been moved."""
        if self._art is not None:
            return self._look_for_art(pixels, self._art)
        if not self._layout.tags:
            self.last = Registration(None, problem=NO_SIGN)
            return None
        found = self._again(pixels, self._pose) if self._pose is not None else None
        if found is None:
            found = register(pixels, self._layout, self._settings, self._lens)
        self.last = self._steadied(found)
        if self.last.pose is not None:
            self._pose = self.last.pose
        return self.last.pose

    def _look_for_art(self, pixels: Pixels, art: Art) -> Pose | None:
        held = self._pose
        pose = None if held is None else art.find_near(pixels, held, self._lens)
        if pose is None:
            pose = art.find(pixels, self._lens)
        self.last = self._steadied(Registration(pose, problem="" if pose else NOT_FOUND))
        self._pose = self.last.pose or held
        return self.last.pose

    def notice_push(self, pixels: Pixels) -> None:
        """Find the board anew if its tags say that it lies elsewhere; else all stays as it was."""
        held = self._pose
        if held is None or not self._layout.tags:
            return
        if seen_in_place(held, pixels, self._layout, self._settings)[1]:
            return
        found = register(pixels, self._layout, self._settings, self._lens)
        if found.pose is not None:
            self.last = self._steadied(found)
            self._pose = self.last.pose

    def _again(self, pixels: Pixels, held: Pose) -> Registration | None:
        """From the tags near where they were; `None` when the board must be searched for."""
        seen, in_place = seen_in_place(held, pixels, self._layout, self._settings)
        if len(seen) >= self._settings.min_tags:
            found = from_tags(seen, pixels, self._layout, self._settings, self._lens)
            return found if found.pose is not None else None
        if not in_place:
            return None
        lost = tuple(tag.id for tag in self._layout.tags if tag.id not in seen)
        words = phrase(
            "the board is taken to lie where it lay: {problem}",
            problem=lost_words(lost, self._layout),
        )
        return Registration(held, lost, words)

    def _steadied(self, found: Registration) -> Registration:
        held = self._pose
        if held is None or found.pose is None:
            return found
        if same_pose(held, found.pose, self._layout, self._settings):
            return Registration(held, found.lost, found.problem)
        return Registration(found.pose, found.lost, found.problem or MOVED)
