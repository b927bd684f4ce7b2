/** Interprets Type 1 charstrings (Adobe Type 1 Font Format, 6 and 8). */
import { ofLength, type Tuple } from '../../lists.ts';
import type { Accent, Glyph } from '../cff/glyph.ts';
import { int32, shortNumber, shortNumberBytes } from '../cff/numbers.ts';
import { refuse } from '../cff/refused-face.ts';
import { WorkBudget } from '../cff/work-budget.ts';
import { Type1Pen } from './pen.ts';
import type { Type1Font } from './read.ts';

/** 6.4 allows 10; readers allow a little more. */
const MAX_DEPTH = 16;
/** 6.1: "The BuildChar operand stack … 24". */
const MAX_OPERANDS = 24;
/** Both charstring formats have 16 fractional bits, and readers divide with that precision. */
const FIXED = 65536;

export class Type1CharStringReader {
  readonly #font: Type1Font;
  readonly #budget = new WorkBudget();

  constructor(font: Type1Font) {
    this.#font = font;
  }

  glyph(name: string): Glyph {
    const charString = this.#font.charStrings.get(name);
    if (charString === undefined) refuse('damaged', `no glyph ${name}`);
    return new Run(this.#font.subrs, this.#budget).run(charString);
  }
}

/** Larger integers are for `div` alone (6.2): FreeType takes others for a 65536th, and for themselves in CFF. */
const MAX_NUMBER = 32_000;

/** Operand counts of the one-byte operators. */
const OPERANDS: ReadonlyMap<number, number> = new Map([
  [1, 2],
  [3, 2],
  [4, 1],
  [5, 2],
  [6, 1],
  [7, 1],
  [8, 6],
  [9, 0],
  [13, 2],
  [14, 0],
  [21, 2],
  [22, 1],
  [30, 4],
  [31, 4],
]);

class Run {
  readonly #subrs: ReadonlyMap<number, Uint8Array>;
  readonly #budget: WorkBudget;
  readonly #pen = new Type1Pen();
  #stack: number[] = [];
  /** Results of `callothersubr` for `pop`. */
  #results: readonly number[] = [];
  #accent: Accent | null = null;
  #ended = false;
  /** A number on the stack must be divided before its use. */
  #isTooLarge = false;

  constructor(subrs: ReadonlyMap<number, Uint8Array>, budget: WorkBudget) {
    this.#subrs = subrs;
    this.#budget = budget;
  }

  run(charString: Uint8Array): Glyph {
    this.#program(charString, 0);
    if (!this.#ended) refuse('odd-charstring', 'without endchar');
    return this.#pen.finish(this.#accent);
  }

  #program(code: Uint8Array, depth: number): void {
    if (depth > MAX_DEPTH) refuse('too-complex', 'subroutines too deep');
    for (let at = 0; at < code.length && !this.#ended; ) {
      this.#budget.spend(1);
      const first = code[at]!;
      if (first >= 32) {
        at = this.#operand(code, at);
        continue;
      }
      at += 1;
      if (first === 11) return;
      if (first === 10) {
        const index = this.#pop();
        this.#program(
          this.#subrs.get(index) ?? refuse('odd-charstring', `no subroutine ${index}`),
          depth + 1,
        );
      } else if (first === 12) this.#escaped(code[at++]);
      else this.#operator(first);
    }
  }

  #operand(code: Uint8Array, at: number): number {
    const first = code[at]!;
    const isLong = first === 255;
    const value = isLong ? int32(code, at + 1) : shortNumber(first, code[at + 1]!);
    const end = at + (isLong ? 5 : shortNumberBytes(first));
    if (end > code.length) refuse('damaged', 'charstring cut off');
    if (this.#stack.length === MAX_OPERANDS) refuse('odd-charstring', 'too many operands');
    if (Math.abs(value) > MAX_NUMBER) this.#isTooLarge = true;
    this.#stack.push(value);
    return end;
  }

