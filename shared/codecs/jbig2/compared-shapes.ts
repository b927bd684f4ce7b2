import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { SYMBOLS_WASM } from '../wasm/symbols-bytes.ts';
import type { PackedShape } from './packed-shape.ts';
import type { Offset } from './symbol-bitmaps.ts';

/** Exports of `codecs/simd/symbols-kernel.ts`; arguments are addresses and counts. */
interface SymbolKernel extends KernelExports {
  readonly bestPlace: (
    shape: number,
    height: number,
    words: number,
    other: number,
    otherHeight: number,
    otherWords: number,
    wider: number,
    higher: number,
    limit: number,
  ) => number;
}

const symbolKernel = lazyKernel<SymbolKernel>('symbols', SYMBOLS_WASM);

/** A shape for comparison with others. */
export interface HeldShape {
  readonly at: number;
  readonly height: number;
  readonly rowWords: number;
}

/** More than the difference of any two shapes. */
const MAX_MISMATCHES = (1 << 25) - 2;
/** Initial room for one shape, enough for most. */
const FIRST_BYTES = 1 << 16;

/**
 * Shapes in the kernel's memory, one of which is compared with the others. There is one memory: a new
 * `ComparedShapes` invalidates older ones.
 */
export class ComparedShapes {
  readonly #kernel = symbolKernel();
  readonly #memory = new Layout();
  #roomBytes = FIRST_BYTES;
  #room = this.#memory.place(FIRST_BYTES);
  #words = new Int32Array(this.#memory.heapOf(this.#kernel.memory).buffer);
  #compared: HeldShape = { at: 0, height: 0, rowWords: 0 };
  #best = 0;

  hold(shape: PackedShape): HeldShape {
    return this.#put(shape, this.#place(shape.words.byteLength));
  }

  /** Sets the shape that others are compared with. */
  compare(shape: PackedShape): void {
    const bytes = shape.words.byteLength;
    if (bytes > this.#roomBytes) {
      this.#roomBytes = bytes * 2;
      this.#room = this.#place(this.#roomBytes);
    }
    this.#compared = this.#put(shape, this.#room);
  }

  /**
   * Returns the fewest differing pixels between the shape and one that is smaller by these numbers of pixels,
   * -2 to 2, over all offsets; more than `limit` if no offset is that similar. 0 only for equal shapes.
   */
  mismatches(other: HeldShape, wider: number, higher: number, limit: number): number {
    const { at, height, rowWords } = this.#compared;
    const most = Math.min(limit, MAX_MISMATCHES);
    const { at: otherAt, height: otherHeight, rowWords: otherWords } = other;
    this.#best = this.#kernel.bestPlace(
      at,
      height,
      rowWords,
      otherAt,
      otherHeight,
      otherWords,
      wider,
      higher,
      most,
    );
    return this.#best >>> 6;
  }

  /** Offset of the other shape in the last comparison. */
  get offset(): Offset {
    return { x: ((this.#best >> 3) & 7) - 2, y: (this.#best & 7) - 2 };
  }

  #place(bytes: number): number {
    const at = this.#memory.place(bytes);
    const { buffer } = this.#memory.heapOf(this.#kernel.memory);
    if (this.#words.buffer !== buffer) this.#words = new Int32Array(buffer);
    return at;
  }

  #put({ words, height, rowWords }: PackedShape, at: number): HeldShape {
    this.#words.set(words, at >> 2);
    return { at, height, rowWords };
  }
}

/** Number of offsets at which two shapes are compared, one of which is `otherHeight` pixels high. */
export function comparisons(wider: number, higher: number, otherHeight: number): number {
  // Offsets of the other shape's height or more are skipped.
  return (Math.abs(wider) + 1) * (Math.min(Math.abs(higher), otherHeight - 1) + 1);
}
