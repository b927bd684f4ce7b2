import { similarity } from '../../shared/codecs/pixels/similarity.ts';
import { looksDifferent, type VerifiedPage } from '../../shared/index.ts';
import { mapped } from '../../shared/lists.ts';
import type { Spot } from '../../shared/verify/looks/grid.ts';
import { differingSpot } from '../../shared/verify/looks/page-look.ts';
import type { DrawnDocument, PageDrawer } from './pdfium-pages.ts';

/** Visual similarity of a page before and after. */
export interface PageScore {
  /** 1-based, in the document before. */
  readonly page: number;
  /** Mean SSIM of the two page renders, 1 if they are equal; null if one of them could not be rendered. */
  readonly similarity: number | null;
  /** The cell that differs most, as shares of the page, if it shows something else; null if all looks alike. */
  readonly spot: Spot | null;
}

/** Pixels of a compared page: A4 at about 110 dpi, enough to show visible losses. */
const COMPARED_PIXELS = 1_200_000;
/** Maximum scale of a render, however small the page. */
const MAX_PIXELS_PER_POINT = 4;

export interface ScoredFiles {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly password?: string | undefined;
}

/** Renders and compares the pages of both files, as the tab does; null if PDFium cannot open one of them. */
export function pageScores(
  files: ScoredFiles,
  pages: readonly VerifiedPage[],
  drawer: PageDrawer,
): readonly PageScore[] | null {
  return openedPair(files, drawer, (one, other) =>
    pages.map(({ page, after: partner }) => ({
      page,
      ...(partner === null ? NOT_DRAWN : scoreOf(one, page - 1, other, partner - 1)),
    })),
  );
}

/** Uses both documents; null if PDFium cannot. */
export function openedPair<Value>(
  { before, after, password = '' }: ScoredFiles,
  drawer: PageDrawer,
  use: (before: DrawnDocument, after: DrawnDocument) => Value,
): Value | null {
  const documents: DrawnDocument[] = [];
  try {
    const [one, other] = mapped([before, after], (file) => {
      const document = drawer.open(file, password);
      documents.push(document);
      return document;
    });
    return use(one, other);
  } catch {
    // PDFium's error would not help a user, so the result claims nothing.
    return null;
  } finally {
    for (const document of documents) document.close();
  }
}

/** Returns pages that look different, the least similar first; the least similar one if all look alike. */
export function worstScores(scores: readonly PageScore[]): readonly PageScore[] {
  const drawn = scores
    .flatMap(({ similarity, ...rest }) => (similarity === null ? [] : [{ ...rest, similarity }]))
    .sort((a, b) => a.similarity - b.similarity);
  const different = drawn.filter(looksDifferent);
  return different.length > 0 ? different : drawn.slice(0, 1);
}

type Look = Pick<PageScore, 'similarity' | 'spot'>;
const NOT_DRAWN: Look = { similarity: null, spot: null };

function scoreOf(one: DrawnDocument, index: number, other: DrawnDocument, partner: number): Look {
  try {
    const [width, height] = pixelsOf(one.sizeOf(index));
    const drawn = [one.draw(index, width, height), other.draw(partner, width, height)] as const;
    return { similarity: similarity(...drawn).ssim, spot: differingSpot(...drawn) };
  } catch {
    return NOT_DRAWN;
  }
}

export function pixelsOf([width, height]: readonly [number, number]): readonly [number, number] {
  const scale = Math.min(MAX_PIXELS_PER_POINT, Math.sqrt(COMPARED_PIXELS / (width * height)));
  const pixels = (points: number) => Math.max(1, Math.round(points * scale));
  return [pixels(width), pixels(height)];
}