  #pop(): number {
    return this.#stack.pop() ?? refuse('odd-charstring', 'an operand is missing');
  }

  /** Returns the operands of an operator that clears the stack. */
  #take<const Count extends number>(count: Count): Tuple<number, Count> {
    const operands = ofLength(this.#stack, count);
    if (operands === null) refuse('odd-charstring', 'wrong number of operands');
    if (this.#isTooLarge) refuse('out-of-range', 'a number beyond 32000 is not divided');
    this.#stack = [];
    return operands;
  }

  #operator(operator: number): void {
    const count = OPERANDS.get(operator) ?? refuse('odd-charstring', `operator ${operator}`);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#take(count);
    const pen = this.#pen;
    switch (operator) {
      case 1: // hstem
        pen.stem('horizontal', a, b);
        break;
      case 3: // vstem
        pen.stem('vertical', a, b);
        break;
      case 4: // vmoveto
        pen.move(0, a);
        break;
      case 5: // rlineto
        pen.line(a, b);
        break;
      case 6: // hlineto
        pen.line(a, 0);
        break;
      case 7: // vlineto
        pen.line(0, a);
        break;
      case 8: // rrcurveto
        pen.curve(a, b, c, d, e, f);
        break;
      case 9: // closepath
        pen.close();
        break;
      case 13: // hsbw
        pen.sideBearing(a, 0, b, 0);
        break;
      case 14: // endchar
        this.#ended = true;
        break;
      case 21: // rmoveto
        pen.move(a, b);
        break;
      case 22: // hmoveto
        pen.move(a, 0);
        break;
      case 30: // vhcurveto
        pen.curve(0, a, b, c, d, 0);
        break;
      case 31: // hvcurveto
        pen.curve(a, 0, b, c, 0, d);
        break;
      default:
    }
  }

  #escaped(operator: number | undefined): void {
    switch (operator) {
      case 0: // dotsection: has no effect since hint replacement exists
        this.#take(0);
        break;
      case 1: // vstem3
        this.#pen.threeStems('vertical', this.#take(6));
        break;
      case 2: // hstem3
        this.#pen.threeStems('horizontal', this.#take(6));
        break;
      case 6: // seac
        this.#accent = this.#pen.accent(this.#take(5));
        this.#ended = true;
        break;
      case 7: {
        const [sbx, sby, wx, wy] = this.#take(4);
        this.#pen.sideBearing(sbx, sby, wx, wy);
        break;
      }
      case 12:
        this.#divide();
        break;
      case 16:
        this.#otherSubr();
        break;
      case 17: {
        const [next, ...others] = this.#results;
        if (next === undefined) refuse('odd-charstring', 'nothing to pop');
        this.#stack.push(next);
        this.#results = others;
        break;
      }
      case 33: {
        const [x, y] = this.#take(2);
        this.#pen.stand(x, y);
        break;
      }
      default:
        refuse('odd-charstring', `operator 12 ${operator}`);
    }
  }

  #divide(): void {
    const divisor = this.#pop();
    if (divisor === 0) refuse('odd-charstring', 'division by zero');
    this.#isTooLarge = false;
    this.#stack.push(Math.round((this.#pop() / divisor) * FIXED) / FIXED);
  }

  /**
   * Flex (0 to 2) and hint replacement (3) are standard entries of OtherSubrs (8.3, 8.4). The counter control
   * of some Asian fonts (12 and 13) is not supported yet.
   */
  #otherSubr(): void {
    const entry = this.#pop();
    const count = this.#pop();
    if (count < 0 || count > this.#stack.length) refuse('odd-charstring', 'operands of callothersubr');
    const operands = this.#stack.splice(this.#stack.length - count, count);
    const flexEnd = ofLength(operands, 3);
    if (entry === 0 && flexEnd !== null) {
      const [depth, x, y] = flexEnd;
      this.#pen.endFlex(depth, x, y);
      this.#results = [x, y];
    } else if (entry === 1 && count === 0) this.#pen.startFlex();
    else if (entry === 2 && count === 0) this.#pen.flexPoint();
    else if (entry === 3 && count === 1) {
      this.#pen.replaceStems();
      this.#results = operands;
    } else if (entry >= 14 && entry <= 18) refuse('multiple-master', `OtherSubrs ${entry}`);
    else refuse('unknown-othersubr', `OtherSubrs ${entry} of ${count} operands`);
  }
}
