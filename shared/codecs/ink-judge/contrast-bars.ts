import { IN_PICTURE } from './pixel-flags.ts';

/** In levels: less contrast than this is no typical ink. */
const MIN_INK = 60;
/** Rank of the usual contrast among pixels with at least that much. */
const USUAL_RANK = 0.75;
/** Share of the usual contrast, and least levels: certainly a stroke, the core of ink, a mark, not certainly paper. */
const STROKE = { share: 0.6, levels: 60 };
const CORE = { share: 0.16, levels: 28 };
const MARK = { share: 0.2, levels: 36 };
/** May join strokes, even where it is no line. */
const JOINT = { share: 0.3, levels: 40 };
const PAPER = { share: 0.1, levels: 12 };
/** Contrasts in levels from which a pixel is of a kind. */
export interface ContrastBars {
  readonly usual: number;
  readonly stroke: number;
  readonly core: number;
  readonly mark: number;
  readonly joint: number;
  readonly paper: number;
}

export function barsOf(contrast: Uint8Array, flags: Uint8Array): ContrastBars {
  const counts = new Int32Array(256);
  for (let at = 0; at < contrast.length; at += 1) {
    if ((flags[at]! & IN_PICTURE) === 0) counts[contrast[at]!]! += 1;
  }
  let left = 0;
  for (let level = MIN_INK; level < 256; level += 1) left += counts[level]!;
  left *= USUAL_RANK;
  let usual = MIN_INK;
  while (usual < 255 && (left -= counts[usual]!) > 0) usual += 1;
  const bar = ({ share, levels }: typeof STROKE) => Math.max(levels, Math.round(usual * share));
  return {
    usual,
    stroke: bar(STROKE),
    core: bar(CORE),
    mark: bar(MARK),
    joint: bar(JOINT),
    paper: bar(PAPER),
  };
}
