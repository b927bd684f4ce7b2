/** Color profiles as embedded in images, written here from their public numbers (IEC 61966-2-1, Adobe RGB 1998). */

interface ProfileParts {
  readonly version?: 2 | 4;
  readonly space?: 'RGB ' | 'GRAY';
  readonly tags: readonly (readonly [name: string, data: Uint8Array])[];
}

const SRGB_PRIMARIES = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
];
const ADOBE_PRIMARIES = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];

/** The profile by Hewlett-Packard that most cameras embed: a table of 1,024 points, and many texts. */
export function srgbV2(): Uint8Array {
  const table = curve(Array.from({ length: 1024 }, (_, at) => Math.round(srgbLight(at / 1023) * 65_535)));
  return profile({
    tags: [
      ...named('sRGB IEC61966-2.1'),
      ['dmnd', description('IEC http://www.iec.ch')],
      ['view', new Uint8Array(36).fill(7)],
      ['tech', Uint8Array.from([...chars('sig '), 0, 0, 0, 0, ...chars('CRT ')])],
      ...primaries(SRGB_PRIMARIES),
      ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, table] as const),
    ],
  });
}

/** The same as a formula. */
export function srgbV4(): Uint8Array {
  const numbers = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
  const formula = bytes(chars('para'), word(0), [0, 3, 0, 0], ...numbers.map(fixed));
  return profile({
    version: 4,
    tags: [
      ...named('sRGB'),
      ...primaries(SRGB_PRIMARIES),
      ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, formula] as const),
    ],
  });
}

export function adobeRgb(): Uint8Array {
  const gamma = bytes(chars('curv'), word(0), word(1), [2, 0x33, 0, 0]);
  return profile({
    tags: [
      ...named('Adobe RGB (1998)'),
      ['bkpt', xyz([0, 0, 0])],
      ...primaries(ADOBE_PRIMARIES),
      ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, gamma] as const),
    ],
  });
}

/** Gray of gamma 1.8 as a table, as in scanners. */
export function grayTable(): Uint8Array {
  const table = curve(Array.from({ length: 1024 }, (_, at) => Math.round((at / 1023) ** 1.8 * 65_535)));
  return profile({ space: 'GRAY', tags: [...named('Gray'), ['kTRC', table]] });
}

/** sRGB with a color table besides its curves, which takes precedence over them. */
export function withColorTable(): Uint8Array {
  return profile({
    tags: [
      ...named('Scanner'),
      ...primaries(SRGB_PRIMARIES),
      ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, curve([0, 65_535])] as const),
      ['A2B0', new Uint8Array(3000).fill(9)],
    ],
  });
}

/** Type of the table from red, green and blue to L*a*b*. */
export type TableType = 'mft1' | 'mft2' | 'mAB ';

interface TableParts {
  readonly type: TableType;
  readonly points: number;
  /** L*, a* and b* of red, green and blue from 0 to 1. */
  readonly color: (rgb: readonly number[]) => readonly number[];
  readonly deviceClass?: 'scnr' | 'mntr' | 'prtr';
  readonly others?: readonly (readonly [name: string, data: Uint8Array])[];
}

/** A scanner profile: the same color table for two intents, and measurements. */
export function scannerProfile({
  type,
  points,
  color,
  deviceClass = 'scnr',
  others = [],
}: TableParts): Uint8Array {
  const table = colorTable({ type, points, color });
  const whole = profile({
    version: type === 'mAB ' ? 4 : 2,
    tags: [...named('Scanner'), ['A2B0', table], ['A2B1', table], ...others],
  });
  for (const [at, code] of chars(deviceClass).entries()) whole[12 + at] = code;
  for (const [at, code] of chars('Lab ').entries()) whole[20 + at] = code;
  return whole;
}

/**
 * sRGB by a table of XYZ: its curves before a table of the eight corners (`mft2`), or before a matrix (`mAB
 * `), as some programs write it.
 */
