import { power } from '../../../codecs/pixels/power.ts';
import { type Curve, readCurve } from './curve.ts';
import { type CurveProfile, textAt, viewOf } from './profile.ts';

/** CIE L*, a*, b* under D50. */
export type Lab = readonly [number, number, number];

/** Converts components from 0 to 1 by a profile. */
export type ProfileColors = (components: readonly number[]) => Lab;

/** White point of the connection space (ICC.1:2010, 6.3.1). */
const D50 = [0.9642, 1, 0.8249] as const;

/** Null if its curves or its matrix cannot be read. */
export function profileColors({ kind, tags }: CurveProfile): ProfileColors | null {
  if (kind === 'gray') {
    const curve = curveAt(tags, 'kTRC');
    if (curve === null) return null;
    return ([gray = 0]) => {
      const light = curve(gray);
      return labOf([D50[0] * light, light, D50[2] * light]);
    };
  }
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => curveAt(tags, name));
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => xyzOf(tags.get(name)));
  if (curves.some((curve) => curve === null) || columns.some((column) => column === null)) return null;
  return (components) => {
    const light = components.map((component, at) => curves[at]?.(component) ?? 0);
    const sum = (axis: number) =>
      light.reduce((all, share, at) => all + share * (columns[at]?.[axis] ?? 0), 0);
    return labOf([sum(0), sum(1), sum(2)]);
  };
}

function curveAt(tags: ReadonlyMap<string, Uint8Array>, name: string): Curve | null {
  const data = tags.get(name);
  return data === undefined ? null : readCurve(data);
}

/** ICC.1:2010, 10.27. */
function xyzOf(data: Uint8Array | undefined): readonly number[] | null {
  if (data === undefined || data.length < 20 || textAt(data, 0) !== 'XYZ ') return null;
  const view = viewOf(data);
  return [8, 12, 16].map((at) => view.getInt32(at) / 65_536);
}

/** CIE 15, with the standard's fractions. */
export function labOf(xyz: readonly number[]): Lab {
  const [x = 0, y = 0, z = 0] = xyz.map((value, axis) => {
    const share = Math.max(0, value / D50[axis]!);
    return share > 216 / 24_389 ? power(share, 1 / 3) : ((24_389 / 27) * share + 16) / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Squared ΔE of 1976. */
export function squaredDistance(one: Lab, other: Lab): number {
  return one.reduce((sum, value, at) => sum + (value - other[at]!) ** 2, 0);
}
