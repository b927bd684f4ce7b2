/** The parts of an ICC profile (ICC.1:2001-04 and ICC.1:2010) that say what its numbers look like. */

/** A profile whose colours are curves and, of red, green and blue, a matrix (ICC.1:2010, 8.3.3 and 8.3.5). */
export interface CurveProfile {
  readonly kind: 'gray' | 'rgb';
  /** 128 bytes. */
  readonly header: Uint8Array;
  /** Tagged data by its name; what says nothing of colours is left out. */
  readonly tags: ReadonlyMap<string, Uint8Array>;
}

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
/** Real profiles have under 30. */
const MOST_TAGS = 100;

const COLOR_TAGS = { gray: ['kTRC'], rgb: ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'] } as const;
/** Kept beside them: required by the standard, or what an absolute intent asks for. */
const KEPT_TAGS: ReadonlySet<string> = new Set(['desc', 'cprt', 'wtpt', 'chad']);
/** Of the device, its makers, its calibration and the view; no reader makes colours of them. */
const SILENT_TAGS: ReadonlySet<string> = new Set(
  (
    'bkpt dmnd dmdd vued view lumi meas tech vcgt vcgp ndin dscm mmod aarg aabg aagg chrm calt targ ucmI ' +
    'DevD CIED Pmtr MSBN pseq psid scrd scrn devs crdi'
  ).split(' '),
);

/**
 * Null for all that is anything else: tables of colours, other spaces, tags that are not known, and profiles that are
 * broken or end early.
 */
export function readCurveProfile(bytes: Uint8Array): CurveProfile | null {
  if (bytes.length < HEADER_BYTES + 4 || textAt(bytes, 36) !== 'acsp') return null;
  const kind = KINDS.get(textAt(bytes, 16));
  if (kind === undefined || textAt(bytes, 20) !== 'XYZ ') return null;
  const tags = readTags(bytes);
  const isWhole = tags !== null && [...COLOR_TAGS[kind], 'desc', 'wtpt'].every((name) => tags.has(name));
  return isWhole ? { kind, header: bytes.subarray(0, HEADER_BYTES), tags } : null;
}

const KINDS: ReadonlyMap<string, 'gray' | 'rgb'> = new Map([
  ['GRAY', 'gray'],
  ['RGB ', 'rgb'],
]);

function readTags(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  const view = viewOf(bytes);
  const count = view.getUint32(HEADER_BYTES);
  if (count > MOST_TAGS || HEADER_BYTES + 4 + count * TAG_BYTES > bytes.length) return null;
  const tags = new Map<string, Uint8Array>();
  for (let tag = 0; tag < count; tag += 1) {
    const at = HEADER_BYTES + 4 + tag * TAG_BYTES;
    const name = textAt(bytes, at);
    const [from, length] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    if (from + length > bytes.length || tags.has(name)) return null;
    if (SILENT_TAGS.has(name)) continue;
    const isColor = COLOR_TAGS.rgb.some((color) => color === name) || name === 'kTRC';
    if (!isColor && !KEPT_TAGS.has(name)) return null;
    tags.set(name, bytes.subarray(from, from + length));
  }
  return tags;
}

/** The profile's bytes, with tags of the same data in one place. */
export function writeCurveProfile({ header, tags }: CurveProfile): Uint8Array {
  const placed = new Map<string, number>();
  const table: [name: string, at: number, length: number][] = [];
  let end = HEADER_BYTES + 4 + tags.size * TAG_BYTES;
  const bodies: [at: number, data: Uint8Array][] = [];
  for (const [name, data] of tags) {
    const identity = data.join(',');
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

/** The four letters at `at`. */
export function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
