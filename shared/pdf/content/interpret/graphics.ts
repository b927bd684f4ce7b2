import { concat, IDENTITY, type Linear, scaling } from './linear.ts';
import type { Located } from './resources.ts';

/**
 * The font that text is shown in: `inherited` from whatever draws this content, until it chooses one itself;
 * `missing` when the name it chose means nothing.
 */
export type CurrentFont = Located | 'inherited' | 'missing';

/** More saved states than this are not kept; readers stop far earlier, and each costs memory. */
const MAX_SAVED = 100_000;

class GraphicsState {
  ctm: Linear = IDENTITY;
  font: CurrentFont = 'inherited';
  fontSize = 0;
  /** `Tz` / 100. */
  horizontalScale = 1;

  copy(): GraphicsState {
    const copy = new GraphicsState();
    copy.ctm = this.ctm;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.horizontalScale = this.horizontalScale;
    return copy;
  }
}

/** The part of the graphics state (ISO 32000-2, 8.4) that says how large things are drawn, and in which font. */
export class Graphics {
  state = new GraphicsState();
  /** Belongs to the text object, not to the saved state. */
  textMatrix: Linear = IDENTITY;
  readonly #saved: GraphicsState[] = [];

  /** False when too many states are saved. */
  save(): boolean {
    if (this.#saved.length === MAX_SAVED) return false;
    this.#saved.push(this.state.copy());
    return true;
  }

  /** More `Q` than `q` is common, and readers ignore the rest. */
  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  concat(linear: Linear): void {
    this.state.ctm = concat(linear, this.state.ctm);
  }

  /** From text space, with the font size in it, to the space of this content. */
  get textLinear(): Linear {
    const { ctm, fontSize, horizontalScale } = this.state;
    return concat(concat(scaling(fontSize * horizontalScale, fontSize), this.textMatrix), ctm);
  }
}
