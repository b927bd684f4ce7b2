import { power } from '../../../codecs/pixels/power.ts';
import { textAt, viewOf } from './profile.ts';

/** Maps a stored component to linear light, both from 0 to 1. */
export type Curve = (stored: number) => number;

const HEAD_BYTES = 12;
/** Tables of real profiles have at most 4,096. */
const MAX_POINTS = 65_536;

/** Reads a curve or a parametric curve (ICC.1:2010, 10.5 and 10.15); null if it is broken or unknown. */
export function readCurve(data: Uint8Array): Curve | null {
  if (data.length < HEAD_BYTES) return null;
  const type = textAt(data, 0);
  if (type === 'para') return parametricCurve(data);
  return type === 'curv' ? tableCurve(data) : null;
}

/** Returns the number of points of a table curve; null for a formula. */
export function tablePoints(data: Uint8Array): number | null {
  if (data.length < HEAD_BYTES || textAt(data, 0) !== 'curv') return null;
  const points = viewOf(data).getUint32(8);
  return points > 1 ? points : null;
}

function tableCurve(data: Uint8Array): Curve | null {
  const view = viewOf(data);
  const points = view.getUint32(8);
  if (points > MAX_POINTS || data.length < HEAD_BYTES + points * 2) return null;
  if (points === 0) return (stored) => stored;
  if (points === 1) {
    const gamma = view.getUint16(HEAD_BYTES) / 256;
    return (stored) => power(stored, gamma);
  }
  const table = Uint16Array.from({ length: points }, (_, point) => view.getUint16(HEAD_BYTES + point * 2));
  return (stored) => {
    const place = Math.min(1, Math.max(0, stored)) * (points - 1);
    const below = Math.min(Math.floor(place), points - 2);
    return (table[below]! + (table[below + 1]! - table[below]!) * (place - below)) / 65_535;
  };
}

/** Number of parameters per function type, in the order g a b c d e f. */
const PARAMETERS = [1, 3, 4, 5, 7] as const;

function parametricCurve(data: Uint8Array): Curve | null {
  const view = viewOf(data);
  const type = view.getUint16(8);
  const count = PARAMETERS[type];
  if (count === undefined || data.length < HEAD_BYTES + count * 4) return null;
  const [g = 1, a = 1, b = 0, third = 0, fourth = 0, e = 0, f = 0] = Array.from(
    { length: count },
    (_, index) => view.getInt32(HEAD_BYTES + index * 4) / 65_536,
  );
  const above = (stored: number) => power(a * stored + b, g);
  switch (type) {
    case 0:
      return (stored) => power(stored, g);
    case 1:
      return (stored) => (a * stored + b >= 0 ? above(stored) : 0);
    case 2:
      return (stored) => (a * stored + b >= 0 ? above(stored) : 0) + third;
    default:
      return (stored) => (stored >= fourth ? above(stored) + e : third * stored + f);
  }
}

/** Returns the curve as a table with this many evenly spaced points. */
export function tableOf(curve: Curve, points: number): Uint8Array {
  const data = new Uint8Array(HEAD_BYTES + points * 2);
  const view = viewOf(data);
  for (const [at, letter] of [...'curv'].entries()) data[at] = letter.charCodeAt(0);
  view.setUint32(8, points);
  for (let point = 0; point < points; point += 1) {
    const light = Math.min(1, Math.max(0, curve(point / (points - 1))));
    view.setUint16(HEAD_BYTES + point * 2, Math.round(light * 65_535));
  }
  return data;
}
