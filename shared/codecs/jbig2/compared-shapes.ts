import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { SYMBOLS_WASM } from '../wasm/symbols-bytes.ts';
import type { PackedShape } from './packed-shape.ts';
import type { Offset } from './symbol-bitmaps.ts';

/** What `codecs/simd/symbols-kernel.ts` exports; arguments are addresses and counts. */
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

const symbolKernel = lazyKernel<SymbolKernel>(SYMBOLS_WASM);

/** A shape that others are compared with. */
export interface HeldShape {
  readonly at: number;
  readonly height: number;
  readonly rowWords: number;
}

/** More than any two shapes differ by. */
const MAX_MISMATCHES = (1 << 25) - 2;
/** Room for one shape, more than most take. */
const FIRST_BYTES = 1 << 16;

/**
 * Shapes in the memory of the kernel, of which one at a time is compared with the others. There is one memory: whoever
 * makes new `ComparedShapes` is done with the older ones.
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

  /** The shape that others are compared with until the next one. */
  compare(shape: PackedShape): void {
    const bytes = shape.words.byteLength;
    if (bytes > this.#roomBytes) {
      this.#roomBytes = bytes * 2;
      this.#room = this.#place(this.#roomBytes);
    }
    this.#compared = this.#put(shape, this.#room);
  }

  /**
   * Pixels in which the shape differs from one that is by so many pixels smaller, -2 to 2, laid where these are fewest;
   * more than `limit` where nothing is as like, and 0 for its equal alone.
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

  /** Where the other one lay in the shape's frame when they were last compared. */
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

/** Places at which two shapes are compared, one of which is `otherHeight` pixels high. */
export function comparisons(wider: number, higher: number, otherHeight: number): number {
  // Those that are moved by as much as the other one is high are left out.
  return (Math.abs(wider) + 1) * (Math.min(Math.abs(higher), otherHeight - 1) + 1);
}
