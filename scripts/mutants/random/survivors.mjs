import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../project.mjs';
import { placesIn } from './places.mjs';

/**
 * @typedef {{ readonly file: string, readonly text: string, readonly kind: string, readonly reason: string }} Survivor
 *   a random fault, by the line it is on, that no test can or should catch
 */

/**
 * Faults of earlier samples that were looked at: nothing that anybody sees changes, or a few bytes. They still count
 * as survivors.
 *
 * @type {readonly Survivor[]}
 */
export const SURVIVORS = [
  {
    file: 'shared/budget/allocate.ts',
    text: 'const stretch = (budget - fixed) / Math.max(1, soft);',
    kind: '1 to 2',
    reason: 'less than two bytes for all images of a budget',
  },
  {
    file: 'shared/codecs/brotli/meta-block.ts',
    text: 'let two = bytes[at - 2] ?? 0;',
    kind: '0 to 1',
    reason: 'before the second byte of a stream, in a mode that writers do not begin with',
  },
  {
    file: 'shared/codecs/flate/flate-image.ts',
    text: 'return rows.length <= FULL_TRIALS_UP_TO_BYTES && size < MISLEADING_BYTES;',
    kind: '< to <=',
    reason: 'exactly the size from which both ways are tried',
  },
  {
    file: 'shared/codecs/flate/inflate.ts',
    text: 'export function inflate(data: Uint8Array, maxBytes: number, sizeHint = 0): Inflated {',
    kind: '0 to 1',
    reason: 'a hint for the first allocation',
  },
  {
    file: 'shared/codecs/jbig2/adaptive-pixels.ts',
    text: '{ dx: 1, dy: -3 },',
    kind: '1 to 2',
    reason: 'where adaptive pixels are tried: bytes only',
  },
  {
    file: 'shared/codecs/jbig2/adaptive-pixels.ts',
    text: 'return dy === -2 && Math.abs(dx) <= 2;',
    kind: '2 to 3',
    reason: 'where adaptive pixels may stand: bytes only',
  },
  {
    file: 'shared/codecs/jbig2/page-symbols.ts',
    text: 'for (let byte = 1; byte < 256; byte++) BIT_COUNT[byte] = BIT_COUNT[byte >> 1] + (byte & 1);',
    kind: '>> to <<',
    reason: 'the estimate of a shape: bytes only',
  },
  {
    file: 'shared/codecs/jbig2/symbol-bitmaps.ts',
    text: 'const MARGIN = 3;',
    kind: '3 to 4',
    reason: 'a wider frame of zeros: the same contexts',
  },
  {
    file: 'shared/codecs/jbig2/symbol-classes.ts',
    text: 'if (members.length < MIN_VOTERS || equal * 2 > members.length) return found;',
    kind: '|| to &&',
    reason: 'classes of two whose common shape would be tried in vain',
  },
  {
    file: 'shared/codecs/jpeg/samples/decode.ts',
    text: 'kernel.reachTo(out + bytes + pitch);',
    kind: '+ to -',
    reason: 'memory for more pixels than a test has',
  },
  {
    file: 'shared/codecs/jpeg/transform/quantise.ts',
    text: 'frequencies[((run & 15) << 4) | sizeOf(level)] += 1;',
    kind: '1 to 2',
    reason: 'all frequencies twice as high: nearly the same code lengths',
  },
  {
    file: 'shared/codecs/jpeg/transform/quantise.ts',
    text: 'const cost = this.#cost[step] + this.#zeroed[steps - 1] - this.#zeroed[step] + endOfBlock;',
    kind: '+ to -',
    reason: 'the quality is fixed by the tables; bytes only',
  },
  {
    file: 'shared/codecs/jpx/openjpeg.ts',
    text: 'for (let i = 0; i < pixels; i++) out[i * count + index] = heap[first + i];',
    kind: '< to <=',
    reason: 'a write behind the end of a typed array does nothing',
  },
  {
    file: 'shared/codecs/pixels/palette.ts',
    text: 'return [...whole.values()].sort((a, b) => weight(a) - weight(b) || a[0] - b[0] || a[1] - b[1]);',
    kind: '- to +',
    reason: 'the order of equally light entries of a palette: the same colors, other bytes',
  },
  {
    file: 'shared/fonts/cff/read.ts',
    text: 'const fontDicts = readIndex(bytes, dictNumber(top, TOP.fdArray, -1)).items;',
    kind: '1 to 2',
    reason: 'a font without the entry is refused at either place',
  },
  {
    file: 'shared/image-jobs/bilevel/clearly-more.ts',
    text: 'let [coded, seen] = [0, 0];',
    kind: '0 to 1',
    reason: 'one byte more in an estimate',
  },
  {
    file: 'shared/image-jobs/bilevel/clearly-more.ts',
    text: 'if (about * HALFTONE_PIXELS_PER_BYTE > width * height || about < bytes * CLEARLY_MORE) return false;',
    kind: '< to <=',
    reason: 'exactly at the limit of an estimate',
  },
  {
    file: 'shared/image-jobs/mrc/background/filled-paper.ts',
    text: 'for (let run = 0; run < kinds.length; run += 1) {',
    kind: '< to <=',
    reason: 'a write behind the end of a typed array does nothing',
  },
  {
    file: 'shared/image-jobs/mrc/background/paper-layers.ts',
    text: 'out.set(samples.subarray(from, from + (right - left) * channels), (y - top) * (right - left) * channels);',
    kind: '* to /',
    reason: 'the quality gate refuses the page with damaged parts: more bytes',
  },
  {
    file: 'shared/image-jobs/mrc/background/paper-layers.ts',
    text: 'const isFiner = picture.width >= width && picture.height >= height;',
    kind: '&& to ||',
    reason: 'both sides of a part are finer, or neither: they are scaled alike',
  },
  {
    file: 'shared/image-jobs/mrc/foreground/flat-inks.ts',
    text: 'while (level < 255 && (left -= counts[level]) > 0) level += 1;',
    kind: '0 to 1',
    reason: 'a median that is off by one level',
  },
  {
    file: 'shared/image-jobs/mrc/foreground/flat-inks.ts',
    text: 'const count = (counts.get(bin) ?? 0) + pixels[shape];',
    kind: '0 to 1',
    reason: 'one pixel more for the first shape of a color',
  },
  {
    file: 'shared/image-jobs/mrc/foreground/texture.ts',
    text: 'const CHANGES_OF_PICTURE = 3;',
    kind: '3 to 4',
    reason: 'a threshold of texture: tests fix pages, not windows',
  },
  {
    file: 'shared/image-jobs/mrc/foreground/texture.ts',
    text: 'is === 1 && around(textured, window, columns, rows) > MIN_AROUND ? 1 : 0,',
    kind: '1 to 2',
    reason: 'sums of these marks are only compared with 0',
  },
  {
    file: 'shared/image-jobs/mrc/scanned-page.ts',
    text: 'const MAX_DPI = 330;',
    kind: '330 to 331',
    reason: 'a threshold between resolutions that no scanner has',
  },
  {
    file: 'shared/passes/contents/content-job.ts',
    text: 'const isClear = content.length < exact.length * (1 - CLEAR_GAIN);',
    kind: '< to <=',
    reason: 'exactly the share from which a trial is spared',
  },
  {
    file: 'shared/passes/contents/content-output.ts',
    text: 'const mustBePrintable = this.#at < this.#printableUntil;',
    kind: '< to <=',
    reason: 'a string that begins exactly where image data end',
  },
  {
    file: 'shared/passes/contents/content-proof.ts',
    text: 'if (one.operator !== other.operator) return false;',
    kind: 'if never',
    reason: 'the comparison of the bytes sees it too: the proof checks twice',
  },
  {
    file: 'shared/passes/fonts/truetype.ts',
    text: 'if (bytes.length >= item.bytes.length) return refused(reason);',
    kind: '>= to >',
    reason: 'a font that would be of equal size',
  },
  {
    file: 'shared/passes/images/image-search.ts',
    text: 'const step = stepAt(SHARPNESSES[point - 1], image, options, around.placementOf(image));',
    kind: '- to +',
    reason: 'the first guess of a search: the same end after other runs',
  },
  {
    file: 'shared/passes/repeats/repeated-runs.ts',
    text: 'const mayHoldRun = unit.inner.length > 0 && unit.end - unit.start >= MIN_RUN_BYTES;',
    kind: '>= to >',
    reason: 'a run of exactly the least length: a few bytes',
  },
  {
    file: 'shared/passes/repeats/repeats.ts',
    text: 'if (content === null || content.length < MIN_CONTENT_BYTES || content.length > MAX_CONTENT_BYTES)',
    kind: '> to >=',
    reason: 'exactly the most bytes of a content',
  },
  {
    file: 'shared/passes/strips/joined-pixels.ts',
    text: '0,',
    kind: '0 to 1',
    reason: 'one pixel more for the share of small palettes',
  },
  {
    file: 'shared/pdf/inventory/damaged-pages.ts',
    text: 'if (!isDamaged(doc)) return { pages: [], missingPages: 0 };',
    kind: 'if never',
    reason: 'a sound file has no broken parts: time only',
  },
  {
    file: 'shared/pdf/splice/stream-splices.ts',
    text: 'for (let at = objects.next(0); at >= 0; at = objects.next(at + 1)) {',
    kind: '1 to 2',
    reason: 'no "obj" begins within two bytes of another',
  },
  {
    file: 'shared/pdf/write/write.ts',
    text: 'if (object === undefined) continue;',
    kind: 'if never',
    reason: 'only objects that are there are reachable',
  },
  {
    file: 'shared/split/outline.ts',
    text: '.reduce((sum, kid) => sum + 1 + (isOpen(kid) ? (visible.get(kid) ?? 0) : 0), 0);',
    kind: '0 to 1',
    reason: 'kids come first, so a number is always there',
  },
  {
    file: 'shared/verify/content/page-content.ts',
    text: 'const STREAM_COST_BYTES = 2048;',
    kind: '2048 to 2049',
    reason: 'one byte more in the cost of opening a stream',
  },
  {
    file: 'shared/verify/kinds/attachments.ts',
    text: 'return a.value < b.value ? -1 : Number(a.value > b.value);',
    kind: '1 to 2',
    reason: 'the sign of an order',
  },
  {
    file: 'shared/verify/pictures/similarity.ts',
    text: 'const COARSE = 4;',
    kind: '4 to 5',
    reason: 'a threshold: tests fix what must be seen, not the grid of tiny images',
  },
  {
    file: 'shared/verify/text/near.ts',
    text: 'return Math.abs(a.x - b.x) <= GLYPH_TOLERANCE && Math.abs(a.y - b.y) <= GLYPH_TOLERANCE;',
    kind: '<= to <',
    reason: 'exactly at the tolerance',
  },
  {
    file: 'shared/work/job.ts',
    text: `return (before?.length ?? 0) + (written.kind === 'anew' ? written.content.length : 0);`,
    kind: '0 to 1',
    reason: 'one byte more in a limit of minutes',
  },
  {
    file: 'shared/work/work-clock.ts',
    text: 'const BEAT_MS = 5000;',
    kind: '5000 to 5001',
    reason: 'a millisecond more between two readings of the clock',
  },
];

/**
 * Returns why a fault may survive; undefined if nobody has looked at it.
 *
 * @param {string} file
 * @param {string} text the line, without spaces around it
 * @param {string} kind
 */
export function reasonOf(file, text, kind) {
  return SURVIVORS.find((known) => known.file === file && known.text === text && known.kind === kind)?.reason;
}

/** Returns the survivors whose line is gone, or no longer a place for such a fault. */
export function staleSurvivors() {
  return SURVIVORS.filter(({ file, text, kind }) => {
    if (!existsSync(join(ROOT, file))) return true;
    const code = readFileSync(join(ROOT, file), 'utf8');
    const lines = code.split('\n');
    return !placesIn(code).some(
      (place) =>
        place.kind === kind && lines[code.slice(0, place.start).split('\n').length - 1].trim() === text,
    );
  }).map(({ file, text, kind }) => `${file}: ${kind} in ${text}`);
}
