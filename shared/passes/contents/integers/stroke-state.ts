import { GraphicsStack } from '../../../pdf/content/graphics-state.ts';
import { concat, IDENTITY, type Linear } from '../../../pdf/content/interpret/linear.ts';
import type { ContentReader } from '../../../pdf/content/syntax/operations.ts';

/** Parameters of a path's drawing that depend on the unit of user space. */
export interface StrokeState {
  readonly linear: Linear;
  /** Line width in user space; null if unknown. */
  readonly width: number | null;
  /** Lines are not dashed; false if unknown. */
  readonly isSolid: boolean;
}

/** Follows the part of the graphics state that depends on the unit of user space (ISO 32000-2, 8.4.1). */
export class StrokeStates {
  readonly #states: GraphicsStack<StrokeState>;

  /** @param isPage content begins with the initial state; elsewhere with that of the parent content */
  constructor(isPage: boolean) {
    this.#states = new GraphicsStack({ linear: IDENTITY, width: isPage ? 1 : null, isSolid: isPage });
  }

  get now(): StrokeState {
    return this.#states.now;
  }

  /** Number of states that `Q` can restore. */
  get depth(): number {
    return this.#states.depth;
  }

  /** Applies an operation; returns false when the state is no longer certain. */
  apply(reader: ContentReader): boolean {
    const states = this.#states;
    switch (reader.operator) {
      case 'q':
        return states.save();
      case 'Q':
        return states.restore();
      case 'cm':
        states.set({ linear: concat(linearOf(reader), states.now.linear) });
        return true;
      case 'w': {
        const width = reader.number(0);
        states.set({ width: width >= 0 ? width : null });
        return true;
      }
      case 'd':
        states.set({ isSolid: isSolid(reader) });
        return true;
      case 'gs':
        states.set({ width: null, isSolid: false });
        return true;
      default:
        return true;
    }
  }
}

/** The linear part of the operand of `cm`. */
export function linearOf(reader: ContentReader): Linear {
  return { a: reader.number(0), b: reader.number(1), c: reader.number(2), d: reader.number(3) };
}

/** `[] 0 d` */
export function isSolid(reader: ContentReader): boolean {
  if (reader.operandCount !== 2 || reader.kind(0) !== 'array') return false;
  for (let at = reader.operandStart(0) + 1; at < reader.operandEnd(0) - 1; at++) {
    if (reader.bytes[at]! > 0x20) return false;
  }
  return true;
}
