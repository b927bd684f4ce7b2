import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { encodeInteger, encodeSymbolId, INTEGER_CONTEXTS, OUT_OF_BAND } from './integer-encoder.ts';
import {
  encodeRefinement,
  encodeSymbolBitmap,
  REFINEMENT_CONTEXTS,
  SYMBOL_CONTEXTS,
} from './symbol-bitmaps.ts';
import type { ClassMember, SymbolClass } from './symbol-classes.ts';

/** The data of a symbol dictionary segment. */
export interface CodedDictionary {
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
export function inOrder(classes: readonly SymbolClass[]): readonly SymbolClass[] {
  return classes.toSorted(({ prototype: a }, { prototype: b }) => a.height - b.height || a.width - b.width);
}

const DICTIONARY = contextsFrom(SYMBOL_CONTEXTS, ['heightDelta', 'widthDelta', 'exportRun']);

/**
 * 6.5.5 with bitmaps coded one by one (SDHUFF 0, SDREFAGG 0): classes of one height, then the export flags.
 *
 * @param classes as `inOrder` gives them
 */
export function codeDictionary(classes: readonly SymbolClass[]): CodedDictionary {
  const encoder = new ArithmeticEncoder(bitsFor(DICTIONARY.end), 1 << 12);
  let height = 0;
  let width = 0;
  for (const { prototype } of classes) {
    if (prototype.height !== height) {
      if (height > 0) encodeInteger(encoder, DICTIONARY.widthDelta, OUT_OF_BAND);
      encodeInteger(encoder, DICTIONARY.heightDelta, prototype.height - height);
      height = prototype.height;
      width = 0;
    }
    encodeInteger(encoder, DICTIONARY.widthDelta, prototype.width - width);
    width = prototype.width;
    encodeSymbolBitmap(encoder, 0, prototype);
  }
  encodeInteger(encoder, DICTIONARY.widthDelta, OUT_OF_BAND);
  // 6.5.10: no symbol is held back, all are exported.
  encodeInteger(encoder, DICTIONARY.exportRun, 0);
  encodeInteger(encoder, DICTIONARY.exportRun, classes.length);
  return { symbolCount: classes.length, data: encoder.finish() };
}

interface Instance extends ClassMember {
  readonly id: number;
  readonly prototype: SymbolClass['prototype'];
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
export function codeText(symbols: readonly SymbolClass[]): CodedText {
  const instances = symbols.flatMap(({ prototype, members }, id) =>
    members.map((member): Instance => ({ id, prototype, ...member })),
  );
  const refined = instances.some(({ mismatches }) => mismatches > 0);
  const idLength = bitsFor(symbols.length);
  const encoder = new ArithmeticEncoder(bitsFor(TEXT.end + 2 ** idLength), 1 << 12);
  const ordered = instances.toSorted((a, b) => baseline(a) - baseline(b) || a.component.x - b.component.x);
  // The start of all strips, of which the first delta is counted.
  encodeInteger(encoder, TEXT.stripDelta, 0);
  let strip = 0;
  let firstX = 0;
  let x = 0;
  for (const [index, instance] of ordered.entries()) {
    const { component } = instance;
    if (index === 0 || baseline(instance) !== strip) {
      if (index > 0) encodeInteger(encoder, TEXT.xDelta, OUT_OF_BAND);
      encodeInteger(encoder, TEXT.stripDelta, baseline(instance) - strip);
      encodeInteger(encoder, TEXT.firstX, component.x - firstX);
      strip = baseline(instance);
      firstX = component.x;
    } else {
      encodeInteger(encoder, TEXT.xDelta, component.x - x);
    }
    encodeSymbolId(encoder, TEXT.end, idLength, instance.id);
    if (refined) codeRefinement(encoder, instance);
    x = component.x + component.width - 1;
  }
  encodeInteger(encoder, TEXT.xDelta, OUT_OF_BAND);
  return { instanceCount: instances.length, refined, data: encoder.finish() };
}

/** 6.4.11: whether the symbol is drawn as it is, or by how much it differs and its own pixels. */
function codeRefinement(encoder: ArithmeticEncoder, instance: Instance): void {
  const { component, prototype, offset, mismatches } = instance;
  encodeInteger(encoder, TEXT.isRefined, mismatches === 0 ? 0 : 1);
  if (mismatches === 0) return;
  const wider = component.width - prototype.width;
  const higher = component.height - prototype.height;
  encodeInteger(encoder, TEXT.widthDelta, wider);
  encodeInteger(encoder, TEXT.heightDelta, higher);
  // Offsets count from where the difference in size, halved and rounded down, puts the symbol.
  encodeInteger(encoder, TEXT.offsetX, offset.x - (wider >> 1));
  encodeInteger(encoder, TEXT.offsetY, offset.y - (higher >> 1));
  encodeRefinement(encoder, 0, component, prototype, offset);
}

/** The row of the symbol's lowest pixels. */
function baseline({ component: { y, height } }: Instance): number {
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