export function srgbByTable(type: 'mft2' | 'mAB '): Uint8Array {
  const whole = profile({
    version: type === 'mAB ' ? 4 : 2,
    tags: [...named('sRGB by a table'), ['A2B0', type === 'mft2' ? cornersOfSrgb() : matrixOfSrgb()]],
  });
  for (const [at, code] of chars('scnr').entries()) whole[12 + at] = code;
  return whole;
}

const SRGB_TABLE = Array.from({ length: 1024 }, (_, at) => Math.round(srgbLight(at / 1023) * 65_535));
/** The largest number of XYZ (ICC.1:2010, 6.3.4.2). */
const MAX_XYZ = 1 + 32_767 / 32_768;

function cornersOfSrgb(): Uint8Array {
  const pair = (value: number) => [value >> 8, value & 255];
  const corners = Array.from({ length: 8 }, (_, corner) => [corner >> 2, (corner >> 1) & 1, corner & 1]);
  const cells = corners.flatMap((rgb) =>
    [0, 1, 2].map((axis) =>
      Math.round((rgb.reduce((sum, on, at) => sum + on * SRGB_PRIMARIES[at]![axis]!, 0) / MAX_XYZ) * 65_535),
    ),
  );
  return bytes(
    [...chars('mft2'), ...word(0), 3, 3, 2, 0],
    [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed),
    pair(SRGB_TABLE.length),
    pair(2),
    [...SRGB_TABLE, ...SRGB_TABLE, ...SRGB_TABLE].flatMap(pair),
    cells.flatMap(pair),
    [0, 65_535, 0, 65_535, 0, 65_535].flatMap(pair),
  );
}

function matrixOfSrgb(): Uint8Array {
  const straight = Array.from({ length: 3 }, () => [...chars('curv'), ...word(0), ...word(0)]).flat();
  const matrix = [0, 1, 2].flatMap((axis) =>
    SRGB_PRIMARIES.map((primary) => fixed(primary[axis]! / MAX_XYZ)),
  );
  const before = [...curve(SRGB_TABLE)];
  const offsets = [32, 68, 68 + 48, 0, 0].flatMap(word);
  const rest = [...matrix.flat(), ...[0, 0, 0].flatMap(word), ...before, ...before, ...before];
  return bytes([...chars('mAB '), ...word(0), 3, 3, 0, 0], offsets, straight, rest);
}

function colorTable({ type, points, color }: Pick<TableParts, 'type' | 'points' | 'color'>): Uint8Array {
  const steps = Array.from({ length: points }, (_, at) => at / (points - 1));
  const cells = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => color([r, g, b]))));
  const levels = (most: number) =>
    cells.flatMap(([l, a, b]) =>
      [l! / 100, (a! + 128) / 255, (b! + 128) / 255].map((share) => Math.round(share * most)),
    );
  const pair = (value: number) => [value >> 8, value & 255];
  const head = [...chars(type), ...word(0), 3, 3];
  const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed);
  if (type === 'mft1') {
    const straight = Array.from({ length: 768 }, (_, at) => at % 256);
    return bytes(head, [points, 0], matrix, straight, levels(255), straight);
  }
  if (type === 'mft2') {
    const straight = [0, 65_535, 0, 65_535, 0, 65_535].flatMap(pair);
    return bytes(
      head,
      [points, 0],
      matrix,
      pair(2),
      pair(2),
      straight,
      levels(65_280).flatMap(pair),
      straight,
    );
  }
  const straight = Array.from({ length: 3 }, () => [...chars('curv'), ...word(0), ...word(0)]).flat();
  const grid = [points, points, points, ...Array(13).fill(0), 2, 0, 0, 0, ...levels(65_535).flatMap(pair)];
  const gridAt = 32 + straight.length;
  const padded = [...grid, ...Array((4 - (grid.length % 4)) % 4).fill(0)];
  const offsets = [32, 0, 0, gridAt, gridAt + padded.length].flatMap(word);
  return bytes(head, [0, 0], offsets, straight, padded, straight);
}

