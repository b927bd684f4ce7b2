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
 * Distance between two contents that only differ in coordinates of paths and text moves. Matrices keep their
 * linear parts, and `cm` all its numbers, so the remaining difference is a shift of the text, and absolute
 * positions are not needed (ISO 32000-2, 8.3.4 and 9.4.2).
 */
export class Offsets {
  #state: State;
  readonly #saved: State[] = [];
  #textLinear = IDENTITY;
  #textOffset = NONE;
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

  /** Linear part of the space in which `Td` moves. */
  get lineLinear(): Linear {
    return concat(this.#textLinear, this.#state.linear);
  }

  get lineOffset(): Offset {
    return this.#textOffset;
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

  /** Offset of a path point or the origin of a text matrix that moved by `by`. */
  pointOffset(by: Offset): Offset {
    return moved(NONE, this.#state.linear, by);
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
    this.#textOffset = NONE;
    this.#pen = NONE;
  }

  endText(): void {
    this.#inText = false;
    this.#textOffset = NONE;
    this.#pen = NONE;
  }

  /** `Tm` whose translation moved by `by`. */
  setLine(linear: Linear, by: Offset): void {
    this.#textLinear = linear;
    this.#textOffset = this.pointOffset(by);
    this.#pen = NONE;
  }

  /** `Td` that moved by `by`; zero for other moves to the next line. */
  moveLine(by: Offset): void {
    this.#textOffset = moved(this.#textOffset, this.lineLinear, by);
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

function moved(offset: Offset, { a, b, c, d }: Linear, by: Offset): Offset {
  if (by.x === 0 && by.y === 0) return offset;
  return { x: offset.x + by.x * a + by.y * c, y: offset.y + by.x * b + by.y * d };
}
