import { similarity } from '../../shared/codecs/pixels/similarity.ts';
import type { VerifiedPage } from '../../shared/index.ts';
import type { DrawnDocument, PageDrawer } from './pdfium-pages.ts';

/** How alike a page of both documents looks. */
export interface PageScore {
  /** From 1, in the document before. */
  readonly page: number;
  /** Mean SSIM of the two pictures, 1 when they are equal; null where one of them could not be drawn. */
  readonly similarity: number | null;
}

/** Pixels of a page that is compared: A4 at about 110 dpi, where what is lost for the eye is lost. */
const COMPARED_PIXELS = 1_200_000;
/** Finer than this nothing is drawn to be compared, however small the page. */
const MAX_PIXELS_PER_POINT = 4;

export interface ScoredFiles {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly password?: string | undefined;
}

/** Draws the pages of both files and compares them, as the tab does; null where PDFium cannot open one of them. */
export function pageScores(
  { before, after, password = '' }: ScoredFiles,
  pages: readonly VerifiedPage[],
  drawer: PageDrawer,
): readonly PageScore[] | null {
  const documents: DrawnDocument[] = [];
  try {
    for (const file of [before, after]) documents.push(drawer.open(file, password));
    const [one, other] = documents as [DrawnDocument, DrawnDocument];
    return pages.map(({ page, after: partner }) => ({
      page,
      similarity: partner === null ? null : scoreOf(one, page - 1, other, partner - 1),
    }));
  } catch {
    // What it throws says nothing that a person could use, and nothing is claimed.
    return null;
  } finally {
    for (const document of documents) document.close();
  }
}

function scoreOf(one: DrawnDocument, index: number, other: DrawnDocument, partner: number): number | null {
  try {
    const [width, height] = pixelsOf(one.sizeOf(index));
    return similarity(one.draw(index, width, height), other.draw(partner, width, height)).ssim;
  } catch {
    return null;
  }
}

function pixelsOf([width, height]: readonly [number, number]): readonly [number, number] {
  const scale = Math.min(MAX_PIXELS_PER_POINT, Math.sqrt(COMPARED_PIXELS / (width * height)));
  const pixels = (points: number) => Math.max(1, Math.round(points * scale));
  return [pixels(width), pixels(height)];
}
