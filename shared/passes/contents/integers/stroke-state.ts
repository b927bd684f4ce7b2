import { concat, IDENTITY, type Linear } from '../../../pdf/content/interpret/linear.ts';
import type { ContentReader } from '../../../pdf/content/syntax/operations.ts';

/** What decides how a path is drawn and depends on the unit of user space. */
export interface StrokeState {
  readonly linear: Linear;
  /** Line width in user space; null if unknown. */
  readonly width: number | null;
  /** Lines are not dashed; false if unknown. */
  readonly isSolid: boolean;
}

/** Follows the part of the graphics state that depends on the unit of user space (ISO 32000-2, 8.4.1). */
export class StrokeStates {
  #state: StrokeState;
  readonly #saved: StrokeState[] = [];

  /** @param isPage content begins with the initial state; elsewhere with that of the parent content */
  constructor(isPage: boolean) {
    this.#state = { linear: IDENTITY, width: isPage ? 1 : null, isSolid: isPage };
  }

  get now(): StrokeState {
    return this.#state;
  }

  /** Number of states that `Q` can restore. */
  get depth(): number {
    return this.#saved.length;
  }

  /** Applies an operation; returns false when the state is no longer certain. */
  apply(reader: ContentReader): boolean {
    const state = this.#state;
    switch (reader.operator) {
      case 'q':
        this.#saved.push(state);
        return true;
      case 'Q': {
        const saved = this.#saved.pop();
        if (saved !== undefined) this.#state = saved;
        return saved !== undefined;
      }
      case 'cm': {
        const inner = { a: reader.number(0), b: reader.number(1), c: reader.number(2), d: reader.number(3) };
        this.#state = { ...state, linear: concat(inner, state.linear) };
        return true;
      }
      case 'w': {
        const width = reader.number(0);
        this.#state = { ...state, width: width >= 0 ? width : null };
        return true;
      }
      case 'd':
        this.#state = { ...state, isSolid: isSolid(reader) };
        return true;
      case 'gs':
        this.#state = { ...state, width: null, isSolid: false };
        return true;
      default:
        return true;
    }
  }
}

/** `[] 0 d` */
export function isSolid(reader: ContentReader): boolean {
  if (reader.operandCount !== 2 || reader.kind(0) !== 'array') return false;
  for (let at = reader.operandStart(0) + 1; at < reader.operandEnd(0) - 1; at++) {
    if (reader.bytes[at] > 0x20) return false;
  }
  return true;
}
