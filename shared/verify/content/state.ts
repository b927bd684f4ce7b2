import { concatMatrices, IDENTITY_MATRIX, type Matrix } from '../../pdf/content/matrix.ts';
import type { PDFDict, PDFObject } from '../../pdf/objects.ts';
import { apply, moved, type Place } from './matrix.ts';
import { BLACK, type Paint } from './paint.ts';

/** Maximum saved states; readers stop far earlier. */
const MAX_SAVED = 10_000;

/** Relevant part of the state that `q` saves (ISO 32000-2, 8.4 and 9.3). */
export interface GraphicsState {
  readonly ctm: Matrix;
  readonly font: PDFDict | null;
  readonly fontSize: number;
  readonly characterSpacing: number;
  readonly wordSpacing: number;
  /** `Tz` / 100. */
  readonly horizontalScale: number;
  readonly leading: number;
  readonly rise: number;
  /** `Tr`. */
  readonly renderMode: number;
  readonly fill: Paint;
  readonly stroke: Paint;
  /** In units of user space. */
  readonly lineWidth: number;
  /** Length of the dash pattern; 0 for solid lines. */
  readonly dashPeriod: number;
  /** Color spaces for `sc` and `SC`. */
  readonly fillSpace: PDFObject | undefined;
  readonly strokeSpace: PDFObject | undefined;
  /** Box around the clipping path, on the page. */
  readonly clip: Place;
  /** Parameters of ExtGStates that matter in print or to transparency, in words, by key. */
  readonly print: ReadonlyMap<string, string>;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

export const INITIAL_STATE: GraphicsState = {
  ctm: IDENTITY_MATRIX,
  font: null,
  fontSize: 0,
  characterSpacing: 0,
  wordSpacing: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  renderMode: 0,
  fill: BLACK,
  stroke: BLACK,
  lineWidth: 1,
  dashPeriod: 0,
  fillSpace: undefined,
  strokeSpace: undefined,
  clip: [-UNLIMITED, -UNLIMITED, UNLIMITED, UNLIMITED],
  print: new Map(),
};

/** Graphics state and text object of one content stream. */
export class ContentState {
  state: GraphicsState;
  /** Position of the next glyph. */
  textMatrix: Matrix = IDENTITY_MATRIX;
  #lineMatrix: Matrix = IDENTITY_MATRIX;
  /** True if no glyph of unknown width was shown since the position was set. */
  isPlaceSure = true;
  readonly #saved: GraphicsState[] = [];
  /** The state if it is saved nowhere: maps change a color for each of their lines. */
  #own: { -readonly [Name in keyof GraphicsState]: GraphicsState[Name] } | null = null;

  constructor(state: GraphicsState) {
    this.state = state;
  }

  set(change: Partial<GraphicsState>): void {
    this.#own ??= { ...this.state };
    this.state = Object.assign(this.#own, change);
  }

  save(): void {
    this.#own = null;
    if (this.#saved.length < MAX_SAVED) this.#saved.push(this.state);
  }

  restore(): void {
    this.#own = null;
    this.state = this.#saved.pop() ?? this.state;
  }

  concat(matrix: Matrix): void {
    this.set({ ctm: concatMatrices(matrix, this.state.ctm) });
  }

  setTextMatrix(matrix: Matrix): void {
    this.textMatrix = matrix;
    this.#lineMatrix = matrix;
    this.isPlaceSure = true;
  }

  nextLine(x: number, y: number): void {
    this.setTextMatrix(moved(this.#lineMatrix, x, y));
  }

  /** `tx` or `ty` of 9.4.4, in units of text space. */
  advance(distance: number, isVertical: boolean): void {
    this.textMatrix = isVertical ? moved(this.textMatrix, 0, distance) : moved(this.textMatrix, distance, 0);
  }

  /** Height of the font on the page. */
  get glyphSize(): number {
    const [, , c, d] = concatMatrices(this.textMatrix, this.state.ctm);
    return Math.abs(this.state.fontSize) * Math.hypot(c, d);
  }

  /** Returns whether a glyph there may be seen: its box, however it is turned, touches the clipping path's. */
  isInClip(x: number, y: number, size: number): boolean {
    const [left, bottom, right, top] = this.state.clip;
    return x + size > left && x - size < right && y + size > bottom && y - size < top;
  }

  /** Origin of the next glyph, in page space. */
  get glyphPlace(): readonly [x: number, y: number] {
    const [x, y] = apply(this.textMatrix, 0, this.state.rise);
    return apply(this.state.ctm, x, y);
  }
}
