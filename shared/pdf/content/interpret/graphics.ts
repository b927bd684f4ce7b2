import { concat, IDENTITY, type Linear, scaling } from './linear.ts';
import type { Located } from './resources.ts';

/**
 * Font of shown text: `inherited` from the parent content until one is selected; `missing` if the selected
 * name is undefined.
 */
export type CurrentFont = Located | 'inherited' | 'missing';

/** Maximum saved states; readers stop far earlier, and each needs memory. */
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

/** Part of the graphics state (ISO 32000-2, 8.4) that determines the size of drawn objects and the font. */
export class Graphics {
  state = new GraphicsState();
  /** Part of the text object, not of the saved state. */
  textMatrix: Linear = IDENTITY;
  readonly #saved: GraphicsState[] = [];

  /** Returns false if too many states are saved. */
  save(): boolean {
    if (this.#saved.length === MAX_SAVED) return false;
    this.#saved.push(this.state.copy());
    return true;
  }

  /** More `Q` than `q` is common; readers ignore the surplus. */
  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  concat(linear: Linear): void {
    this.state.ctm = concat(linear, this.state.ctm);
  }

  /** From text space, including the font size, to the space of this content. */
  get textLinear(): Linear {
    const { ctm, fontSize, horizontalScale } = this.state;
    return concat(concat(scaling(fontSize * horizontalScale, fontSize), this.textMatrix), ctm);
  }
}
