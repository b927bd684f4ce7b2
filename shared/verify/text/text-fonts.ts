import { nameAt } from '../../pdf/font-program.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import { compositeFont } from './composite-font.ts';
import { simpleFont } from './simple-font.ts';
import type { TextFont } from './text-font.ts';

/** Cached fonts of a document. */
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
