type Samples = Uint8ClampedArray<ArrayBuffer>;

/** As pdf.js means to round the side of a picture that it halves. */
export function half(length: number): number {
  return Math.ceil(length / 2);
}

/** Makes an opaque picture in 8-bit RGBA half as wide and high, a strip at a time: bilinear, as a browser draws it; where a side is even, the mean of two and two. */
export class Halving {
  /** Of the half. */
  readonly width: number;
  readonly height: number;
  readonly #whole: { readonly width: number; readonly height: number };
  readonly #columns: readonly Tap[];

  /** @param width and `height` of the whole picture */
  constructor(width: number, height: number) {
    this.#whole = { width, height };
    this.width = half(width);
    this.height = half(height);
    this.#columns = Array.from({ length: this.width }, (_, x) => tapOf(x, width));
  }

  /** The rows of the whole that `rows` of the half from `top` on are made of; the first is even, as two share their colours in a JPEG. */
  needed(top: number, rows: number): { readonly first: number; readonly count: number } {
    const { height } = this.#whole;
    const first = 2 * Math.floor(tapOf(top, height).at / 2);
    return { first, count: tapOf(top + rows - 1, height).next + 1 - first };
  }

  /**
   * @param strip the rows that `needed` names, `first` being the first of them
   * @param halved where the rows of the half go
   */
  halve(strip: Samples, first: number, top: number, rows: number, halved: Samples): void {
    const rowBytes = 4 * this.#whole.width;
    for (let y = 0; y < rows; y += 1) {
      const { at, next, share } = tapOf(top + y, this.#whole.height);
      const upper = rowBytes * (at - first);
      const lower = rowBytes * (next - first);
      this.#halveRow(strip, upper, lower, share, halved, 4 * this.width * y);
    }
  }

  #halveRow(
    strip: Samples,
    upper: number,
    lower: number,
    down: number,
    halved: Samples,
    target: number,
  ): void {
    let to = target;
    for (const { at, next, share } of this.#columns) {
      const left = 4 * at;
      const right = 4 * next;
      for (let channel = 0; channel < 3; channel += 1) {
        const over = between(strip[upper + left + channel], strip[upper + right + channel], share);
        const under = between(strip[lower + left + channel], strip[lower + right + channel], share);
        halved[to + channel] = between(over, under, down);
      }
      halved[to + 3] = 255;
      to += 4;
    }
  }
}

/** Between which two samples of a row or column a sample of its half lies, and how near to the second. */
interface Tap {
  readonly at: number;
  readonly next: number;
  readonly share: number;
}

function tapOf(index: number, length: number): Tap {
  const place = ((index + 0.5) * length) / half(length) - 0.5;
  const at = Math.max(0, Math.floor(place));
  return { at, next: Math.min(at + 1, length - 1), share: Math.max(0, place - at) };
}

function between(one: number, other: number, share: number): number {
  return one + share * (other - one);
}
