import { concat, IDENTITY, type Linear } from '../../pdf/content/interpret/linear.ts';

/** A difference between two places, in the space of the content. */
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
 * How far apart two contents draw that differ in coordinates of paths and moves of text alone. Matrices keep their
 * linear parts, and `cm` all of its numbers; so what remains between the two is a shift of the text, and where things
 * stand need not be known (ISO 32000-2, 8.3.4 and 9.4.2).
 */
export class Offsets {
  #state: State;
  readonly #saved: State[] = [];
  #textLinear = IDENTITY;
  #textOffset = NONE;
  #pen = NONE;
  #inText = false;

  /** @param isPage text begins with the initial state; elsewhere with that of whatever draws the content */
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

  /** Of the space that `Td` moves in. */
  get lineLinear(): Linear {
    return concat(this.#textLinear, this.#state.linear);
  }

  get lineOffset(): Offset {
    return this.#textOffset;
  }

  /**
   * What a thousandth of `TJ` moves by in text space: along x, and along y in fonts that write downwards, without
   * horizontal scaling (9.4.4); null when font size or scaling are not known here.
   */
  get penUnit(): Offset | null {
    const { fontSize, horizontalScale } = this.#state;
    if (fontSize === null || horizontalScale === null) return null;
    return { x: (fontSize / 1000) * horizontalScale, y: fontSize / 1000 };
  }

  /** How far the differences in `TJ` since the line began move what follows: along x, or along y, in text space. */
  get pen(): Offset {
    return this.#pen;
  }

  /** A point of path construction, or the origin of a text matrix, that moved by `by`. */
  pointOffset(by: Offset): Offset {
    return moved(NONE, this.#state.linear, by);
  }

  /** False where the two no longer can be compared. */
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

  /** `cm`: its translation is the same for both. */
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

  /** `Tm`, whose translation moved by `by`. */
  setLine(linear: Linear, by: Offset): void {
    this.#textLinear = linear;
    this.#textOffset = this.pointOffset(by);
    this.#pen = NONE;
  }

  /** `Td` that moved by `by`; any other way to the next line by nothing. */
  moveLine(by: Offset): void {
    this.#textOffset = moved(this.#textOffset, this.lineLinear, by);
    this.#pen = NONE;
  }

  /** A number in `TJ` that is `by` more. */
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
