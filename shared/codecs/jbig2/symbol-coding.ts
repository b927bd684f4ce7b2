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

/** The data of a symbol dictionary segment. */
export interface CodedDictionary {
  readonly template: SymbolTemplate;
  readonly symbolCount: number;
  readonly data: Uint8Array;
}

/** The data of a text region segment. */
export interface CodedText {
  readonly instanceCount: number;
  /** Some symbol is drawn with pixels of its own. */
  readonly refined: boolean;
  readonly data: Uint8Array;
}

/** In the order that a dictionary has them in. */
export function inOrder(symbols: readonly FramedSymbol[]): readonly FramedSymbol[] {
  return symbols.toSorted(({ bitmap: a }, { bitmap: b }) => a.height - b.height || a.width - b.width);
}

const DICTIONARY = contextsFrom(MAX_SYMBOL_CONTEXTS, ['heightDelta', 'widthDelta', 'exportRun']);

/**
 * 6.5.5 with bitmaps coded one by one (SDHUFF 0, SDREFAGG 0): classes of one height, then the export flags.
 *
 * @param symbols as `inOrder` gives them
 */
export function codeDictionary(symbols: readonly FramedSymbol[]): CodedDictionary {
  const [one, other] = ([2, 1] as const).map((template) => codeBitmaps(symbols, template));
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
  // 6.5.10: no symbol is held back, all are exported.
  encodeInteger(encoder, DICTIONARY.exportRun, 0);
  encodeInteger(encoder, DICTIONARY.exportRun, symbols.length);
  return { template, symbolCount: symbols.length, data: encoder.finish() };
}

interface Instance {
  /** Number of the symbol. */
  readonly id: number;
  readonly bitmap: SymbolBitmap;
  readonly drawn: SymbolInstance;
  /** The frame as far as it lies on the page. */
  readonly box: Box;
  readonly isRefined: boolean;
  /** Instances are told in the order of their rows and columns. */
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
 * 6.4.5 with strips of one row and the lower left corner as a symbol's place: what stands on one line of text is one
 * strip.
 *
 * @param symbols in the order of their numbers, with what is drawn of each
 */
export function codeText(symbols: readonly FramedSymbol[], page: Size): CodedText {
  const ordered = instancesOf(symbols, page).sort((a, b) => a.order - b.order);
  const refined = ordered.some(({ isRefined }) => isRefined);
  const idLength = bitsFor(symbols.length);
  const encoder = new ArithmeticEncoder(bitsFor(TEXT.end + 2 ** idLength), 1 << 12);
  // The start of all strips, of which the first delta is counted.
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

/** Readers need not draw what lies outside of a region. */
function onPage(frame: Box, page: Size): Box {
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height];
  if (frame.x >= 0 && frame.y >= 0 && right <= page.width && bottom <= page.height) return frame;
  const [x, y] = [Math.max(0, frame.x), Math.max(0, frame.y)];
  return { x, y, width: Math.min(page.width, right) - x, height: Math.min(page.height, bottom) - y };
}

/** 6.4.11: whether the symbol is drawn as it is, or in which box and with which pixels. */
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
  // Offsets count from where the difference in size, halved and rounded down, puts the symbol.
  encodeInteger(encoder, TEXT.offsetX, symbolAt.x - (wider >> 1));
  encodeInteger(encoder, TEXT.offsetY, symbolAt.y - (higher >> 1));
  const { width, height, pixels } = component;
  const drawn = { width, height, pixels, at: placeIn(box, component) };
  encodeRefinement(encoder, 0, box, drawn, { ...bitmap, at: symbolAt });
}

/** The row that the symbol stands on. */
function baseline({ box: { y, height } }: Instance): number {
  return y + height - 1;
}

/** Bits that tell so many things apart: SBSYMCODELEN (6.5.8.2.3) for symbols. */
function bitsFor(count: number): number {
  return 32 - Math.clz32(count - 1);
}

/** Where the contexts of each integer begin, one after another, and where the next ones may. */
function contextsFrom<Name extends string>(first: number, names: readonly Name[]) {
  const bases = Object.fromEntries(names.map((name, index) => [name, first + index * INTEGER_CONTEXTS]));
  return { ...(bases as Record<Name, number>), end: first + names.length * INTEGER_CONTEXTS };
}
