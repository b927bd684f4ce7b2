/** Interprets Type 1 charstrings (Adobe Type 1 Font Format, 6 and 8). */
import {
  type Accent,
  type Glyph,
  GlyphBuilder,
  type StemSet,
  type Stems,
  sortedStems,
} from '../cff/glyph.ts';
import { int32, shortNumber, shortNumberBytes } from '../cff/numbers.ts';
import { refuse } from '../cff/refused-face.ts';
import { WorkBudget } from '../cff/work-budget.ts';
import type { Type1Font } from './read.ts';

/** 6.4 allows 10; readers take a little more. */
const MAX_DEPTH = 16;
/** 6.1: "The BuildChar operand stack … 24". */
const MAX_OPERANDS = 24;
/** Both charstring formats end at 16 bits of fraction, and readers divide to that. */
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

/** Operands of the operators of one byte. */
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

type Pair = readonly [start: number, width: number];

/** Points since `1 callothersubr`, as differences; the first leads to the reference point. */
type FlexPoints = [dx: number, dy: number][];

class Run {
  readonly #subrs: ReadonlyMap<number, Uint8Array>;
  readonly #budget: WorkBudget;
  readonly #builder = new GlyphBuilder();
  #horizontal: Pair[] = [];
  #vertical: Pair[] = [];
  #stack: number[] = [];
  /** What `callothersubr` left for `pop`. */
  #results: number[] = [];
  #flex: FlexPoints | null = null;
  #bearing: readonly [x: number, y: number] | null = null;
  #width = 0;
  /** The current point; moves of a flex count at its end. */
  #x = 0;
  #y = 0;
  #isOpen = false;
  /** A path needs a move in front of it, after `closepath` too (6.4). */
  #canDraw = false;
  #accent: Accent | null = null;
  #ended = false;

  constructor(subrs: ReadonlyMap<number, Uint8Array>, budget: WorkBudget) {
    this.#subrs = subrs;
    this.#budget = budget;
  }

  run(charString: Uint8Array): Glyph {
    this.#program(charString, 0);
    if (this.#bearing === null || !this.#ended) refuse('odd-charstring', 'without hsbw or endchar');
    if (this.#isOpen) refuse('odd-charstring', 'a subpath that is not closed');
    return this.#builder.finish(this.#width, this.#accent);
  }

  #program(code: Uint8Array, depth: number): void {
    if (depth > MAX_DEPTH) refuse('too-complex', 'subroutines too deep');
    for (let at = 0; at < code.length && !this.#ended; ) {
      this.#budget.spend(1);
      const first = code[at];
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
    const first = code[at];
    const isLong = first === 255;
    const value = isLong ? int32(code, at + 1) : shortNumber(first, code[at + 1]);
    const end = at + (isLong ? 5 : shortNumberBytes(first));
    if (end > code.length) refuse('damaged', 'charstring cut off');
    if (this.#stack.length === MAX_OPERANDS) refuse('odd-charstring', 'too many operands');
    this.#stack.push(value);
    return end;
  }

  #pop(): number {
    return this.#stack.pop() ?? refuse('odd-charstring', 'an operand is missing');
  }

  /** The operands of an operator that clears the stack. */
  #take(count: number): number[] {
    const operands = this.#stack;
    if (operands.length !== count) refuse('odd-charstring', 'wrong number of operands');
    this.#stack = [];
    return operands;
  }

  #operator(operator: number): void {
    const count = OPERANDS.get(operator) ?? refuse('odd-charstring', `operator ${operator}`);
    const [a, b, c, d, e, f] = this.#take(count);
    switch (operator) {
      case 1: // hstem
        this.#stem(this.#horizontal, 1, a, b);
        break;
      case 3: // vstem
        this.#stem(this.#vertical, 0, a, b);
        break;
      case 4: // vmoveto
        this.#move(0, a);
        break;
      case 5: // rlineto
        this.#line(a, b);
        break;
      case 6: // hlineto
        this.#line(a, 0);
        break;
      case 7: // vlineto
        this.#line(0, a);
        break;
      case 8: // rrcurveto
        this.#curve(a, b, c, d, e, f);
        break;
      case 9: // closepath
        this.#isOpen = false;
        this.#canDraw = false;
        break;
      case 13: // hsbw
        this.#sideBearing(a, 0, b, 0);
        break;
      case 14: // endchar
        this.#ended = true;
        break;
      case 21: // rmoveto
        this.#move(a, b);
        break;
      case 22: // hmoveto
        this.#move(a, 0);
        break;
      case 30: // vhcurveto
        this.#curve(0, a, b, c, d, 0);
        break;
      case 31: // hvcurveto
        this.#curve(a, 0, b, c, 0, d);
        break;
      default:
    }
  }

  #escaped(operator: number | undefined): void {
    if (operator === 12) this.#divide();
    else if (operator === 16) this.#otherSubr();
    else if (operator === 17)
      this.#stack.push(this.#results.pop() ?? refuse('odd-charstring', 'nothing to pop'));
    else if (operator === 0)
      this.#take(0); // dotsection: without effect since there is hint replacement
    else if (operator === 1) this.#threeStems(this.#vertical, 0, this.#take(6));
    else if (operator === 2) this.#threeStems(this.#horizontal, 1, this.#take(6));
    else if (operator === 6) this.#standardAccent(this.#take(5));
    else if (operator === 7) {
      const [sbx, sby, wx, wy] = this.#take(4);
      this.#sideBearing(sbx, sby, wx, wy);
    } else if (operator === 33) {
      const [x, y] = this.#take(2);
      if (x !== this.#x || y !== this.#y) refuse('odd-charstring', 'the current point is moved');
    } else refuse('odd-charstring', `operator 12 ${operator}`);
  }

