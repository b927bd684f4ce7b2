import { nameAt } from '../../pdf/font-program.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import { compositeFont } from './composite-font.ts';
import { type FontFace, faceOf } from './font-face.ts';
import { simpleFont } from './simple-font.ts';
import type { TextFont } from './text-font.ts';

/** Cached fonts of a document. */
export class TextFonts {
  readonly #fonts = new Map<PDFDict, TextFont>();
  readonly #faces = new Map<PDFDict, FontFace>();

  face(font: PDFDict): FontFace {
    let known = this.#faces.get(font);
    if (known === undefined) this.#faces.set(font, (known = faceOf(font)));
    return known;
  }

  of(font: PDFDict): TextFont {
    let known = this.#fonts.get(font);
    if (known === undefined) {
      known = nameAt(font, 'Subtype') === 'Type0' ? compositeFont(font) : simpleFont(font);
      this.#fonts.set(font, known);
    }
    return known;
  }
}
