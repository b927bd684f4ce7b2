import { mapped } from '../../lists.ts';
import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import type { FramedSymbol, SymbolInstance } from './frames/symbol-frames.ts';
import { encodeInteger, encodeSymbolId, INTEGER_CONTEXTS, OUT_OF_BAND } from './integer-encoder.ts';
import {
  type Box,
  encodeRefinement,
  encodeSymbolBitmap,
  MAX_SYMBOL_CONTEXTS,
  placeIn,
  REFINEMENT_CONTEXTS,
  type Size,
  type SymbolBitmap,
  type SymbolTemplate,
} from './symbol-bitmaps.ts';

export interface CodedDictionary {
  readonly template: SymbolTemplate;
  readonly symbolCount: number;
  readonly data: Uint8Array;
}

export interface CodedText {
  readonly instanceCount: number;
  /** Some symbol is drawn with its own pixels. */
  readonly refined: boolean;
  readonly data: Uint8Array;
}

/** Sorts symbols in dictionary order. */
export function inOrder(symbols: readonly FramedSymbol[]): readonly FramedSymbol[] {
  return symbols.toSorted(({ bitmap: a }, { bitmap: b }) => a.height - b.height || a.width - b.width);
}

const DICTIONARY = contextsFrom(MAX_SYMBOL_CONTEXTS, ['heightDelta', 'widthDelta', 'exportRun']);

/**
 * 6.5.5 with single bitmaps (SDHUFF 0, SDREFAGG 0): height classes, then the export flags.
 * @param symbols sorted by `inOrder`
 */
export function codeDictionary(symbols: readonly FramedSymbol[]): CodedDictionary {
  const [one, other] = mapped([2, 1], (template) => codeBitmaps(symbols, template));
  return one.data.length <= other.data.length ? one : other;
}

function codeBitmaps(symbols: readonly FramedSymbol[], template: SymbolTemplate): CodedDictionary {
  const encoder = new ArithmeticEncoder(bitsFor(DICTIONARY.end), 1 << 12);
  let height = 0;
  let width = 0;
  for (const { bitmap } of symbols) {
    if (bitmap.height !== height) {
      if (height > 0) encodeInteger(encoder, DICTIONARY.widthDelta, OUT_OF_BAND);
      encodeInteger(encoder, DICTIONARY.heightDelta, bitmap.height - height);
      height = bitmap.height;
      width = 0;
    }
    encodeInteger(encoder, DICTIONARY.widthDelta, bitmap.width - width);
    width = bitmap.width;
    encodeSymbolBitmap(encoder, 0, bitmap, template);
  }
  encodeInteger(encoder, DICTIONARY.widthDelta, OUT_OF_BAND);
  // 6.5.10: all symbols are exported.
  encodeInteger(encoder, DICTIONARY.exportRun, 0);
  encodeInteger(encoder, DICTIONARY.exportRun, symbols.length);
  return { template, symbolCount: symbols.length, data: encoder.finish() };
}

interface Instance {
  /** Symbol number. */
  readonly id: number;
  readonly bitmap: SymbolBitmap;
  readonly drawn: SymbolInstance;
  /** The part of the frame on the page. */
  readonly box: Box;
  readonly isRefined: boolean;
  /** Sort key: instances are coded by row, then column. */
  readonly order: number;
}

const TEXT = contextsFrom(REFINEMENT_CONTEXTS, [
  'stripDelta',
  'firstX',
  'xDelta',
  'isRefined',
  'widthDelta',
  'heightDelta',
  'offsetX',
  'offsetY',
]);

/**
 * 6.4.5 with strips of one row and the lower left corner as a symbol's position: a line of text is one strip.
 * @param symbols in the order of their numbers, with their instances
 */
