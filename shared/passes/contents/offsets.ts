import { concat, IDENTITY, type Linear } from '../../pdf/content/interpret/linear.ts';

/** Difference of two positions, in content space. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

const NONE: Offset = { x: 0, y: 0 };

interface State {
  readonly linear: Linear;
  readonly fontSize: number | null;
  readonly horizontalScale: number | null;
}

/**
 * Distance between two contents that only differ in coordinates of paths and in numbers of `TJ`. Matrices and
 * lines of text are equal, so absolute positions are not needed (ISO 32000-2, 8.3.4 and 9.4.2).
 */
export class Offsets {
  #state: State;
  readonly #saved: State[] = [];
  #textLinear = IDENTITY;
  #pen = NONE;
  #inText = false;

  /** @param isPage text begins with the initial state; elsewhere with that of the parent content */
  constructor(isPage: boolean) {
    this.#state = {
      linear: IDENTITY,
      fontSize: null,
      horizontalScale: isPage ? 1 : null,
    };
  }

  get linear(): Linear {
    return this.#state.linear;
  }

  /** Linear part of the space of text. */
  get lineLinear(): Linear {
    return concat(this.#textLinear, this.#state.linear);
  }

  /**
   * Move of a thousandth of `TJ` in text space: along x, and along y in vertical fonts, which have no
   * horizontal scaling (9.4.4); null if font size or scaling are unknown.
   */
  get penUnit(): Offset | null {
    const { fontSize, horizontalScale } = this.#state;
    if (fontSize === null || horizontalScale === null) return null;
    return { x: (fontSize / 1000) * horizontalScale, y: fontSize / 1000 };
  }

  /** Shift by the differences in `TJ` since the line began: along x, or along y, in text space. */
  get pen(): Offset {
    return this.#pen;
  }

  /** Offset of a path point that moved by `by`. */
  pointOffset(by: Offset): Offset {
    const { a, b, c, d } = this.#state.linear;
    return { x: by.x * a + by.y * c, y: by.x * b + by.y * d };
  }

  /** Returns false if the two can no longer be compared. */
  save(): boolean {
    this.#saved.push(this.#state);
    return !this.#inText;
  }

  restore(): boolean {
    const state = this.#saved.pop();
    if (state === undefined || this.#inText) return false;
    this.#state = state;
    return true;
  }

  /** `cm`: its translation is equal in both. */
  concat(linear: Linear): boolean {
    this.#state = { ...this.#state, linear: concat(linear, this.#state.linear) };
    return !this.#inText;
  }

  beginText(): void {
    this.#inText = true;
    this.#textLinear = IDENTITY;
    this.#pen = NONE;
  }

  endText(): void {
    this.#inText = false;
    this.#pen = NONE;
  }

  /** `Tm` */
  setLine(linear: Linear): void {
    this.#textLinear = linear;
    this.#pen = NONE;
  }

  nextLine(): void {
    this.#pen = NONE;
  }

  /** A number in `TJ` that increased by `by`. */
  movePen(by: number): void {
    const unit = this.penUnit;
    if (unit !== null) this.#pen = { x: this.#pen.x - by * unit.x, y: this.#pen.y - by * unit.y };
  }

  setFontSize(fontSize: number | null): void {
    this.#state = { ...this.#state, fontSize };
  }

  setHorizontalScale(horizontalScale: number): void {
    this.#state = { ...this.#state, horizontalScale };
  }
}
