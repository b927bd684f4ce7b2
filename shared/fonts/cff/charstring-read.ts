/** Interprets Type 2 charstrings (Adobe Technical Note #5177). */
import { ofLength } from '../../lists.ts';
import { type Accent, type Glyph, GlyphBuilder, type StemSet, sortedStems } from './glyph.ts';
import { int16, int32, shortNumber, shortNumberBytes } from './numbers.ts';
import { PATH_OPERATORS } from './path-read.ts';
import { type CffFont, partOf } from './read.ts';
import { refuse } from './refused-face.ts';
import { WorkBudget } from './work-budget.ts';

/** "Subr nesting, stack limit: 10" (Appendix B). */
const MAX_DEPTH = 10;
/** More than the 48 of Appendix B, since readers accept more. */
const MAX_OPERANDS = 192;
const FIXED = 65536;

export interface SubrUse {
  readonly global: Set<number>;
  readonly local: Set<number>;
}

export class CharStringReader {
  readonly #font: CffFont;
  readonly #budget = new WorkBudget();

  constructor(font: CffFont) {
    this.#font = font;
  }

  /** Adds the called subroutines to `use`. */
  glyph(glyph: number, use?: SubrUse): Glyph {
    return new Run(this.#font, glyph, this.#budget, use).run();
  }
}

type Pair = readonly [start: number, width: number];

class Run {
  readonly #charString: Uint8Array;
  readonly #globalSubrs: readonly Uint8Array[];
  readonly #localSubrs: readonly Uint8Array[];
  readonly #nominalWidth: number;
  readonly #budget: WorkBudget;
  readonly #use: SubrUse | undefined;
  readonly #builder = new GlyphBuilder();
  readonly #horizontal: Pair[] = [];
  readonly #vertical: Pair[] = [];
  #stack: number[] = [];
  #width: number;
  #hasWidth = false;
  #hasMask = false;
  #hasHintMask = false;
  #hasMoved = false;
  #accent: Accent | null = null;
  #ended = false;

  constructor(font: CffFont, glyph: number, budget: WorkBudget, use: SubrUse | undefined) {
    const part = partOf(font, glyph);
    this.#charString = font.charStrings[glyph]!;
    this.#globalSubrs = font.globalSubrs;
    this.#localSubrs = part.subrs;
    this.#width = part.defaultWidth;
    this.#nominalWidth = part.nominalWidth;
    this.#budget = budget;
    this.#use = use;
  }

  run(): Glyph {
    this.#program(this.#charString, 0);
    return this.#builder.finish(this.#width, this.#accent);
  }

  #program(code: Uint8Array, depth: number): void {
    if (depth > MAX_DEPTH) refuse('too-complex', 'subroutines too deep');
    for (let at = 0; at < code.length && !this.#ended; ) {
      this.#budget.spend(1);
      const first = code[at]!;
      if (first >= 32 || first === 28) {
        at = this.#operand(code, at);
        continue;
      }
      at += 1;
      if (first === 11) return;
      if (first === 10) this.#call(this.#localSubrs, this.#use?.local, depth);
      else if (first === 29) this.#call(this.#globalSubrs, this.#use?.global, depth);
      else if (first === 12) this.#escaped(code[at++]);
      else if (first === 19 || first === 20) at = this.#mask(first, code, at);
      else this.#operator(first);
    }
  }

  #operand(code: Uint8Array, at: number): number {
    const first = code[at]!;
    let value: number;
    let end: number;
    if (first === 28) {
      value = int16(code, at + 1);
      end = at + 3;
    } else if (first === 255) {
      value = int32(code, at + 1) / FIXED;
      end = at + 5;
    } else {
      value = shortNumber(first, code[at + 1]!);
      end = at + shortNumberBytes(first);
    }
    if (end > code.length) refuse('damaged', 'charstring cut off');
    if (this.#stack.length === MAX_OPERANDS) refuse('odd-charstring', 'too many operands');
    this.#stack.push(value);
    return end;
  }

