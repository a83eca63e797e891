// @ts-check
/** What is meant, drawn: how camera and lamps hang, and how the mat looks. */
import { html } from "./dom.js";
import { t } from "./words.js";

/** From the side: the camera over the middle of the table, light from both sides. */
export const CameraPicture = () => html`<svg class="drawing" viewBox="0 0 320 150" role="img" aria-label=${t("The camera hangs over the middle of the table, about 65 cm high, and looks straight down; light comes from two sides.")}>
  <path class="d-light" d="M34 34L96 120H178z" /><path class="d-light" d="M286 34L224 120H142z" />
  <path class="d-view" d="M160 40L74 122H246z" />
  <path class="d-line" d="M24 128H296M44 128V146M276 128V146" />
  <rect class="d-mat" x="74" y="121" width="172" height="6" rx="2" />
  <path class="d-line" d="M276 126V20H168" />
  <rect class="d-camera" x="146" y="14" width="28" height="20" rx="4" /><circle class="d-lens" cx="160" cy="36" r="6" />
  <path class="d-lamp" d="M22 20h26l-6 14H28zM272 20h26l-6 14h-14z" />
  <path class="d-measure" d="M122 40V118M117 45l5-6l5 6M117 113l5 6l5-6" />
  <text class="d-text" x="114" y="74" text-anchor="end">65 cm</text>
</svg>`;

const TAGS = [
  [10, 8], [148, 8], [286, 8], [10, 118], [148, 118], [286, 118], [10, 63], [286, 63],
];

/** From above: the mat with its black and white squares, all of them to be seen. */
export const MatPicture = () => html`<svg class="drawing" viewBox="0 0 320 150" role="img" aria-label=${t("The mat lies flat; its black and white squares are uncovered and all in the picture.")}>
  <rect class="d-mat" x="2" y="2" width="316" height="146" rx="6" />
  ${TAGS.map(([x, y]) => html`<g key=${`${x}-${y}`} transform=${`translate(${x} ${y})`}>
    <rect class="d-white" width="24" height="24" /><rect class="d-black" x="3" y="3" width="18" height="18" />
    <path class="d-white" d="M7 7h5v5H7zM13 12h4v5h-4z" />
  </g>`)}
  ${[0, 1, 2, 3, 4].map((n) => html`<rect key=${n} class="d-slot" x=${64 + n * 40} y="34" width="26" height="26" rx="4" />`)}
  ${[0, 1, 2].map((n) => html`<rect key=${n} class="d-slot" x=${64 + n * 40} y="82" width="26" height="26" rx="4" />`)}
  <rect class="d-slot" x="196" y="74" width="70" height="42" rx="6" />
</svg>`;
