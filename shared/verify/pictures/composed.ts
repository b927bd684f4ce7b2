import { FIELDS, type Thumbnail } from './thumbnail.ts';
import { seenFields, TURNS, type Turn } from './turns.ts';

/** Sides of a part relative to the whole: from the upper left corner, with sides of length 1. */
export interface PartPlace {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PlacedLook extends PartPlace {
  readonly look: Thumbnail;
}

interface Composed {
  /** The parts drawn together on white. */
  readonly parts: Thumbnail;
  /** Rotates the whole like the parts. */
  readonly turned: (whole: Thumbnail) => Thumbnail;
}

/** The position does not tell an image's orientation: upright first, then rotated and mirrored. */
export function composedLooks(parts: readonly PlacedLook[]): readonly Composed[] {
  return TURNS.map((turn) => ({
    parts: composed(parts, turn),
    turned: (whole) => ({ ...whole, light: turned(whole.light, turn) }),
  }));
}

const LAST = FIELDS - 1;

function turned(light: Float64Array, turn: Turn): Float64Array {
  return Float64Array.from(seenFields(light, turn));
}

/** Sample points per side of a field. */
const STEPS = 3;

function composed(parts: readonly PlacedLook[], turn: Turn): Thumbnail {
  const sums = new Float64Array(FIELDS * FIELDS);
  const weights = new Float64Array(FIELDS * FIELDS);
  for (const { look, left, top, right, bottom } of parts) {
    const light = turned(look.light, turn);
    const steps = FIELDS * STEPS;
    const weight = ((right - left) * (bottom - top)) / steps ** 2;
    for (let y = 0; y < steps; y += 1) {
      const row = fieldAt(top + ((bottom - top) * (y + 0.5)) / steps);
      for (let x = 0; x < steps; x += 1) {
        const field = row * FIELDS + fieldAt(left + ((right - left) * (x + 0.5)) / steps);
        sums[field]! += light[Math.floor(y / STEPS) * FIELDS + Math.floor(x / STEPS)]! * weight;
        weights[field]! += weight;
      }
    }
  }
  const field = 1 / FIELDS ** 2;
  const light = sums.map((sum, at) => {
    const covered = Math.min(1, weights[at]! / field);
    return weights[at] === 0 ? WHITE : (sum / weights[at]!) * covered + WHITE * (1 - covered);
  });
  // As fine as the whole: a strip alone has few pixels on its shorter side.
  return { light, pixels: FIELDS ** 2 };
}

const WHITE = 255;

function fieldAt(place: number): number {
  return Math.min(LAST, Math.max(0, Math.floor(place * FIELDS)));
}
