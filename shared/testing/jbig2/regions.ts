import type { MqEncoder } from './mq-encoder.ts';
import { type Picture, pixelAt } from './picture.ts';

/** Generic regions (T.88, 6.2) and refinements (6.3), pixel by pixel. */

export type Template = 0 | 1 | 2 | 3;
type Place = readonly [dx: number, dy: number];

/** Nominal positions of adaptive pixels (figures 3 to 6). */
export const NOMINAL: Readonly<Record<Template, readonly Place[]>> = {
  0: [
    [3, -1],
    [-3, -1],
    [2, -2],
    [-2, -2],
  ],
  1: [[3, -1]],
  2: [[2, -1]],
  3: [[2, -1]],
};

/** Figures 3 to 6, from the lowest bit of the context up: `dx,dy`, or A1 to A4. */
const TEMPLATES: Readonly<Record<Template, string>> = {
  0: '-1,0 -2,0 -3,0 -4,0 A1 2,-1 1,-1 0,-1 -1,-1 -2,-1 A2 A3 1,-2 0,-2 -1,-2 A4',
  1: '-1,0 -2,0 -3,0 A1 2,-1 1,-1 0,-1 -1,-1 -2,-1 2,-2 1,-2 0,-2 -1,-2',
  2: '-1,0 -2,0 A1 1,-1 0,-1 -1,-1 -2,-1 1,-2 0,-2 -1,-2',
  3: '-1,0 -2,0 -3,0 -4,0 A1 1,-1 0,-1 -1,-1 -2,-1 -3,-1',
};

/** Figures 8 to 11: context of the bit for a row equal to the previous one. */
const ROW_CONTEXTS: Readonly<Record<Template, number>> = { 0: 0x9b25, 1: 0x0795, 2: 0x00e5, 3: 0x0195 };

export interface GenericCoding {
  readonly template: Template;
  readonly adaptive?: readonly Place[];
  /** TPGDON: a row equal to the previous one takes one bit. */
  readonly typicalPrediction?: true;
}

export function putGeneric(out: MqEncoder, drawn: Picture, coding: GenericCoding): void {
  const { template, adaptive = NOMINAL[template], typicalPrediction } = coding;
  const places = TEMPLATES[template].split(' ').map((place): Place => {
    if (place.startsWith('A')) return adaptive[Number(place.slice(1)) - 1]!;
    const [dx, dy] = place.split(',').map(Number);
    return [dx!, dy!];
  });
  let wasTypical = false;
  for (let y = 0; y < drawn.height; y += 1) {
    if (typicalPrediction) {
      const isTypical = isLikeAbove(drawn, y);
      out.bit('GB', ROW_CONTEXTS[template], Number(isTypical !== wasTypical));
      wasTypical = isTypical;
      if (isTypical) continue;
    }
    for (let x = 0; x < drawn.width; x += 1) {
      const context = places.reduce((sum, [dx, dy], at) => sum | (pixelAt(drawn, x + dx, y + dy) << at), 0);
      out.bit('GB', context, pixelAt(drawn, x, y));
    }
  }
}

function isLikeAbove(drawn: Picture, y: number): boolean {
  return Array.from({ length: drawn.width }, (_, x) => x).every(
    (x) => pixelAt(drawn, x, y) === pixelAt(drawn, x, y - 1),
  );
}

export interface RefinementCoding {
  readonly template: 0 | 1;
  /** GRREFERENCEDX and GRREFERENCEDY. */
  readonly dx: number;
  readonly dy: number;
  /** TPGRON: pixels inside uniform surroundings of the reference are not coded. */
  readonly typicalPrediction?: true;
}

/** Figures 12 and 13 with adaptive pixels at (-1, -1): pixels of the image, then of the reference. */
const REFINEMENT_TEMPLATES = {
  0: {
    own: '0,-1 1,-1 -1,0 -1,-1',
    reference: '0,-1 1,-1 -1,0 0,0 1,0 -1,1 0,1 1,1 -1,-1',
  },
  1: { own: '-1,-1 0,-1 1,-1 -1,0', reference: '0,-1 -1,0 0,0 1,0 0,1 1,1' },
} as const;

export function putRefinement(
  out: MqEncoder,
  drawn: Picture,
  reference: Picture,
  { template, dx, dy, typicalPrediction }: RefinementCoding,
): void {
  const places = REFINEMENT_TEMPLATES[template];
  const around = (from: Picture, text: string, x: number, y: number) =>
    text.split(' ').map((place) => {
      const [placeX, placeY] = place.split(',').map(Number);
      return pixelAt(from, x + placeX!, y + placeY!);
    });
  const contextOf = (bits: readonly number[]) => bits.reduce((sum, bit) => (sum << 1) | bit, 0);
  // Figures 14 and 15: only the reference's own pixel is black.
  const rowContext = contextOf(
    [...places.own.split(' '), ...places.reference.split(' ')].map((place) => Number(place === '0,0')),
  );
  let wasTypical = false;
  for (let y = 0; y < drawn.height; y += 1) {
    const plain = (x: number) => plainValue(reference, x - dx, y - dy);
    let isTypical = false;
    if (typicalPrediction) {
      isTypical = Array.from({ length: drawn.width }, (_, x) => x).every(
        (x) => plain(x) === null || plain(x) === pixelAt(drawn, x, y),
      );
      out.bit('GR', rowContext, Number(isTypical !== wasTypical));
      wasTypical = isTypical;
    }
    for (let x = 0; x < drawn.width; x += 1) {
      if (isTypical && plain(x) !== null) continue;
      const context = contextOf([
        ...around(drawn, places.own, x, y),
        ...around(reference, places.reference, x - dx, y - dy),
      ]);
      out.bit('GR', context, pixelAt(drawn, x, y));
    }
  }
}

/** 6.3.5.6, 3d: the value of nine equal pixels, or null. */
function plainValue(reference: Picture, x: number, y: number): number | null {
  const value = pixelAt(reference, x, y);
  for (let at = 0; at < 9; at += 1) {
    if (pixelAt(reference, x + (at % 3) - 1, y + Math.floor(at / 3) - 1) !== value) return null;
  }
  return value;
}