  #divide(): void {
    const divisor = this.#pop();
    if (divisor === 0) refuse('odd-charstring', 'division by zero');
    this.#stack.push(Math.round((this.#pop() / divisor) * FIXED) / FIXED);
  }

  /** `seac`: the accent's left side bearing point, not its origin, is placed, from the composite's own (6.4). */
  #standardAccent([bearing, adx, ady, base, accent]: readonly number[]): void {
    const [sbx] = this.#started();
    if (!this.#builder.isEmpty) refuse('odd-charstring', 'seac behind a path');
    this.#accent = { dx: sbx + adx - bearing, dy: ady, base, accent };
    this.#ended = true;
  }

  #started(): readonly [number, number] {
    return this.#bearing ?? refuse('odd-charstring', 'nothing may come before hsbw');
  }

  #sideBearing(sbx: number, sby: number, wx: number, wy: number): void {
    if (this.#bearing !== null) refuse('odd-charstring', 'two widths');
    if (wy !== 0) refuse('odd-charstring', 'a vertical advance');
    this.#bearing = [sbx, sby];
    this.#width = wx;
  }

  /** Stems count from the left side bearing point (6.4). */
  #stem(into: Pair[], axis: 0 | 1, start: number, width: number): void {
    into.push([this.#started()[axis] + start, width]);
    this.#stemsChanged();
  }

  /** Three stems whose gaps are to be equal, which Type 2 says by a counter mask (#5177, 4.3). */
  #threeStems(into: Pair[], axis: 0 | 1, operands: readonly number[]): void {
    const pairs: Pair[] = [];
    for (let i = 0; i < 6; i += 2) {
      pairs.push([this.#started()[axis] + operands[i], operands[i + 1]]);
    }
    into.push(...pairs);
    const stems = sortedStems(pairs);
    this.#builder.counter(axis === 1 ? stemSet(stems, []) : stemSet([], stems));
    this.#stemsChanged();
  }

  #stemsChanged(): void {
    this.#builder.stems(stemSet(sortedStems(this.#horizontal), sortedStems(this.#vertical)));
  }

  #move(dx: number, dy: number): void {
    if (this.#flex !== null) {
      if (this.#flex.length === 7) refuse('odd-charstring', 'a flex of more than seven points');
      this.#flex.push([dx, dy]);
      return;
    }
    if (this.#isOpen) refuse('odd-charstring', 'a subpath that is not closed');
    const [sbx, sby] = this.#started();
    // The first path starts from the side bearing point, in Type 2 from the origin.
    const isFirst = this.#builder.isEmpty;
    if (isFirst) {
      this.#x = sbx;
      this.#y = sby;
    }
    this.#x += dx;
    this.#y += dy;
    if (isFirst) this.#builder.move(this.#x, this.#y);
    else this.#builder.move(dx, dy);
    this.#canDraw = true;
  }

  #draws(): void {
    if (!this.#canDraw || this.#flex !== null) refuse('odd-charstring', 'a path without a move');
    this.#isOpen = true;
  }

  #line(dx: number, dy: number): void {
    this.#draws();
    this.#x += dx;
    this.#y += dy;
    this.#builder.line(dx, dy);
  }

  #curve(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    this.#draws();
    this.#x += dx1 + dx2 + dx3;
    this.#y += dy1 + dy2 + dy3;
    this.#builder.curve(dx1, dy1, dx2, dy2, dx3, dy3);
  }

  /** Flex, hint replacement and counter control are entries of OtherSubrs by agreement (8.3, 8.4; #5015, 2). */
  #otherSubr(): void {
    const entry = this.#pop();
    const count = this.#pop();
    if (count < 0 || count > this.#stack.length) refuse('odd-charstring', 'operands of callothersubr');
    const operands = this.#stack.splice(this.#stack.length - count, count);
    if (entry === 0 && count === 3) this.#endFlex(operands);
    else if (entry === 1 && count === 0) this.#startFlex();
    else if (entry === 2 && count === 0) {
      if (this.#flex === null) refuse('odd-charstring', 'a flex point outside a flex');
    } else if (entry === 3 && count === 1) this.#replaceHints(operands);
    else if (entry >= 14 && entry <= 18) refuse('multiple-master', `OtherSubrs ${entry}`);
    else refuse('unknown-othersubr', `OtherSubrs ${entry} of ${count} operands`);
  }

  #replaceHints(operands: readonly number[]): void {
    this.#horizontal = [];
    this.#vertical = [];
    this.#stemsChanged();
    this.#results = [...operands];
  }

  #startFlex(): void {
    if (this.#flex !== null) refuse('odd-charstring', 'a flex inside a flex');
    this.#flex = [];
  }

  /** `depth x y 3 0 callothersubr pop pop setcurrentpoint` */
  #endFlex([depth, x, y]: readonly number[]): void {
    const points = this.#flex;
    if (points?.length !== 7) refuse('odd-charstring', 'a flex of other than seven points');
    this.#flex = null;
    this.#draws();
    const [[rx, ry], [x1, y1], ...others] = points;
    const by = [rx + x1, ry + y1, ...others.flat()];
    for (let i = 0; i < by.length; i += 2) {
      this.#x += by[i];
      this.#y += by[i + 1];
    }
    if (x !== this.#x || y !== this.#y) refuse('odd-charstring', 'a flex that ends elsewhere');
    this.#builder.flex(by, depth);
    this.#results = [y, x];
  }
}

function stemSet(horizontal: Stems, vertical: Stems): StemSet {
  return { horizontal, vertical };
}
