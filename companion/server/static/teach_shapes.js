// @ts-check
/** Where places lie: plane geometry without a page. Points are [x, y]; boards in millimetres. */

import { t } from "./words.js";

/** @typedef {[number, number]} Point */
/** @typedef {{id: string, kind: string, x_mm: number, y_mm: number, w_mm: number, h_mm: number}} Place */
/** @typedef {{key: string, area: string, label: string, kind: string, slots: Place[]}} Group */

const DIE_MM = 20; // a place for one die
const SNAP_DEG = 6;
const SNAP_MM = 2; // to the line of other places

/** Places that are laid together: the dice of an area, any other place alone. @param {{id: string, label: string, slots: Place[]}[]} areas @returns {Group[]} */
export function groupsOf(areas) {
  const groups = areas.flatMap((area) => {
    const dice = area.slots.filter((slot) => slot.kind === "die");
    const others = area.slots.filter((slot) => slot.kind !== "die");
    const named = (/** @type {Place[]} */ slots, /** @type {string} */ more) => ({
      key: `${area.id}/${slots[0].id}`,
      area: area.id,
      label: more && dice.length ? more : area.label,
      kind: slots[0].kind,
      slots,
    });
    return [
      ...(dice.length ? [named(dice, "")] : []),
      ...others.map((slot) => named([slot], t("{place}: field", { place: area.label }))),
    ];
  });
  return [...groups.filter((one) => one.kind === "die"), ...groups.filter((one) => one.kind !== "die")];
}

/** Own places: `across` times `down` of them. @param {string} name @param {number} across @param {number} down @returns {Group} */
export function grid(name, across, down) {
  const slots = Array.from({ length: across * down }, (_, at) => ({
    id: across * down > 1 ? `${name}.${at + 1}` : name,
    kind: "die",
    x_mm: (at % across) * 25,
    y_mm: Math.floor(at / across) * 25,
    w_mm: DIE_MM,
    h_mm: DIE_MM,
  }));
  return { key: `own/${name}`, area: name, label: name, kind: "die", slots };
}

/** How many taps lay a group. @param {Group} group */
export const tapsFor = (group) => (group.kind === "die" && group.slots.length === 1 ? 1 : 2);

/** @param {Point[]} spots @param {number} most */
function dieSize(spots, most) {
  let near = Infinity;
  spots.forEach((a, at) =>
    spots.slice(at + 1).forEach((b) => {
      near = Math.min(near, Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])));
    }),
  );
  return Math.round(Math.min(most, near - 0.5) * 10) / 10;
}

/** A group laid by taps: on the middles of its first and last place, or on two corners of a field. @param {Group} group @param {Point[]} taps @returns {Group} */
export function laid(group, taps) {
  const [first, last] = taps;
  if (group.kind !== "die") {
    const [x, y] = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
    const [w, h] = [Math.abs(first[0] - last[0]), Math.abs(first[1] - last[1])];
    const slots = group.slots.map((slot) => ({ ...slot, x_mm: x, y_mm: y, w_mm: w, h_mm: h }));
    return { ...group, slots };
  }
  const from = group.slots[0];
  const end = group.slots[group.slots.length - 1];
  const span = /** @type {Point} */ ([end.x_mm - from.x_mm, end.y_mm - from.y_mm]);
  const turn =
    group.slots.length < 2
      ? () => first
      : stretch(span, [last[0] - first[0], last[1] - first[1]], first);
  const spots = group.slots.map((slot) => turn([slot.x_mm - from.x_mm, slot.y_mm - from.y_mm]));
  const size = dieSize(spots, DIE_MM);
  return {
    ...group,
    slots: group.slots.map((slot, at) => ({
      ...slot,
      x_mm: spots[at][0],
      y_mm: spots[at][1],
      w_mm: size,
      h_mm: size,
    })),
  };
}

/** What takes steps of a template to the board, so that `span` becomes `wanted`. @param {Point} span @param {Point} wanted @param {Point} at @returns {(step: Point) => Point} */
function stretch(span, wanted, at) {
  if (Math.abs(span[0]) > 1 && Math.abs(span[1]) > 1) {
    // A grid stays square: a quarter turn and its own scale each way.
    const quarters = [0, 1, 2, 3].map((n) => (/** @type {Point} */ step) => quarter(step, n));
    const fits = quarters.find((q) => {
      const [x, y] = q(span);
      return x * wanted[0] >= 0 && y * wanted[1] >= 0;
    });
    const turned = fits ?? quarters[0];
    const [x, y] = turned(span);
    return (step) => {
      const [a, b] = turned(step);
      return [at[0] + (a * wanted[0]) / x, at[1] + (b * wanted[1]) / y];
    };
  }
  const scale = Math.hypot(...wanted) / Math.hypot(...span);
  const angle = snapAngle(Math.atan2(wanted[1], wanted[0])) - Math.atan2(span[1], span[0]);
  return (step) => {
    const [x, y] = turnedBy(step, angle);
    return [at[0] + x * scale, at[1] + y * scale];
  };
}

/** @param {Point} step @param {number} times @returns {Point} */
const quarter = ([x, y], times) =>
  times === 0 ? [x, y] : times === 1 ? [-y, x] : times === 2 ? [-x, -y] : [y, -x];

/** @param {Point} step @param {number} angle @returns {Point} */
const turnedBy = ([x, y], angle) => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

/** @param {number} angle */
function snapAngle(angle) {
  const right = Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);
  return Math.abs(angle - right) < (SNAP_DEG * Math.PI) / 180 ? right : angle;
}

