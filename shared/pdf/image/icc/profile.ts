import { sha256Hex } from '../../../codecs/digest/sha256.ts';

/** Reads the parts of an ICC profile (ICC.1:2001-04 and ICC.1:2010) that determine colors. */

/** A profile with curves and, for RGB, a matrix (ICC.1:2010, 8.3.3 and 8.3.5). */
export interface CurveProfile {
  readonly kind: 'gray' | 'rgb';
  /** 128 bytes. */
  readonly header: Uint8Array;
  /** Tag data by name, without tags that do not affect colors. */
  readonly tags: ReadonlyMap<string, Uint8Array>;
}

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
/** Real profiles have under 30. */
const MAX_TAGS = 100;

const COLOR_TAGS = { gray: ['kTRC'], rgb: ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'] } as const;
/** Kept as well: required by the standard, or needed for an absolute intent. */
const KEPT_TAGS: ReadonlySet<string> = new Set(['desc', 'cprt', 'wtpt', 'chad']);
/** Tags about device, manufacturer, calibration and viewing; no reader uses them for colors. */
const SILENT_TAGS: ReadonlySet<string> = new Set(
  (
    'bkpt dmnd dmdd vued view lumi meas tech vcgt vcgp ndin dscm mmod aarg aabg aagg chrm calt targ ucmI ' +
    'DevD CIED Pmtr MSBN pseq psid scrd scrn devs crdi'
  ).split(' '),
);

/** Null for everything else: color tables, other spaces, unknown tags, and broken or truncated profiles. */
export function readCurveProfile(bytes: Uint8Array): CurveProfile | null {
  const kind = kindOf(bytes);
  if (kind === null || textAt(bytes, 20) !== 'XYZ ') return null;
  const tags = readTags(bytes, isCurveTag);
  const isWhole = tags !== null && [...COLOR_TAGS[kind], 'desc', 'wtpt'].every((name) => tags.has(name));
  return isWhole ? { kind, header: bytes.subarray(0, HEADER_BYTES), tags } : null;
}

function isCurveTag(name: string): boolean {
  return COLOR_TAGS.rgb.some((color) => color === name) || name === 'kTRC' || KEPT_TAGS.has(name);
}

/** A profile with tables to the connection space, and possibly curves. */
export interface TableProfile extends CurveProfile {
  readonly space: ConnectionSpace;
  /** Names of its tables: A2B0, A2B1 and A2B2 are for one intent each (ICC.1:2010, table 22). */
  readonly tables: readonly string[];
}

/** Connection space: CIE L*a*b* or XYZ under D50 (ICC.1:2010, 6.3.4). */
export type ConnectionSpace = 'Lab ' | 'XYZ ';

const TABLES = ['A2B0', 'A2B1', 'A2B2'] as const;
/** Tables from colors to the device: for printing, never for displaying device colors. */
const WAY_BACK: ReadonlySet<string> = new Set('B2A0 B2A1 B2A2 gamt pre0 pre1 pre2'.split(' '));

/**
 * Null as in `readCurveProfile`. Leaves out tags that do not affect colors, and tables to the device if a
 * profile of its class needs none.
 */
export function readTableProfile(bytes: Uint8Array): TableProfile | null {
  const kind = kindOf(bytes);
  const space = kind === null ? '' : textAt(bytes, 20);
  if (kind === null || (space !== 'Lab ' && space !== 'XYZ ')) return null;
  const all = readTags(
    bytes,
    (name) => isCurveTag(name) || WAY_BACK.has(name) || TABLES.some((table) => table === name),
  );
  if (all === null || !all.has('desc') || !all.has('wtpt')) return null;
  // A scanner's profile has none, and a screen's with curves needs none (ICC.1:2010, 8.3.2 and 8.4.3).
  const deviceClass = textAt(bytes, 12);
  const hasCurves = COLOR_TAGS[kind].every((name) => all.has(name));
  const needsNone = deviceClass === 'scnr' || (deviceClass === 'mntr' && hasCurves);
  const tags = needsNone ? new Map([...all].filter(([name]) => !WAY_BACK.has(name))) : all;
  const tables = TABLES.filter((name) => tags.has(name));
  return tables.length === 0 ? null : { kind, header: bytes.subarray(0, HEADER_BYTES), tags, space, tables };
}

/** A CMYK profile (ICC.1:2010, 8.5.2), all tags but those without an effect on colors; null if broken. */
export function readInkProfile(bytes: Uint8Array): Pick<CurveProfile, 'header' | 'tags'> | null {
  if (bytes.length < HEADER_BYTES + 4 || textAt(bytes, 36) !== 'acsp' || textAt(bytes, 16) !== 'CMYK')
    return null;
  const tags = readTags(bytes, () => true);
  return tags === null ? null : { header: bytes.subarray(0, HEADER_BYTES), tags };
}

/** Header fields that no color depends on (ICC.1:2010, 7.2): size, date, platform, creator and ID. */
const SILENT_FIELDS = [
  [0, 4],
  [24, 36],
  [40, 44],
  [80, 100],
] as const;
const TEXT_TAGS: ReadonlySet<string> = new Set(['desc', 'cprt']);

/**
 * Returns a digest of everything that colors depend on, of any profile: programs write the same tables with a
 * date of their own each time. Null for broken or truncated profiles.
 */
export function colorDigest(bytes: Uint8Array): string | null {
  if (bytes.length < HEADER_BYTES + 4 || textAt(bytes, 36) !== 'acsp') return null;
  const tags = readTags(bytes, () => true);
  if (tags === null) return null;
  const header = bytes.slice(0, HEADER_BYTES);
  for (const [from, to] of SILENT_FIELDS) header.fill(0, from, to);
  const colors = [...tags].filter(([name]) => !TEXT_TAGS.has(name));
  return [sha256Hex(header), ...colors.map(([name, data]) => name + sha256Hex(data))].join(' ');
}

/** Date, and the ID that is computed with it (ICC.1:2010, 7.2.8 and 7.2.18). */
const DATED_FIELDS = [
  [24, 36],
  [84, 100],
] as const;

/** Returns a digest of all of a profile but its date; null if it is none. */
export function undatedDigest(bytes: Uint8Array): string | null {
  if (bytes.length < HEADER_BYTES || textAt(bytes, 36) !== 'acsp') return null;
  const undated = bytes.slice();
  for (const [from, to] of DATED_FIELDS) undated.fill(0, from, to);
  return sha256Hex(undated);
}

function kindOf(bytes: Uint8Array): CurveProfile['kind'] | null {
  if (bytes.length < HEADER_BYTES + 4 || textAt(bytes, 36) !== 'acsp') return null;
  return KINDS.get(textAt(bytes, 16)) ?? null;
}

const KINDS: ReadonlyMap<string, 'gray' | 'rgb'> = new Map([
  ['GRAY', 'gray'],
  ['RGB ', 'rgb'],
]);

function readTags(
  bytes: Uint8Array,
  isKnown: (name: string) => boolean,
): ReadonlyMap<string, Uint8Array> | null {
  const view = viewOf(bytes);
  const count = view.getUint32(HEADER_BYTES);
  if (count > MAX_TAGS || HEADER_BYTES + 4 + count * TAG_BYTES > bytes.length) return null;
  const tags = new Map<string, Uint8Array>();
  for (let tag = 0; tag < count; tag += 1) {
    const at = HEADER_BYTES + 4 + tag * TAG_BYTES;
    const name = textAt(bytes, at);
    const [from, length] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    if (from + length > bytes.length || tags.has(name)) return null;
    if (SILENT_TAGS.has(name)) continue;
    if (!isKnown(name)) return null;
    tags.set(name, bytes.subarray(from, from + length));
  }
  return tags;
}

/** Writes the profile; tags with equal data share it. */
export function writeProfile({ header, tags }: Pick<CurveProfile, 'header' | 'tags'>): Uint8Array {
  const placed = new Map<string, number>();
  const table: [name: string, at: number, length: number][] = [];
  let end = HEADER_BYTES + 4 + tags.size * TAG_BYTES;
  const bodies: [at: number, data: Uint8Array][] = [];
  for (const [name, data] of tags) {
    const identity = sha256Hex(data);
    const at = placed.get(identity) ?? end;
    if (at === end) {
      placed.set(identity, at);
      bodies.push([at, data]);
      end += (data.length + 3) & ~3;
    }
    table.push([name, at, data.length]);
  }
  const bytes = new Uint8Array(end);
  bytes.set(header);
  const view = viewOf(bytes);
  view.setUint32(0, end);
  // "If the profile ID has not been calculated" it is zero (ICC.1:2010, 7.2.18).
  bytes.fill(0, 84, 100);
  view.setUint32(HEADER_BYTES, table.length);
  for (const [index, [name, at, length]] of table.entries()) {
    const entry = HEADER_BYTES + 4 + index * TAG_BYTES;
    for (let letter = 0; letter < 4; letter += 1) bytes[entry + letter] = name.charCodeAt(letter);
    view.setUint32(entry + 4, at);
    view.setUint32(entry + 8, length);
  }
  for (const [at, data] of bodies) bytes.set(data, at);
  return bytes;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
