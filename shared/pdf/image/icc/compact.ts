import { type Lab, type ProfileColors, profileColors, squaredDistance } from './colors.ts';
import { readCurve, tableOf, tablePoints } from './curve.ts';
import { type CurveProfile, readCurveProfile, writeProfile } from './profile.ts';

/** Maximum ΔE of CIE 1976 for any color: a fifth of a visible difference, and less than one of 255 gray levels. */
export const MAX_DELTA_E = 0.2;

/** Points of a curve's table to try, fewest first. */
export const CURVE_POINTS = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512] as const;

/**
 * Shrinks a curve-based profile: removes data that no reader uses for colors (device, manufacturer, screen
 * calibration), and reduces curves to the fewest points that keep each color within `MAX_DELTA_E`. White
 * point, primaries, name, version and copyright stay. Null if it is no such profile or nothing can be
 * removed.
 */
export function compactProfile(bytes: Uint8Array): Uint8Array | null {
  const profile = readCurveProfile(bytes);
  const colors = profile === null ? null : profileColors(profile);
  if (profile === null || colors === null) return null;
  const named = { ...profile, tags: withShortName(profile) };
  const compact = writeProfile(withFewerPoints(named, colors) ?? named);
  return compact.length < bytes.length ? compact : null;
}

/** Null if no smaller table shows the same colors. */
function withFewerPoints(profile: CurveProfile, colors: ProfileColors): CurveProfile | null {
  const wanted = sampled(profile.kind, colors);
  for (const points of CURVE_POINTS) {
    const tags = new Map(
      [...profile.tags].map(([name, data]) => [name, shortened(name, data, points)] as const),
    );
    const tried = { ...profile, tags };
    const found = profileColors(tried);
    if (found !== null && areNear(wanted, found)) return tried;
  }
  return null;
}

/** Shortens a curve with more points; returns anything else unchanged. */
function shortened(name: string, data: Uint8Array, points: number): Uint8Array {
  const isLonger = name.endsWith('TRC') && (tablePoints(data) ?? 0) > points;
  const curve = isLonger ? readCurve(data) : null;
  return curve === null ? data : tableOf(curve, points);
}

/** Components with their color. */
export interface SampledColor {
  readonly components: readonly number[];
  readonly color: Lab;
}

export function sampled(kind: CurveProfile['kind'], colors: ProfileColors): readonly SampledColor[] {
  return samplesOf(kind).map((components) => ({ components, color: colors(components) }));
}

export function areNear(wanted: readonly SampledColor[], found: ProfileColors): boolean {
  const most = MAX_DELTA_E ** 2;
  return wanted.every(({ components, color }) => squaredDistance(color, found(components)) <= most);
}

const LEVELS = 256;
const GRID = 9;

/** Every gray level, every level of each component alone, and a grid of all components. */
function samplesOf(kind: CurveProfile['kind']): readonly (readonly number[])[] {
  const ramp = Array.from({ length: LEVELS }, (_, level) => level / (LEVELS - 1));
  if (kind === 'gray') return ramp.map((level) => [level]);
  const alone = ramp.flatMap((level) => [
    [level, level, level],
    [level, 0, 0],
    [0, level, 0],
    [0, 0, level],
  ]);
  const steps = Array.from({ length: GRID }, (_, step) => step / (GRID - 1));
  return [...alone, ...steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => [r, g, b])))];
}

/**
 * Offset of the ASCII form in a textDescriptionType, after 12 bytes; its length includes the terminating zero
 * (ICC.1:2001, 6.5.17).
 */
const NAME_AT = 12;
/** Size of the Unicode and Macintosh forms, both at maximum length: 4 + 4 + 2 + 1 + 67 bytes. */
const OTHER_FORMS_BYTES = 78;

function withShortName({ tags }: CurveProfile): ReadonlyMap<string, Uint8Array> {
  const name = tags.get('desc');
  if (
    name === undefined ||
    name.length < NAME_AT ||
    !String.fromCharCode(...name.subarray(0, 4)).startsWith('desc')
  ) {
    return tags;
  }
  const length = new DataView(name.buffer, name.byteOffset + 8, 4).getUint32(0);
  if (length === 0 || NAME_AT + length > name.length) return tags;
  const short = new Uint8Array(NAME_AT + length + OTHER_FORMS_BYTES);
  short.set(name.subarray(0, NAME_AT + length));
  return short.length < name.length ? new Map(tags).set('desc', short) : tags;
}