/** Onto the line of places that lie there already. @param {Point} point @param {Group[]} others @returns {Point} */
export function snapped([x, y], others) {
  const near = (/** @type {number} */ value, /** @type {number[]} */ lines) =>
    lines.find((line) => Math.abs(line - value) <= SNAP_MM) ?? value;
  const dice = others.filter((one) => one.kind === "die").flatMap((one) => one.slots);
  return [
    near(x, dice.map((slot) => slot.x_mm)),
    near(y, dice.map((slot) => slot.y_mm)),
  ];
}

/** @param {Group} group @returns {Point} */
export const middle = (group) => [
  group.slots.reduce((sum, slot) => sum + slot.x_mm, 0) / group.slots.length,
  group.slots.reduce((sum, slot) => sum + slot.y_mm, 0) / group.slots.length,
];

/** @param {Group} group @param {number} dx @param {number} dy @param {string} [only] @returns {Group} */
export const shifted = (group, dx, dy, only) => ({
  ...group,
  slots: group.slots.map((slot) =>
    only && slot.id !== only ? slot : { ...slot, x_mm: slot.x_mm + dx, y_mm: slot.y_mm + dy },
  ),
});

/** Turned and spread about its middle; fields change size, dice do not. @param {Group} group @param {number} turn_deg @param {number} scale @returns {Group} */
export function changed(group, turn_deg, scale) {
  const [x, y] = middle(group);
  const lying = turn_deg % 180 !== 0 && turn_deg % 90 === 0;
  const grow = group.kind === "die" ? 1 : scale;
  return {
    ...group,
    slots: group.slots.map((slot) => {
      const [a, b] = turnedBy([slot.x_mm - x, slot.y_mm - y], (turn_deg * Math.PI) / 180);
      const [w, h] = lying ? [slot.h_mm, slot.w_mm] : [slot.w_mm, slot.h_mm];
      return { ...slot, x_mm: x + a * scale, y_mm: y + b * scale, w_mm: w * grow, h_mm: h * grow };
    }),
  };
}

/** Places of its dice larger or smaller. @param {Group} group @param {number} by_mm @returns {Group} */
export const grown = (group, by_mm) => ({
  ...group,
  slots: group.slots.map((slot) => ({
    ...slot,
    w_mm: Math.max(8, slot.w_mm + by_mm),
    h_mm: Math.max(8, slot.h_mm + by_mm),
  })),
});

/** The next group of the same shape as two that are laid, as far on again. @param {Group} next @param {Group[]} done @returns {Group | null} */
export function again(next, done) {
  const alike = done.filter(
    (one) => one.kind === next.kind && one.slots.length === next.slots.length,
  );
  const last = alike[alike.length - 1];
  if (!last) return null;
  const before = alike[alike.length - 2];
  const [x, y] = middle(last);
  const step = before ? [x - middle(before)[0], y - middle(before)[1]] : [0, last.slots[0].h_mm * 1.4];
  return {
    ...next,
    slots: next.slots.map((slot, at) => ({
      ...slot,
      x_mm: last.slots[at].x_mm + step[0],
      y_mm: last.slots[at].y_mm + step[1],
      w_mm: last.slots[at].w_mm,
      h_mm: last.slots[at].h_mm,
    })),
  };
}

/** Ids of places that reach over the edge or lie on another. @param {Group[]} groups @param {number} w @param {number} h @returns {Set<string>} */
export function wrong(groups, w, h) {
  const all = groups.flatMap((one) => one.slots);
  const found = new Set(/** @type {string[]} */ ([]));
  all.forEach((a, at) => {
    const out =
      a.x_mm - a.w_mm / 2 < 0 || a.y_mm - a.h_mm / 2 < 0 ||
      a.x_mm + a.w_mm / 2 > w || a.y_mm + a.h_mm / 2 > h;
    if (out) found.add(a.id);
    for (const b of all.slice(at + 1)) {
      const across = (a.w_mm + b.w_mm) / 2 - Math.abs(a.x_mm - b.x_mm);
      const down = (a.h_mm + b.h_mm) / 2 - Math.abs(a.y_mm - b.y_mm);
      if (Math.min(across, down) > 1) found.add(a.id).add(b.id);
    }
  });
  return found;
}

/** The plane map that takes four points to four others, row by row. @param {Point[]} from @param {Point[]} to @returns {number[]} */
export function plane(from, to) {
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let at = 0; at < 8; at += 1) {
    const best = rows.slice(at).reduce((b, row, n) => (Math.abs(row[at]) > Math.abs(rows[b][at]) ? n + at : b), at);
    [rows[at], rows[best]] = [rows[best], rows[at]];
    for (let other = 0; other < 8; other += 1) {
      if (other === at) continue;
      const share = rows[other][at] / rows[at][at];
      for (let col = at; col < 9; col += 1) rows[other][col] -= share * rows[at][col];
    }
  }
  return [...rows.map((row, at) => row[8] / row[at]), 1];
}

/** Width over height of the rectangle whose corners are seen there, for a lens as phones have. @param {Point[]} corners @param {number} w @param {number} h */
export function aspect(corners, w, h) {
  const focal = 0.8 * Math.max(w, h);
  const [a, b, d, c] = corners.map(([x, y]) => [(x - w / 2) / focal, (y - h / 2) / focal, 1]);
  const cross = (/** @type {number[]} */ p, /** @type {number[]} */ q) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const dot = (/** @type {number[]} */ p, /** @type {number[]} */ q) =>
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const ad = cross(a, d);
  const kb = dot(ad, c) / dot(cross(b, d), c);
  const kc = dot(ad, b) / dot(cross(c, d), b);
  const across = b.map((value, at) => kb * value - a[at]);
  const down = c.map((value, at) => kc * value - a[at]);
  const found = Math.sqrt(dot(across, across) / dot(down, down));
  return Number.isFinite(found) && found > 0.1 && found < 10 ? found : 1.4;
}
