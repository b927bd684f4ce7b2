import { concat, IDENTITY, type Linear } from '../../pdf/content/interpret/linear.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';

/** Difference of two positions, in content space. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/**
 * Distance between two contents that only differ in coordinates of paths. Matrices are equal, so absolute positions
 * are not needed (ISO 32000-2, 8.3.4).
 */
export class Offsets {
  #linear = IDENTITY;
  readonly #saved: Linear[] = [];
  #inText = false;

  get linear(): Linear {
    return this.#linear;
  }

  /** Offset of a path point that moved by `by`. */
  pointOffset(by: Offset): Offset {
    const { a, b, c, d } = this.#linear;
    return { x: by.x * a + by.y * c, y: by.x * b + by.y * d };
  }

  /** Applies an operation; returns false when positions are no longer certain. */
  follow(reader: ContentReader): boolean {
    switch (reader.operator) {
      case 'q':
        this.#saved.push(this.#linear);
        return !this.#inText;
      case 'Q': {
        const linear = this.#saved.pop();
        if (linear === undefined) return false;
        this.#linear = linear;
        return !this.#inText;
      }
      case 'cm':
        this.#linear = concat(linearOf(reader), this.#linear);
        return !this.#inText;
      case 'BT':
      case 'ET':
        this.#inText = reader.operator === 'BT';
        return true;
      default:
        return true;
    }
  }
}

function linearOf(reader: ContentReader): Linear {
  return { a: reader.number(0), b: reader.number(1), c: reader.number(2), d: reader.number(3) };
}
