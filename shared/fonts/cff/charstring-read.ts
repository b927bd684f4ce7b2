/** Interprets Type 2 charstrings (Adobe Technical Note #5177). */
import { type Accent, type Glyph, GlyphBuilder, type StemSet, sortedStems } from './glyph.ts';
import { int16, int32, shortNumber, shortNumberBytes } from './numbers.ts';
import { type CffFont, partOf } from './read.ts';
import { refuse } from './refused-face.ts';
import { WorkBudget } from './work-budget.ts';

/** "Subr nesting, stack limit: 10" (Appendix B). */
const MAX_DEPTH = 10;
/** Beyond the 48 of Appendix B, as readers take more. */
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

  /** Notes the subroutines that were called in `use`. */
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
    this.#charString = font.charStrings[glyph];
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
      const first = code[at];
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
    const first = code[at];
    let value: number;
    let end: number;
    if (first === 28) {
      value = int16(code, at + 1);
      end = at + 3;
    } else if (first === 255) {
      value = int32(code, at + 1) / FIXED;
      end = at + 5;
    } else {
      value = shortNumber(first, code[at + 1]);
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
    const { length } = this.#stack;
    switch (operator) {
      case 1:
      case 18:
        this.#stems(this.#horizontal);
        break;
      case 3:
      case 23:
        this.#stems(this.#vertical);
        break;
      case 4:
        this.#move(1, ([dy]) => [0, dy]);
        break;
      case 21:
        this.#move(2, ([dx, dy]) => [dx, dy]);
        break;
      case 22:
        this.#move(1, ([dx]) => [dx, 0]);
        break;
      case 5:
        this.#lines(0, length);
        break;
      case 6:
        this.#axisLines(true);
        break;
      case 7:
        this.#axisLines(false);
        break;
      case 8:
        this.#curves(0, length);
        break;
      case 24:
        this.#curves(0, length - 2);
        this.#lines(length - 2, length);
        break;
      case 25:
        this.#lines(0, length - 6);
        this.#curves(length - 6, length);
        break;
      case 26:
        this.#flatCurves(false);
        break;
      case 27:
        this.#flatCurves(true);
        break;
      case 30:
        this.#turningCurves(false);
        break;
      case 31:
        this.#turningCurves(true);
        break;
      case 14:
        this.#endChar();
        break;
      default:
        refuse('odd-charstring', `operator ${operator}`);
    }
    this.#stack = [];
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
      const start = edge + this.#stack[i];
      const width = this.#stack[i + 1];
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
    const isSet = (stem: number) => (code[at + (stem >> 3)] & (0x80 >> (stem & 7))) !== 0;
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

  /** Where no `hintmask` came first, all stems are in force. */
  #startPath(): void {
    if (!this.#hasMoved && !this.#hasHintMask) this.#builder.stems(this.#allStems());
    this.#hasMoved = true;
  }

  #allStems(): StemSet {
    return { horizontal: sortedStems(this.#horizontal), vertical: sortedStems(this.#vertical) };
  }

  #move(operands: number, by: (stack: readonly number[]) => readonly [number, number]): void {
    this.#takeWidth(this.#stack.length > operands);
    if (this.#stack.length !== operands) refuse('odd-charstring', 'operands of a move');
    this.#startPath();
    this.#builder.move(...by(this.#stack));
  }

  #path(isComplete: boolean): void {
    if (!this.#hasMoved) refuse('odd-charstring', 'path without a move');
    if (!isComplete) refuse('odd-charstring', 'operands of a path');
  }

  #lines(from: number, to: number): void {
    this.#path(to - from >= 2 && (to - from) % 2 === 0);
    for (let i = from; i < to; i += 2) this.#builder.line(this.#stack[i], this.#stack[i + 1]);
  }

  #axisLines(startsHorizontal: boolean): void {
    this.#path(this.#stack.length > 0);
    for (const [i, by] of this.#stack.entries()) {
      if ((i % 2 === 0) === startsHorizontal) this.#builder.line(by, 0);
      else this.#builder.line(0, by);
    }
  }

  #curves(from: number, to: number): void {
    this.#path(to - from >= 6 && (to - from) % 6 === 0);
    const s = this.#stack;
    for (let i = from; i < to; i += 6) {
      this.#builder.curve(s[i], s[i + 1], s[i + 2], s[i + 3], s[i + 4], s[i + 5]);
    }
  }

  /** `hhcurveto` and `vvcurveto`: both ends run along one axis, but for an odd operand at the first start. */
  #flatCurves(isHorizontal: boolean): void {
    const s = this.#stack;
    const odd = s.length % 4 === 1;
    this.#path(s.length >= 4 && s.length % 4 <= 1);
    for (let i = odd ? 1 : 0; i < s.length; i += 4) {
      const across = odd && i === 1 ? s[0] : 0;
      if (isHorizontal) this.#builder.curve(s[i], across, s[i + 1], s[i + 2], s[i + 3], 0);
      else this.#builder.curve(across, s[i], s[i + 1], s[i + 2], 0, s[i + 3]);
    }
  }

  /** `hvcurveto` and `vhcurveto`: starts and ends take turns between the axes; the last end may lie off. */
  #turningCurves(startsHorizontal: boolean): void {
    const s = this.#stack;
    this.#path(s.length >= 4 && s.length % 4 <= 1);
    const curves = Math.floor(s.length / 4);
    for (let curve = 0; curve < curves; curve++) {
      const i = curve * 4;
      const off = curve === curves - 1 && s.length % 4 === 1 ? s[i + 4] : 0;
      if ((curve % 2 === 0) === startsHorizontal)
        this.#builder.curve(s[i], 0, s[i + 1], s[i + 2], off, s[i + 3]);
      else this.#builder.curve(0, s[i], s[i + 1], s[i + 2], s[i + 3], off);
    }
  }

  #escaped(operator: number | undefined): void {
    const s = this.#stack;
    const expect = (count: number) => this.#path(s.length === count);
    if (operator === 34) {
      expect(7);
      this.#builder.flex([s[0], 0, s[1], s[2], s[3], 0, s[4], 0, s[5], -s[2], s[6], 0], 50);
    } else if (operator === 35) {
      expect(13);
      this.#builder.flex(s.slice(0, 12), s[12]);
    } else if (operator === 36) {
      expect(9);
      const back = -(s[1] + s[3] + s[7]);
      this.#builder.flex([s[0], s[1], s[2], s[3], s[4], 0, s[5], 0, s[6], s[7], s[8], back], 50);
    } else if (operator === 37) {
      expect(11);
      const dx = s[0] + s[2] + s[4] + s[6] + s[8];
      const dy = s[1] + s[3] + s[5] + s[7] + s[9];
      const end = Math.abs(dx) > Math.abs(dy) ? [s[10], -dy] : [-dx, s[10]];
      this.#builder.flex([...s.slice(0, 10), ...end], 50);
    } else if (operator !== 0) {
      // Arithmetic and storage: no font that was met computes its outlines. `dotsection` (0) has no effect.
      refuse('odd-charstring', `operator 12 ${operator}`);
    }
    this.#stack = [];
  }

  #endChar(): void {
    const { length } = this.#stack;
    this.#takeWidth(length === 1 || length === 5);
    if (this.#stack.length === 4) {
      const [dx, dy, base, accent] = this.#stack;
      this.#accent = { dx, dy, base, accent };
    } else if (this.#stack.length !== 0) refuse('odd-charstring', 'operands of endchar');
    this.#ended = true;
  }
}

/** What is added to a subroutine's number (Technical Note #5176, 16). */
export function subrBias(count: number): number {
  if (count < 1240) return 107;
  return count < 33900 ? 1131 : 32768;
}
