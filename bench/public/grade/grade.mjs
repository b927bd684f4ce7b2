import { forgetPdfium } from '../../../shared/testing/oracles/pdfium-render.ts';
import { likeness } from './likeness.mjs';
import { lossesOf } from './losses.mjs';
import { drawing, openDocument } from './pdfium.mjs';
import { see } from './sight.mjs';

/**
 * @typedef {import('./losses.mjs').Loss} Loss
 * @typedef {import('./likeness.mjs').Likeness & {
 *   readonly page: number,
 *   readonly before: import('./pdfium.mjs').Drawing,
 *   readonly after: import('./pdfium.mjs').Drawing,
 * }} PageGrade from page 1
 * @typedef {{
 *   readonly pages: number,
 *   readonly losses: readonly Loss[],
 *   readonly drawn: readonly PageGrade[],
 *   readonly unreadable: string | null,
 * }} Grade `unreadable`: why the result cannot be read, which counts as a total loss
 */

const PAGES_DRAWN = 4;
const DPI = 100;

/**
 * Grades what a program kept of a document, and how similar four of its pages look. Uses PDFium, which no contestant is
 * based on, and nothing of Pagelight's core.
 *
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 * @returns {Promise<Grade>}
 * @throws Error if the document before cannot be read
 */
export async function grade(before, after) {
  const one = await openDocument(before);
  try {
    const found = await gradeOf(one, after);
    one.close();
    return found;
  } catch (thrown) {
    // After a WebAssembly trap the module's state is undefined: the next file gets a new one.
    forgetPdfium();
    throw thrown;
  }
}

/**
 * @param {import('./pdfium.mjs').OpenDocument} before
 * @param {Uint8Array} file the result
 * @returns {Promise<Grade>}
 */
async function gradeOf(before, file) {
  const pages = before.pageCount;
  const sight = see(before);
  /** @type {import('./pdfium.mjs').OpenDocument} */
  let after;
  try {
    after = await openDocument(file);
  } catch (thrown) {
    return { pages, losses: [allPages(pages)], drawn: [], unreadable: messageOf(thrown) };
  }
  const losses = [...pageLoss(pages, after.pageCount), ...lossesOf(sight, see(after))];
  const drawn = drawnPages(pages)
    .filter((index) => index < after.pageCount)
    .map((index) => {
      const [one, other] = [drawing(before, index, DPI), drawing(after, index, DPI)];
      return { page: index + 1, before: one, after: other, ...likeness(one, other) };
    });
  after.close();
  return { pages, losses, drawn, unreadable: null };
}

/**
 * The first, the last, and those at a third and two thirds. @param {number} count @returns {readonly number[]} 0-based
 */
export function drawnPages(count) {
  const wanted = Math.min(count, PAGES_DRAWN);
  return Array.from({ length: wanted }, (_, at) =>
    wanted === 1 ? 0 : Math.round((at * (count - 1)) / (wanted - 1)),
  );
}

/** @param {number} before @param {number} after @returns {readonly Loss[]} */
function pageLoss(before, after) {
  if (after >= before) return [];
  return [{ kind: 'pages', before, lost: before - after, examples: [] }];
}

/** @param {number} pages @returns {Loss} */
function allPages(pages) {
  return { kind: 'pages', before: pages, lost: pages, examples: [] };
}

/** @param {unknown} thrown */
function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
