/** Colour profiles as makers of pictures embed them, written here from their public numbers (IEC 61966-2-1, Adobe RGB 1998). */

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

/** The profile that Hewlett-Packard made and most cameras embed: a table of 1,024 points, and many words. */
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

/** Gray of gamma 1.8 as a table, as scanners write it. */
export function grayTable(): Uint8Array {
  const table = curve(Array.from({ length: 1024 }, (_, at) => Math.round((at / 1023) ** 1.8 * 65_535)));
  return profile({ space: 'GRAY', tags: [...named('Gray'), ['kTRC', table]] });
}

/** sRGB with a table of colours beside its curves, which goes before them. */
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
  return ['rXYZ', 'gXYZ', 'bXYZ'].map((name, at) => [name, xyz(columns[at])] as const);
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