export function codeText(symbols: readonly FramedSymbol[], page: Size): CodedText {
  const ordered = instancesOf(symbols, page).sort((a, b) => a.order - b.order);
  const refined = ordered.some(({ isRefined }) => isRefined);
  const idLength = bitsFor(symbols.length);
  const encoder = new ArithmeticEncoder(bitsFor(TEXT.end + 2 ** idLength), 1 << 12);
  // Start of all strips, from which the first delta counts.
  encodeInteger(encoder, TEXT.stripDelta, 0);
  let strip = 0;
  let firstX = 0;
  let x = 0;
  for (const [index, instance] of ordered.entries()) {
    const { box } = instance;
    if (index === 0 || baseline(instance) !== strip) {
      if (index > 0) encodeInteger(encoder, TEXT.xDelta, OUT_OF_BAND);
      encodeInteger(encoder, TEXT.stripDelta, baseline(instance) - strip);
      encodeInteger(encoder, TEXT.firstX, box.x - firstX);
      strip = baseline(instance);
      firstX = box.x;
    } else {
      encodeInteger(encoder, TEXT.xDelta, box.x - x);
    }
    encodeSymbolId(encoder, TEXT.end, idLength, instance.id);
    if (refined) codeRefinement(encoder, instance);
    x = box.x + box.width - 1;
  }
  encodeInteger(encoder, TEXT.xDelta, OUT_OF_BAND);
  return { instanceCount: ordered.length, refined, data: encoder.finish() };
}

function instancesOf(symbols: readonly FramedSymbol[], page: Size): Instance[] {
  const all: Instance[] = [];
  for (const [id, { bitmap, instances }] of symbols.entries()) {
    for (const drawn of instances) {
      const box = onPage(drawn.frame, page);
      const isRefined = drawn.isRefined || box !== drawn.frame;
      all.push({ id, bitmap, drawn, box, isRefined, order: (box.y + box.height) * page.width + box.x });
    }
  }
  return all;
}

/** Readers need not draw anything outside of a region. */
function onPage(frame: Box, page: Size): Box {
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height];
  if (frame.x >= 0 && frame.y >= 0 && right <= page.width && bottom <= page.height) return frame;
  const [x, y] = [Math.max(0, frame.x), Math.max(0, frame.y)];
  return { x, y, width: Math.min(page.width, right) - x, height: Math.min(page.height, bottom) - y };
}

/** 6.4.11: codes whether the symbol is drawn as it is, or its box and pixels. */
function codeRefinement(encoder: ArithmeticEncoder, instance: Instance): void {
  const { bitmap, box, isRefined } = instance;
  const { component, frame } = instance.drawn;
  encodeInteger(encoder, TEXT.isRefined, isRefined ? 1 : 0);
  if (!isRefined) return;
  const wider = box.width - bitmap.width;
  const higher = box.height - bitmap.height;
  const symbolAt = placeIn(box, frame);
  encodeInteger(encoder, TEXT.widthDelta, wider);
  encodeInteger(encoder, TEXT.heightDelta, higher);
  // Offsets are relative to the position after half the size difference, rounded down.
  encodeInteger(encoder, TEXT.offsetX, symbolAt.x - (wider >> 1));
  encodeInteger(encoder, TEXT.offsetY, symbolAt.y - (higher >> 1));
  const { width, height, pixels } = component;
  const drawn = { width, height, pixels, at: placeIn(box, component) };
  encodeRefinement(encoder, 0, box, drawn, { ...bitmap, at: symbolAt });
}

/** Row of the symbol's lower edge. */
function baseline({ box: { y, height } }: Instance): number {
  return y + height - 1;
}

/** Bits to distinguish `count` values: SBSYMCODELEN (6.5.8.2.3) for symbols. */
function bitsFor(count: number): number {
  return 32 - Math.clz32(count - 1);
}

/** First context of each integer, consecutively, and the end. */
function contextsFrom<Name extends string>(first: number, names: readonly Name[]) {
  const bases = Object.fromEntries(names.map((name, index) => [name, first + index * INTEGER_CONTEXTS]));
  return { ...(bases as Record<Name, number>), end: first + names.length * INTEGER_CONTEXTS };
}
