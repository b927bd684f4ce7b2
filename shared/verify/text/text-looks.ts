import { isOtherColor, type Rgb } from '../color/oklab.ts';
import type { Glyph } from '../content/page-marks.ts';
import { colorLoss, isColored } from '../drawings/compare-drawings.ts';
import { type FontFace, faceText, isWorseFace } from './font-face.ts';
import type { WordLoss } from './word-loss.ts';

/** Words named of a run in another color. */
const MAX_WORDS = 12;

/** Compares colors and fonts of matched glyphs, in runs of words. */
export class TextLooks {
  readonly #colors: { words: string[]; before: Rgb; after: Rgb }[] = [];
  /** True if the word before had the other color, too. */
  #isRun = false;
  readonly #faces = new Map<FontFace, Map<FontFace, boolean>>();
  readonly #isColored = { before: false, after: false };
  #known: readonly [FontFace | null, FontFace | null] = [null, null];
  #same: readonly [Rgb | null, Rgb | null] = [null, null];

  add(word: string, pairs: readonly (readonly [before: Glyph, after: Glyph])[]): void {
    let changed: readonly [Rgb, Rgb] | null = null;
    for (const [was, is] of pairs) {
      this.#face(was.face, is.face);
      // Strings share their colors.
      if (!was.isVisible || !is.isVisible || (was.rgb === this.#same[0] && is.rgb === this.#same[1]))
        continue;
      if (isColored(was.rgb)) this.#isColored.before = true;
      if (isColored(is.rgb)) this.#isColored.after = true;
      if (was.rgb !== null && is.rgb !== null && isOtherColor(was.rgb, is.rgb)) changed ??= [was.rgb, is.rgb];
      else this.#same = [was.rgb, is.rgb];
    }
    if (changed !== null) this.#recolored(word, ...changed);
    this.#isRun = changed !== null;
  }

  #recolored(word: string, before: Rgb, after: Rgb): void {
    const run = this.#isRun ? this.#colors.at(-1) : undefined;
    if (run !== undefined && String([run.before, run.after]) === String([before, after]))
      run.words.push(word);
    else this.#colors.push({ words: [word], before, after });
  }

  #face(was: FontFace | null, is: FontFace | null): void {
    if (was === null || is === null || (was === this.#known[0] && is === this.#known[1])) return;
    this.#known = [was, is];
    const others = this.#faces.get(was) ?? new Map<FontFace, boolean>();
    this.#faces.set(was, others.set(is, isWorseFace(was, is)));
  }

  get result(): {
    readonly colors: readonly WordLoss[];
    readonly isColored: { readonly before: boolean; readonly after: boolean };
    readonly fonts: { readonly before: number; readonly losses: readonly WordLoss[] };
  } {
    const worse = [...this.#faces].flatMap(([was, others]) =>
      [...others].flatMap(([is, isWorse]): WordLoss[] =>
        isWorse ? [{ change: 'changed', name: was.name, before: faceText(was), after: faceText(is) }] : [],
      ),
    );
    return {
      colors: this.#colors.flatMap(
        ({ words, before, after }) =>
          // The cast: a color that changed has both values.
          colorLoss(words.slice(0, MAX_WORDS).join(' '), before, after) as WordLoss[],
      ),
      isColored: this.#isColored,
      fonts: { before: this.#faces.size, losses: worse },
    };
  }
}
