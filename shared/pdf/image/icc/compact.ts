import { type Lab, type ProfileColors, profileColors, squaredDistance } from './colors.ts';
import { readCurve, tableOf, tablePoints } from './curve.ts';
import { type CurveProfile, readCurveProfile, writeProfile } from './profile.ts';

/**
 * ΔE of CIE 1976 that no colour may be off by: a fifth of what eyes can tell, and less than one of 255 levels of gray is.
 */
export const MAX_DELTA_E = 0.2;

/** Points of a curve's table that are tried, fewest first. */
export const CURVE_POINTS = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512] as const;

/**
 * The same profile in fewer bytes: without what no reader makes colours of (its device, its makers, calibration of a
 * screen), and with curves of as few points as show each colour within `MAX_DELTA_E`. Its white, its primaries, its
 * name, its version and whose it is stay. Null where it is no such profile, or nothing of it may go.
 */
export function compactProfile(bytes: Uint8Array): Uint8Array | null {
  const profile = readCurveProfile(bytes);
  const colors = profile === null ? null : profileColors(profile);
  if (profile === null || colors === null) return null;
  const named = { ...profile, tags: withShortName(profile) };
  const compact = writeProfile(withFewerPoints(named, colors) ?? named);
  return compact.length < bytes.length ? compact : null;
}

/** Null where no table that is smaller shows the same. */
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

/** A curve of more points than so many; anything else as it is. */
function shortened(name: string, data: Uint8Array, points: number): Uint8Array {
  const isLonger = name.endsWith('TRC') && (tablePoints(data) ?? 0) > points;
  const curve = isLonger ? readCurve(data) : null;
  return curve === null ? data : tableOf(curve, points);
}

/** What some components look like. */
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

/** Every level of gray and of each component alone, and a grid of all of them. */
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

/** The end of a textDescriptionType's ASCII form: 12 bytes of head, and its length counts the zero (ICC.1:2001, 6.5.17). */
const NAME_AT = 12;
/** Without its forms in Unicode and for the Macintosh, which are as long as they may be: 4 + 4 + 2 + 1 + 67 bytes. */
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
