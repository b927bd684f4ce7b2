import { GraphicsStack } from '../../pdf/content/graphics-state.ts';
import { concat, IDENTITY, type Linear } from '../../pdf/content/interpret/linear.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { linearOf } from './integers/stroke-state.ts';

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
  readonly #states = new GraphicsStack<Linear>(IDENTITY);
  #inText = false;

  get linear(): Linear {
    return this.#states.now;
  }

  /** Offset of a path point that moved by `by`. */
  pointOffset(by: Offset): Offset {
    const { a, b, c, d } = this.#states.now;
    return { x: by.x * a + by.y * c, y: by.x * b + by.y * d };
  }

  /** Applies an operation; returns false when positions are no longer certain. */
  follow(reader: ContentReader): boolean {
    switch (reader.operator) {
      case 'q':
        return this.#states.save() && !this.#inText;
      case 'Q':
        return this.#states.restore() && !this.#inText;
      case 'cm':
        this.#states.set(concat(linearOf(reader), this.#states.now));
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
