"""What a camera above the table sees: the board in slight perspective, pieces, hands, noise."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import Form
from companion.core.pieces import DIE
from companion.simulator.card_designs import Design
from companion.simulator.die_photos import DieLook, DiePhotos
from companion.simulator.draw_board import board_art, felt, table_top
from companion.simulator.draw_cards import SHADE_REACH_MM, card_layer, card_shadow
from companion.simulator.draw_models import Put, Sight, draw_models, some_bodies, some_lamp
from companion.simulator.draw_pieces import DOME_MM, SPRITE_MM, Layer, shadow, sprite
from companion.simulator.lamps import QUALITIES, Noise, lamp_of, shine
from companion.simulator.lamps import vignette as vignette_of
from companion.simulator.mount import (
    Matrix,
    camera_of,
    mounted,
    picture_size,
    pushed,
    raised,
    scale_at,
)
from companion.simulator.pasting import Arm, blend, laid, lay_arm
from companion.simulator.stage import UNDISTURBED, Upsets
from companion.simulator.taking import (
    NOISE_PICTURES,
    Box,
    Grain,
    Shot,
    Shots,
    around,
    cut,
    grown,
    overlap,
)
from companion.simulator.world import DIE_MM, TRAY, Lies, World

ART_PER_IMAGE = 2.0
"""Scale of the printed board over that of the image."""
SHADOW_MM = (2.2, 2.8)
"""Where a piece's shadow falls, from a lamp at the top left."""
DRIFT_STEP_S = 2.0
"""For so long light stays as it is: it drifts by less than one level in that time."""
MIN_BLUR_PX = 0.1
"""A blur of less than that changes nothing."""
BLUR_REACH = 4.5
"""So many times the spread of a blur pixels reach: OpenCV cuts it off at four."""
DIE_LAYERS_MM = (0.0, 4.0, 8.0, 12.0)
"""Heights at which a die's sides are drawn, below its top."""
NO_DESIGNS: Mapping[str, Design] = {}