  #call(subrs: readonly Uint8Array[], use: Set<number> | undefined, depth: number): void {
    const number = this.#stack.pop();
    if (number === undefined) refuse('odd-charstring', 'call without a number');
    const index = number + subrBias(subrs.length);
    const subr = subrs[index];
    if (subr === undefined) refuse('odd-charstring', `no subroutine ${index}`);
    use?.add(index);
    this.#program(subr, depth + 1);
  }

  #operator(operator: number): void {
    switch (operator) {
      case 1: // hstem
      case 18: // hstemhm
        this.#stems(this.#horizontal);
        break;
      case 3: // vstem
      case 23: // vstemhm
        this.#stems(this.#vertical);
        break;
      case 4: // vmoveto
        this.#move(1, (operands) => [0, operands[0]!]);
        break;
      case 21: // rmoveto
        this.#move(2, (operands) => [operands[0]!, operands[1]!]);
        break;
      case 22: // hmoveto
        this.#move(1, (operands) => [operands[0]!, 0]);
        break;
      case 14: // endchar
        this.#endChar();
        break;
      default:
        this.#path(operator);
    }
    this.#stack = [];
  }

  #path(operator: number): void {
    const draw = PATH_OPERATORS.get(operator) ?? refuse('odd-charstring', `operator ${operator}`);
    if (!this.#hasMoved) refuse('odd-charstring', 'path without a move');
    draw(this.#builder, this.#stack);
  }

  /** "The first stack-clearing operator … takes an additional argument: the width." */
  #takeWidth(hasExtra: boolean): void {
    if (!this.#hasWidth && hasExtra) this.#width = this.#nominalWidth + this.#stack.shift()!;
    this.#hasWidth = true;
  }

  #stems(into: Pair[]): void {
    this.#takeWidth(this.#stack.length % 2 === 1);
    if (this.#stack.length % 2 === 1) refuse('odd-charstring', 'half a stem');
    if (this.#hasMask || this.#hasMoved) refuse('odd-charstring', 'stems behind a mask or in a path');
    let edge = 0;
    for (let i = 0; i < this.#stack.length; i += 2) {
      const start = edge + this.#stack[i]!;
      const width = this.#stack[i + 1]!;
      into.push([start, width]);
      edge = start + width;
    }
  }

  #mask(operator: number, code: Uint8Array, at: number): number {
    // "If hstem and vstem hints are both declared … and this sequence is followed directly by hintmask or cntrmask,
    // the vstem hint operator need not be included."
    if (this.#stack.length > 0 || !this.#hasWidth) this.#stems(this.#vertical);
    this.#stack = [];
    const count = this.#horizontal.length + this.#vertical.length;
    const end = at + Math.ceil(count / 8);
    if (end > code.length) refuse('damaged', 'mask cut off');
    const isSet = (stem: number) => (code[at + (stem >> 3)]! & (0x80 >> (stem & 7))) !== 0;
    const stems = {
      horizontal: sortedStems(this.#horizontal.filter((_, i) => isSet(i))),
      vertical: sortedStems(this.#vertical.filter((_, i) => isSet(this.#horizontal.length + i))),
    };
    this.#hasMask = true;
    if (operator === 20) this.#builder.counter(stems);
    else {
      this.#hasHintMask = true;
      this.#builder.stems(stems);
    }
    return end;
  }

  /** Without a preceding `hintmask`, all stems are active. */
  #startPath(): void {
    if (!this.#hasMoved && !this.#hasHintMask) this.#builder.stems(this.#allStems());
    this.#hasMoved = true;
  }

  #allStems(): StemSet {
    return { horizontal: sortedStems(this.#horizontal), vertical: sortedStems(this.#vertical) };
  }

  #move(operands: number, by: (operands: readonly number[]) => readonly [number, number]): void {
    this.#takeWidth(this.#stack.length > operands);
    if (this.#stack.length !== operands) refuse('odd-charstring', 'operands of a move');
    this.#startPath();
    this.#builder.move(...by(this.#stack));
  }

  #escaped(operator: number | undefined): void {
    // `dotsection` (0) has no effect.
    if (operator !== 0) this.#path(1200 + (operator ?? 0));
    this.#stack = [];
  }

  #endChar(): void {
    const { length } = this.#stack;
    this.#takeWidth(length === 1 || length === 5);
    const composite = ofLength(this.#stack, 4);
    if (composite !== null) {
      const [dx, dy, base, accent] = composite;
      this.#accent = { dx, dy, base, accent };
    } else if (this.#stack.length !== 0) refuse('odd-charstring', 'operands of endchar');
    this.#ended = true;
  }
}

/** Offset of subroutine numbers (Technical Note #5176, 16). */
export function subrBias(count: number): number {
  if (count < 1240) return 107;
  return count < 33900 ? 1131 : 32768;
}
