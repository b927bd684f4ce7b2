import { nameAt } from '../../pdf/font-program.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import { compositeFont } from './composite-font.ts';
import { simpleFont } from './simple-font.ts';

/** One code of a string that is shown. */
export interface ShownCode {
  /** As `comparedText` gives it: empty for white space, null where nothing says what it stands for. */
  readonly text: string | null;
  /** How far it moves what follows, in units of text space at size 1. */
  readonly advance: number;
  /** False where the file does not say how wide it is. */
  readonly isSure: boolean;
  /** Word spacing is added behind it (ISO 32000-2, 9.3.3). */
  readonly isWordSpace: boolean;
}

export interface TextFont {
  /** Text runs downwards. */
  readonly isVertical: boolean;
  codes(bytes: Uint8Array): Iterable<ShownCode>;
}

/** The fonts of a document, each read once. */
export class TextFonts {
  readonly #fonts = new Map<PDFDict, TextFont>();

  of(font: PDFDict): TextFont {
    let known = this.#fonts.get(font);
    if (known === undefined) {
      known = nameAt(font, 'Subtype') === 'Type0' ? compositeFont(font) : simpleFont(font);
      this.#fonts.set(font, known);
    }
    return known;
  }
}