class Scene:
    """One table before one camera; the seed makes its art, its mount and its noise.

    Dice show faces of `photos`, where these have them, else drawn ones; cards are printed as
    `designs` says for their faces, the others lie face-down. Pictures are `fine` as those of the
    design's camera, or as fine as what lies there needs.
    """

    def __init__(
        self,
        world: World,
        seed: int,
        noise: Noise = Noise.NORMAL,
        photos: DiePhotos | None = None,
        designs: Mapping[str, Design] = NO_DESIGNS,
        *,
        fine: bool = False,
    ) -> None:
        rng = np.random.default_rng(seed)
        layout = world.layout
        self.size_px = picture_size(layout, fine)
        self.image_from_board = mounted(layout, self.size_px, rng, fills=layout is TRAY)
        self.px_per_mm = scale_at(self.image_from_board, layout.width_mm / 2, layout.height_mm / 2)
        self._quality, self._seed = QUALITIES[noise], seed
        self._photos, self._designs = photos, designs
        self._vignette = vignette_of(self.size_px)
        self._layout, self._mount = layout, self.image_from_board
        self._lamp = lamp_of(self._quality, seed, 0, self.size_px)
        models = np.random.default_rng((seed, 79))
        self._model_lamp = some_lamp(models)
        bodies = [form for form in layout.forms.values() if _is_body(form)]
        of_models = {name for form in bodies if form.model for name in form.colours}
        others = {name for form in bodies for name in form.colours} - of_models
        self._bodies = some_bodies([*sorted(of_models), *sorted(others)], models)
        self._empty = self._bare()
        self._grain = Grain(rng, self._quality.grain, self.size_px)
        self._drawn: tuple[tuple[Lies, ...], Upsets] | None = None
        self._bumps = 0
        self._painted = self._empty.astype(np.float32)
        self._scratch = np.empty_like(self._painted)
        self._still = self._empty.copy()
        self._shots = Shots()
        self._armed: tuple[tuple[Arm, ...], Pixels, list[Box]] | None = None

    def frame(
        self,
        world: World,
        time_s: float,
        sequence: int,
        arms: Sequence[Arm] = (),
        upsets: Upsets = UNDISTURBED,
    ) -> Pixels:
        """The picture of a moment. What lies still is drawn once.

        `upsets` counts how often the board has been pushed and the light has changed.
        """
        if (world.pieces, upsets) != self._drawn:
            self._draw(world.pieces, upsets)
        # Drifting light in steps that nobody sees: so noise and compression are made once, too.
        step, grain = int(time_s / DRIFT_STEP_S), sequence % NOISE_PICTURES
        shot = self._shot(step * DRIFT_STEP_S, grain)
        taken = self._shots.of(self._still, (step, grain), shot).copy()
        if arms:
            scene, boxes = self._below(tuple(arms))
            shot.take_again(taken, scene, boxes)
        return taken

    def _below(self, arms: tuple[Arm, ...]) -> tuple[Pixels, list[Box]]:
        """The still picture with arms over it, and where they are; drawn once while they rest."""
        if self._armed is None or self._armed[0] != arms:
            scene = self._still.copy()
            self._armed = arms, scene, [box for arm in arms for box in lay_arm(scene, arm)]
        return self._armed[1:]

    def place(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A place on the board in image px."""
        x, y, depth = self.image_from_board @ (x_mm, y_mm, 1.0)
        return float(x / depth), float(y / depth)

    def _upset(self, upsets: Upsets) -> None:
        """Where the board lies and how it is lit after so many pushes and changes of light."""
        self._lamp = lamp_of(self._quality, self._seed, upsets.lights, self.size_px)
        if upsets.bumps != self._bumps:
            self._bumps = upsets.bumps
            self.image_from_board = pushed(self._mount, self._layout, self._seed, upsets.bumps)
            self._empty = self._bare()

    def _bare(self) -> Pixels:
        layout = self._layout
        if layout is TRAY:
            return felt(*self.size_px, self._seed)
        scale = self.px_per_mm * ART_PER_IMAGE
        art = cv2.GaussianBlur(board_art(layout, scale, self._seed), (0, 0), 0.7)
        matrix = self.image_from_board @ np.diag([1 / scale, 1 / scale, 1.0])
        size = self.size_px
        printed = np.asarray(cv2.warpPerspective(art, matrix, size), np.uint8)
        full = np.full(art.shape[:2], 255, np.uint8)
        cover = np.asarray(cv2.warpPerspective(full, matrix, size), np.uint8)
        return laid(table_top(*size, self._seed), printed, cover)

    def _draw(self, pieces: tuple[Lies, ...], upsets: Upsets) -> None:
        """Bring the still picture up to date: all of it, or where pieces came and went."""
        before, self._drawn, self._armed = self._drawn, (pieces, upsets), None
        if before is None or before[1] != upsets:
            self._upset(upsets)
            changed = [(0, 0, *self.size_px)]
            self._shots.forget()
        else:
            changed = [self._bounds(lies) for lies in set(pieces) ^ set(before[0])]
        self._paint(pieces, changed)
        soft_px = math.ceil(BLUR_REACH * self._lamp.blur_px)
        changed = [grown(box, soft_px, *self.size_px) for box in changed]
        for box in changed:
            cut(self._still, box)[:] = self._finished(box, soft_px)
        self._shots.note(changed)

    def _paint(self, pieces: Sequence[Lies], changed: Sequence[Box]) -> None:
        """Paint the pieces anew in these places: with them those that reach into one."""
        bounds = {lies: self._bounds(lies) for lies in pieces}
        there = [p for p in pieces if any(overlap(bounds[p], box) for box in changed)]
        picture = self._scratch
        for box in (*changed, *(bounds[lies] for lies in there)):
            cut(picture, box)[:] = cut(self._empty, box)
        cards, models, blocks = self._sorted(there)
        for lies in cards:
            self._lay_card(picture, lies)
        for lies in blocks:
            dark = shadow(self.px_per_mm, lies.piece.kind == DIE)
            self._paste(picture, dark, lies, SHADOW_MM)
        # What lies nearer to the middle of the picture hides what lies behind it.
        for lies in sorted(blocks, key=self._from_middle, reverse=True):
            self._stand(picture, lies)
        self._stand_models(picture, models)
        for box in changed:
            cut(self._painted, box)[:] = cut(picture, box)

    def _bounds(self, lies: Lies) -> Box:
        """All that is drawn of a piece lies in there, its shadow and its height included."""
        form = self._layout.forms.get(lies.piece.kind)
        card = self._layout.cards.get(lies.piece.kind)
        if card is not None:
            reach = math.hypot(card.w_mm, card.h_mm) / 2 + SHADE_REACH_MM
            return self._around(lies, [(0.0, reach)])
        if form is not None and _is_body(form):
            half = form.size_mm * (0.5 if form.round else math.sqrt(0.5))
            reach = half + form.height_mm
            fallen = reach + form.height_mm * self._model_lamp.slope
            box = self._around(lies, [(0.0, fallen), (form.height_mm, reach)])
            return grown(box, math.ceil(self._model_lamp.room_px), *self.size_px)
        reach = SPRITE_MM * math.sqrt(0.5)
        return self._around(lies, [(0.0, reach + max(SHADOW_MM)), (DIE_MM, reach)])

    def _around(self, lies: Lies, reaches: Sequence[tuple[float, float]]) -> Box:
        """What lies so near to a piece, at heights above the board; both in mm."""
        boxes = []
        for height_mm, reach in reaches:
            corners = [
                (lies.x_mm + dx, lies.y_mm + dy, 1.0)
                for dx in (-reach, reach)
                for dy in (-reach, reach)
            ]
            plane = raised(self.image_from_board, height_mm, self.size_px)
            x, y, depth = plane @ np.array(corners).T
            x, y = x / depth, y / depth
            boxes.append((int(x.min()), int(y.min()), int(x.max()) + 1, int(y.max()) + 1))
        return grown(around(boxes), 1, *self.size_px)

    def _finished(self, box: Box, soft_px: int) -> Pixels:
        """What the lens makes of a part of what was painted: glare, blur, dark corners."""
        wide = grown(box, soft_px, *self.size_px)
        picture = np.array(cut(self._painted, wide))
        for x, y, radius, levels in self._lamp.glares:
            shine(picture, (x - wide[0], y - wide[1]), radius, levels)
        if self._lamp.blur_px > MIN_BLUR_PX:
            blurred = cv2.GaussianBlur(picture, (0, 0), self._lamp.blur_px)
            picture = np.asarray(blurred, np.float32)
        left, top = box[0] - wide[0], box[1] - wide[1]
        within = (left, top, left + box[2] - box[0], top + box[3] - box[1])
        lit = cut(picture, within) * cut(self._vignette, box)
        return np.asarray(np.clip(lit, 0, 255), np.uint8)

    def _sorted(self, pieces: Sequence[Lies]) -> tuple[list[Lies], list[Lies], list[Lies]]:
        """Cards, what is drawn as a body, and the others, dice among them."""
        cards, models, blocks = list[Lies](), list[Lies](), list[Lies]()
        for lies in pieces:
            form = self._layout.forms.get(lies.piece.kind)
            if lies.piece.kind in self._layout.cards:
                cards.append(lies)
            elif form is not None and _is_body(form) and lies.piece.colour in self._bodies:
                models.append(lies)
            else:
                blocks.append(lies)
        return cards, models, blocks

    def _lay_card(self, picture: npt.NDArray[np.float32], lies: Lies) -> None:
        form, scale = self._layout.cards[lies.piece.kind], _sprite_scale(self)
        design = self._designs.get(lies.piece.face or "")
        for layer in (card_shadow(form, scale), card_layer(design, form, scale)):
            blend(picture, layer, self.image_from_board @ _put(layer, lies, scale))

    def _stand_models(self, picture: npt.NDArray[np.float32], models: Sequence[Lies]) -> None:
        forms = self._layout.forms
        puts = [
            (
                forms[lies.piece.kind],
                Put(
                    str(lies.piece.colour),
                    self._layout.slots[lies.slot].lying,
                    lies.x_mm,
                    lies.y_mm,
                    math.radians(lies.turn_deg),
                ),
            )
            for lies in models
        ]
        draw_models(picture, self._sight(), puts, self._bodies, self._model_lamp)

    def _sight(self) -> Sight:
        camera = camera_of(self.image_from_board, self.size_px)

        def image(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
            seen = np.column_stack([points, np.ones(len(points))]) @ camera.T
            return np.asarray(seen[:, :2] / seen[:, 2:])

        eye = -np.linalg.solve(camera[:, :3], camera[:, 3])
        return Sight(np.asarray(eye, np.float64), image)

    def _from_middle(self, lies: Lies) -> float:
        x, y = self.place(lies.x_mm, lies.y_mm)
        return math.hypot(x - self.size_px[0] / 2, y - self.size_px[1] / 2)

    def _stand(self, picture: npt.NDArray[np.float32], lies: Lies) -> None:
        """A piece with its height: sides first, then its top."""
        look = self._photographed(lies)
        if look is not None:
            self._stand_photographed(picture, lies, look)
            return
        top = sprite(lies.piece, lies.face, _sprite_scale(self))
        if lies.piece.kind != DIE:
            self._paste(picture, top, lies)
            return
        side = sprite(lies.piece, 0, _sprite_scale(self)) * np.array((0.62, 0.62, 0.62, 1.0))
        for height in DIE_LAYERS_MM:
            self._paste(picture, side.astype(np.float32), lies, height_mm=height)
        self._paste(picture, top, lies, height_mm=DIE_MM)

    def _stand_photographed(
        self, picture: npt.NDArray[np.float32], lies: Lies, look: DieLook
    ) -> None:
        """A die out of a photograph, the side that one sees there towards the camera, and as much
        of its height below it as is missing."""
        seen = self._lean(lies)
        turned = replace(lies, turn_deg=look.turned_deg(seen, lies.turn_deg))
        missing = look.missing(seen)
        foot_mm = DIE_MM * (1 - missing) / 2
        for height in DIE_LAYERS_MM:
            self._paste(picture, look.side, turned, height_mm=foot_mm + missing * height)
        self._paste(picture, look.top, turned, height_mm=foot_mm + missing * DIE_MM)

    def _lean(self, lies: Lies) -> tuple[float, float]:
        """Where a die's top is seen beside its foot, in die edges along the board."""
        top = raised(self.image_from_board, DIE_MM, self.size_px) @ (lies.x_mm, lies.y_mm, 1.0)
        x, y, depth = np.linalg.inv(self.image_from_board) @ top
        return float(x / depth - lies.x_mm) / DIE_MM, float(y / depth - lies.y_mm) / DIE_MM

    def _photographed(self, lies: Lies) -> DieLook | None:
        """A die out of a photograph: the same as long as it lies there.

        All dice of a colour at one table are of one make.
        """
        if self._photos is None or lies.piece.kind != DIE or not lies.face:
            return None
        colour, scale = lies.piece.colour, _sprite_scale(self)
        make = random.Random(f"{self._seed}:{colour}").random()
        pick = random.Random(f"{self._seed}:{lies.x_mm}:{lies.y_mm}").random()
        return self._photos.look(colour, lies.face, scale, make, pick)

    def _paste(
        self,
        picture: npt.NDArray[np.float32],
        layer: Layer,
        lies: Lies,
        shift_mm: tuple[float, float] = (0.0, 0.0),
        height_mm: float = 0.0,
    ) -> None:
        """Lay a sprite over the picture."""
        put = _put(layer, lies, layer.shape[0] / SPRITE_MM, shift_mm)
        blend(picture, layer, raised(self.image_from_board, height_mm, self.size_px) @ put)

    def _shot(self, time_s: float, grain: int) -> Shot:
        """How a picture is taken at a time: light drifts."""
        drift = 1 + self._quality.drift * math.sin(time_s / 7.0 + self._seed)
        blue, green, red = (gain * drift for gain in self._lamp.gains)
        return Shot((blue, green, red), self._grain.picture(grain), self._lamp.jpeg)


def _is_body(form: Form) -> bool:
    """Whether a piece is drawn by its measures; a plain dome has a picture of its own."""
    dome = form.round and form.taper < 1 and form.size_mm == DOME_MM
    return form.model or not dome


def _sprite_scale(scene: Scene) -> float:
    return round(scene.px_per_mm * 1.3, 2)


def _put(
    layer: Layer, lies: Lies, scale: float, shift_mm: tuple[float, float] = (0.0, 0.0)
) -> Matrix:
    """From px of a layer of so many px a millimetre to the board where a piece lies."""
    c, s = math.cos(math.radians(lies.turn_deg)), math.sin(math.radians(lies.turn_deg))
    x, y = lies.x_mm + shift_mm[0], lies.y_mm + shift_mm[1]
    middle = np.array([[1, 0, -layer.shape[1] / 2], [0, 1, -layer.shape[0] / 2], [0, 0, 1.0]])
    put = np.array([[c / scale, -s / scale, x], [s / scale, c / scale, y], [0, 0, 1.0]])
    return np.asarray(put @ middle)
