import type { VerifiedPage } from '../../shared/index.ts';
import { type PageScore, pageScores } from './page-scores.ts';
import { loadPageDrawer } from './pdfium-pages.ts';

/** Draws and compares pages for agents; null if PDFium is not installed or cannot open one of the files. */
export async function lookAtPages(
  before: Uint8Array,
  after: Uint8Array,
  pages: readonly VerifiedPage[],
  password?: string,
): Promise<readonly PageScore[] | null> {
  const drawer = await loadPageDrawer();
  return drawer === null ? null : pageScores({ before, after, password }, pages, drawer);
}
