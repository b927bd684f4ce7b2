import type { Bitmap } from '../../codecs/bitmap.ts';
import { findComponents } from '../../codecs/jbig2/components.ts';
import { moveTowardClasses } from '../../codecs/jbig2/near/move-pixels.ts';
import { type Shape, shapesOn } from '../../codecs/jbig2/shapes.ts';
import { widestDifference } from './drawn-alike.ts';
import { CLEAN, type Letter, type ScannerNoise, scannedLetter } from './glyph-raster.ts';

/** A letter that became exactly another one. */
export interface Confusion {
  readonly from: string;
  readonly to: string;
  readonly pixelsPerEm: number;
  readonly moved: number;
  /** Side of the largest square in which the clean letters differ, in pixels. */
  readonly apart: number;
}

export interface Trial {
  /** Pairs of letters whose parts have the same sizes and positions, so that one might become the other. */
  readonly tried: number;
  readonly confusions: readonly Confusion[];
}

/** A letter as it appears in one scan. */
interface Form {
  readonly character: string;
  readonly page: Bitmap;
  /** Its connected parts. */
  readonly parts: readonly Shape[];
}

const ALL = { maxSide: 1000, minInk: 1, pixelsPerRun: 1, maxRuns: 100_000, maxCount: 1000 };

/**
 * Moves the pixels of each letter, in all its noisy forms, toward every other letter, as if both were of one
 * class, however different they are. None may become the other. Since shapes keep their rectangles, only
 * letters with parts of the same sizes in the same positions need be tried.
 */
export function confusionsAmong(
  letters: readonly Letter[],
  pixelsPerEm: number,
  noises: readonly ScannerNoise[],
): Trial {
  const byPlaces = new Map<string, Form[]>();
  for (const form of letters.flatMap((letter) => formsOf(letter, pixelsPerEm, noises))) {
    const places = placesOf(form);
    const alike = byPlaces.get(places);
    if (alike === undefined) byPlaces.set(places, [form]);
    else alike.push(form);
  }
  const apart = new Distances(letters, pixelsPerEm);
  let tried = 0;
  const confusions: Confusion[] = [];
  for (const forms of byPlaces.values()) {
    for (const from of forms) {
      for (const to of forms) {
        if (from.character === to.character) continue;
        tried += 1;
        const moved = movedUntilEqual(from, to);
        if (moved === 0) continue;
        const [a, b] = [from.character, to.character];
        confusions.push({ from: a, to: b, pixelsPerEm, moved, apart: apart.between(a, b) });
      }
    }
  }
  return { tried, confusions };
}

/** Distances of clean letters, each measured once. */
class Distances {
  readonly #letters: ReadonlyMap<string, Letter>;
  readonly #pixelsPerEm: number;
  readonly #known = new Map<string, number>();

  constructor(letters: readonly Letter[], pixelsPerEm: number) {
    this.#letters = new Map(letters.map((letter) => [letter.character, letter]));
    this.#pixelsPerEm = pixelsPerEm;
  }

  between(...pair: readonly [string, string]): number {
    const key = pair.toSorted().join('');
    const [one, other] = pair.map((character) => this.#letters.get(character)!);
    const apart = this.#known.get(key) ?? widestDifference(one!, other!, this.#pixelsPerEm);
    this.#known.set(key, apart);
    return apart;
  }
}

/** Without forms of which the scan lost a part, such as a dot: nothing can keep that one. */
function formsOf(letter: Letter, pixelsPerEm: number, noises: readonly ScannerNoise[]): readonly Form[] {
  const whole = sizeOf(formOf(letter, pixelsPerEm, CLEAN));
  return noises
    .map((noise) => formOf(letter, pixelsPerEm, noise))
    .filter((form) => sizeOf(form).every((size, axis) => size >= whole[axis]! - LOST_PIXELS));
}

/** A blur takes at most this of both ends of a letter. */
const LOST_PIXELS = 2;

function sizeOf({ parts }: Form): readonly number[] {
  const most = (side: (part: Form['parts'][number]) => number) => Math.max(...parts.map(side));
  return [
    most(({ x, width }) => x + width) + most(({ x }) => -x),
    most(({ y, height }) => y + height) + most(({ y }) => -y),
  ];
}

function formOf(letter: Letter, pixelsPerEm: number, noise: ScannerNoise): Form {
  const page = scannedLetter(letter, pixelsPerEm, noise);
  const parts = shapesOn(0, findComponents(page, ALL) ?? [], 1);
  return { character: letter.character, page, parts };
}

function placesOf({ parts }: Form): string {
  return parts
    .map(({ x, y, width, height }) => [x - parts[0]!.x, y - parts[0]!.y, width, height].join())
    .join(' ');
}

/** Number of pixels that had to move; 0 if it did not become the other letter, or was equal before. */
function movedUntilEqual({ page, parts }: Form, other: Form): number {
  let moved = 0;
  for (const [at, component] of parts.entries()) {
    const prototype = other.parts[at]!;
    const mismatches = differences(component, prototype);
    if (mismatches === 0) continue;
    const members = [{ component, offset: { x: 0, y: 0 }, mismatches }];
    const { members: after } = moveTowardClasses([{ prototype, members }], [page], [true])[0]!;
    if (after[0]!.mismatches > 0) return 0;
    moved += mismatches;
  }
  return moved;
}

function differences(a: Shape, b: Shape): number {
  let count = 0;
  for (let at = 0; at < a.pixels.length; at++) count += a.pixels[at]! ^ b.pixels[at]!;
  return count;
}