/** A printer's profile of four inks: a table for each intent and way, which differ in all bytes, and a gamut check. */
export function inkProfile(): Uint8Array {
  const way = (seed: number): readonly (readonly [string, Uint8Array])[] => [
    [`A2B${seed}`, inkTable(4, 3, (inks) => 255 - Math.min(255, inks * 64 + seed))],
    [`B2A${seed}`, inkTable(3, 4, (color) => (color * 85 + seed * 9) % 256)],
  ];
  const whole = profile({
    tags: [...named('Four inks'), ...[0, 1, 2].flatMap(way), ['gamt', inkTable(3, 1, (color) => color * 80)]],
  });
  for (const [at, code] of chars('prtrCMYKLab ').entries()) whole[12 + at] = code;
  return whole;
}

/** `mft1` of 2 points an axis (ICC.1:2010, 10.9), from the number of full inputs. */
function inkTable(inputs: number, outputs: number, cell: (full: number) => number): Uint8Array {
  const straight = (count: number) => Array.from({ length: 256 * count }, (_, at) => at % 256);
  const cells = Array.from({ length: 2 ** inputs }, (_, corner) => {
    const full = corner.toString(2).replaceAll('0', '').length;
    return Array.from({ length: outputs }, (_, output) => (output === 0 ? cell(full) : 128));
  });
  const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed);
  const head = [...chars('mft1'), ...word(0), inputs, outputs, 2, 0];
  return bytes(head, matrix, straight(inputs), cells.flat(), straight(outputs));
}

export function profile({ version = 2, space = 'RGB ', tags }: ProfileParts): Uint8Array {
  const table: number[][] = [word(tags.length)];
  const bodies: number[][] = [];
  let at = 132 + tags.length * 12;
  for (const [name, data] of tags) {
    table.push(chars(name), word(at), word(data.length));
    const padded = [...data, ...Array((4 - (data.length % 4)) % 4).fill(0)];
    bodies.push(padded);
    at += padded.length;
  }
  const header = [...word(at), ...word(0), version, 0x10, 0, 0, ...chars(`mntr${space}XYZ `)];
  const rest = [
    ...Array(12).fill(0),
    ...chars('acsp'),
    ...Array(28).fill(0),
    ...xyz([0.9642, 1, 0.8249]).slice(8),
  ];
  const whole = [...header, ...rest];
  return bytes(whole, Array(128 - whole.length).fill(0), ...table, ...bodies);
}

function named(name: string) {
  return [
    ['desc', description(name)],
    ['cprt', bytes(chars('text'), word(0), chars('Public domain\0'))],
    ['wtpt', xyz([0.9505, 1, 1.0891])],
  ] as const;
}

function primaries(columns: readonly (readonly number[])[]) {
  return ['rXYZ', 'gXYZ', 'bXYZ'].map((name, at) => [name, xyz(columns[at]!)] as const);
}

function srgbLight(stored: number): number {
  return stored <= 0.04045 ? stored / 12.92 : ((stored + 0.055) / 1.055) ** 2.4;
}

function curve(points: readonly number[]): Uint8Array {
  return bytes(
    chars('curv'),
    word(0),
    word(points.length),
    ...points.map((point) => [point >> 8, point & 255]),
  );
}

function xyz(values: readonly number[]): Uint8Array {
  return bytes(chars('XYZ '), word(0), ...values.map(fixed));
}

function description(text: string): Uint8Array {
  return bytes(chars('desc'), word(0), word(text.length + 1), chars(`${text}\0`), Array(78).fill(0));
}

function fixed(value: number): number[] {
  return word(Math.round(value * 65_536));
}

function word(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function chars(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function bytes(...parts: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flat());
}
