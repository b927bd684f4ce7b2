type Samples = Uint8ClampedArray<ArrayBuffer>;

/** Rounds like pdf.js when it halves an image's side. */
export function half(length: number): number {
  return Math.ceil(length / 2);
}

/**
 * Halves an opaque 8-bit RGBA image, a strip at a time: bilinear, as a browser draws it; for an even side, the mean of
 * two pixels.
 */
export class Halving {
  /** Size of the halved image. */
  readonly width: number;
  readonly height: number;
  readonly #whole: { readonly width: number; readonly height: number };
  readonly #columns: readonly Tap[];

  /** @param width and `height` of the full image */
  constructor(width: number, height: number) {
    this.#whole = { width, height };
    this.width = half(width);
    this.height = half(height);
    this.#columns = Array.from({ length: this.width }, (_, x) => tapOf(x, width));
  }

  /**
   * The full image's rows for `rows` of the half from `top` on. The first is even, since two rows share their colors in
   * a JPEG.
   */
  needed(top: number, rows: number): { readonly first: number; readonly count: number } {
    const { height } = this.#whole;
    const first = 2 * Math.floor(tapOf(top, height).at / 2);
    return { first, count: tapOf(top + rows - 1, height).next + 1 - first };
  }

  /**
   * @param strip the rows from `needed`, starting with `first`
   * @param halved receives the rows of the half
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
        const over = between(strip[upper + left + channel]!, strip[upper + right + channel]!, share);
        const under = between(strip[lower + left + channel]!, strip[lower + right + channel]!, share);
        halved[to + channel] = between(over, under, down);
      }
      halved[to + 3] = 255;
      to += 4;
    }
  }
}

/** The two samples that a halved sample lies between, and its distance. */
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
