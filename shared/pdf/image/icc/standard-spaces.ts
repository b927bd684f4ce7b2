import { power } from '../../../codecs/pixels/power.ts';
import { type Curve, tableOf } from './curve.ts';
import type { CurveProfile } from './profile.ts';

/** A standard color space, by its D50 primaries and its curve. */
interface StandardSpace {
  readonly kind: CurveProfile['kind'];
  /** X, Y and Z of red, green and blue; empty for gray. */
  readonly primaries: readonly (readonly [number, number, number])[];
  readonly curve: Curve;
}

const gamma =
  (exponent: number): Curve =>
  (stored) =>
    power(stored, exponent);
/** IEC 61966-2-1. */
const srgb: Curve = (stored) => (stored <= 0.04045 ? stored / 12.92 : power((stored + 0.055) / 1.055, 2.4));

const SRGB_PRIMARIES = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
] as const;
/** Adobe RGB (1998), 4.3. */
const ADOBE_PRIMARIES = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
] as const;

const SPACES: readonly StandardSpace[] = [
  { kind: 'rgb', primaries: SRGB_PRIMARIES, curve: srgb },
  { kind: 'rgb', primaries: ADOBE_PRIMARIES, curve: gamma(563 / 256) },
  { kind: 'gray', primaries: [], curve: srgb },
  { kind: 'gray', primaries: [], curve: gamma(2.2) },
  { kind: 'gray', primaries: [], curve: gamma(1.8) },
];

/** Returns the tags of each standard space of a kind, with curves of this many points. */
export function standardTags(
  kind: CurveProfile['kind'],
  points: number,
): readonly ReadonlyMap<string, Uint8Array>[] {
  return SPACES.filter((space) => space.kind === kind).map(({ primaries, curve }) => {
    const table = tableOf(curve, points);
    if (kind === 'gray') return new Map([['kTRC', table]]);
    const letters = ['r', 'g', 'b'];
    return new Map([
      ...letters.map((letter, at) => [`${letter}XYZ`, xyzData(primaries[at]!)] as const),
      ...letters.map((letter) => [`${letter}TRC`, table] as const),
    ]);
  });
}

/** ICC.1:2010, 10.27. */
function xyzData(values: readonly number[]): Uint8Array {
  const data = new Uint8Array(20);
  const view = new DataView(data.buffer);
  for (const [at, letter] of [...'XYZ '].entries()) data[at] = letter.charCodeAt(0);
  for (const [axis, value] of values.entries()) view.setInt32(8 + axis * 4, Math.round(value * 65_536));
  return data;
}
