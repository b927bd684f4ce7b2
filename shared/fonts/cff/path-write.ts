/**
 * Writes path operators of Type 2 charstrings: the shortest form of each step, and as many steps per operator
 * as possible.
 */
import type { Step } from './glyph.ts';
import { pushOperand } from './numbers.ts';

/** Maximum operands on the stack (Appendix B). */
export const MAX_OPERANDS = 48;

type PathStep = Exclude<Step, { kind: 'stems' }>;

const VMOVETO = 4;
const RLINETO = 5;
const HLINETO = 6;
const VLINETO = 7;
const RRCURVETO = 8;
const RMOVETO = 21;
const HMOVETO = 22;
const RCURVELINE = 24;
const RLINECURVE = 25;
const VVCURVETO = 26;
const HHCURVETO = 27;
const VHCURVETO = 30;
const HVCURVETO = 31;
const HFLEX = 1234;
const FLEX = 1235;
const HFLEX1 = 1236;
const FLEX1 = 1237;

/** Depth implied by the short forms of flex, in hundredths of a pixel. */
const DEFAULT_DEPTH = 50;

interface Operation {
  readonly operator: number;
  readonly operands: readonly number[];
}

/** Appends to the code of a charstring; call `flush` before appending anything else. */
export class PathWriter {
  readonly #code: number[];
  #pending: Operation | null = null;

  constructor(code: number[]) {
    this.#code = code;
  }

  step(step: PathStep): void {
    const next = shortest(step);
    const joined = this.#pending === null ? null : join(this.#pending, next);
    if (joined === null) this.flush();
    this.#pending = joined ?? next;
  }

  flush(): void {
    if (this.#pending === null) return;
    const { operator, operands } = this.#pending;
    for (const operand of operands) pushOperand(this.#code, operand);
    if (operator >= 1200) this.#code.push(12, operator - 1200);
    else this.#code.push(operator);
    this.#pending = null;
  }
}

function shortest(step: PathStep): Operation {
  if (step.kind === 'flex') return shortestFlex(step.by, step.depth);
  if (step.kind === 'curve') return shortestCurve(step.by);
  const [dx = 0, dy = 0] = step.by;
  const [along, across, oblique] =
    step.kind === 'move' ? [HMOVETO, VMOVETO, RMOVETO] : [HLINETO, VLINETO, RLINETO];
  if (dy === 0) return { operator: along, operands: [dx] };
  return dx === 0 ? { operator: across, operands: [dy] } : { operator: oblique, operands: step.by };
}

function shortestCurve(by: readonly number[]): Operation {
  const [dx1 = 0, dy1 = 0, dx2 = 0, dy2 = 0, dx3 = 0, dy3 = 0] = by;
  if (dy1 === 0 && dx3 === 0) return { operator: HVCURVETO, operands: [dx1, dx2, dy2, dy3] };
  if (dx1 === 0 && dy3 === 0) return { operator: VHCURVETO, operands: [dy1, dx2, dy2, dx3] };
  if (dy1 === 0 && dy3 === 0) return { operator: HHCURVETO, operands: [dx1, dx2, dy2, dx3] };
  if (dx1 === 0 && dx3 === 0) return { operator: VVCURVETO, operands: [dy1, dx2, dy2, dy3] };
  if (dy3 === 0) return { operator: HHCURVETO, operands: [dy1, dx1, dx2, dy2, dx3] };
  if (dx3 === 0) return { operator: VVCURVETO, operands: [dx1, dy1, dx2, dy2, dy3] };
  if (dy1 === 0) return { operator: HVCURVETO, operands: [dx1, dx2, dy2, dy3, dx3] };
  if (dx1 === 0) return { operator: VHCURVETO, operands: [dy1, dx2, dy2, dx3, dy3] };
  return { operator: RRCURVETO, operands: by };
}

function shortestFlex(by: readonly number[], depth: number): Operation {
  const [dx1 = 0, dy1 = 0, dx2 = 0, dy2 = 0, dx3 = 0, dy3 = 0] = by;
  const [dx4 = 0, dy4 = 0, dx5 = 0, dy5 = 0, dx6 = 0, dy6 = 0] = by.slice(6);
  const general = { operator: FLEX, operands: [...by, depth] };
  if (depth !== DEFAULT_DEPTH) return general;
  if (dy3 === 0 && dy4 === 0) {
    if (dy1 === 0 && dy6 === 0 && dy5 === -dy2)
      return { operator: HFLEX, operands: [dx1, dx2, dy2, dx3, dx4, dx5, dx6] };
    if (dy1 + dy2 + dy5 + dy6 === 0)
      return { operator: HFLEX1, operands: [dx1, dy1, dx2, dy2, dx3, dx4, dx5, dy5, dx6] };
  }
  const dx = dx1 + dx2 + dx3 + dx4 + dx5;
  const dy = dy1 + dy2 + dy3 + dy4 + dy5;
  const first = by.slice(0, 10);
  // The last point is level with the first, along the flex's axis.
  if (Math.abs(dx) > Math.abs(dy))
    return dy6 === -dy ? { operator: FLEX1, operands: [...first, dx6] } : general;
  return dx6 === -dx ? { operator: FLEX1, operands: [...first, dy6] } : general;
}

/** Returns one operator for both, or null. */
function join(first: Operation, next: Operation): Operation | null {
  if (first.operands.length + next.operands.length > MAX_OPERANDS) return null;
  const operator = joinedOperator(first, next);
  return operator === null ? null : { operator, operands: [...first.operands, ...next.operands] };
}

function joinedOperator({ operator, operands }: Operation, next: Operation): number | null {
  const { length } = operands;
  switch (operator) {
    case RLINETO:
      if (next.operator === RLINETO) return RLINETO;
      return next.operator === RRCURVETO ? RLINECURVE : null;
    case RRCURVETO:
      if (next.operator === RRCURVETO) return RRCURVETO;
      return next.operator === RLINETO ? RCURVELINE : null;
    case HLINETO:
    case VLINETO: {
      // Lines alternate between the axes.
      const isTurn = (length % 2 === 1) === (next.operator !== operator);
      return (next.operator === HLINETO || next.operator === VLINETO) && isTurn ? operator : null;
    }
    case HHCURVETO:
    case VVCURVETO:
      return next.operator === operator && next.operands.length === 4 ? operator : null;
    case HVCURVETO:
    case VHCURVETO: {
      // Starts of curves alternate too; an arbitrary end must be the last.
      const isTurn = ((length / 4) % 2 === 1) === (next.operator !== operator);
      const isCurve = next.operator === HVCURVETO || next.operator === VHCURVETO;
      return length % 4 === 0 && isCurve && isTurn ? operator : null;
    }
    default:
      return null;
  }
}
