import type { PlacedSize } from '../../image-jobs/resolution.ts';
import { largestOf } from '../../lists.ts';
import type { ContentAnalysis } from '../../pdf/content/analysis.ts';
import { placedUnits } from '../../pdf/content/placement.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { shownSize } from '../../pdf/inventory/page-sizes.ts';
import { PDFDict } from '../../pdf/objects.ts';
import { pageRefs } from '../../pdf/page-tree.ts';

/** Upper bound for the drawn size of an image if the size is uncertain; null if there is none. */
export type PageBound = (image: ImageXObject) => PlacedSize | null;

/**
 * Bounds images whose drawn size is uncertain only because of damaged content. Unreadable content may draw
 * them, but a user never sees more than a page of them. So the bound is the longer side of the largest page,
 * or the size in readable content. Images that anything else may use have no bound.
 */
export function pageBound(doc: PdfDocument, survey: ContentAnalysis): PageBound {
  const hasDoubts = survey.isSound && (survey.exposedByDoubt.size > 0 || survey.unsized.size > 0);
  if (!hasDoubts) return () => null;
  const seen = largestSeen(survey);
  const page = longestPageSide(doc);
  return ({ ref, stream }) => {
    const isInDoubt = survey.unsized.has(stream) || survey.exposedByDoubt.has(stream);
    const isElsewhere = survey.exposed.has(stream) && !survey.exposedByDoubt.has(stream);
    if (!isInDoubt || isElsewhere) return null;
    const side = Math.max(page, seen.get(ref.tag) ?? 0);
    return { widthPt: side, heightPt: side };
  };
}

/** Points, by the tag of the image's reference. */
function largestSeen(survey: ContentAnalysis): ReadonlyMap<string, number> {
  const sides = new Map<string, number>();
  for (const [target, { stretches }] of placedUnits(survey)) {
    if (target.kind !== 'image') continue;
    sides.set(
      target.ref.tag,
      Math.sqrt(
        largestOf(
          stretches.all.flatMap(({ xx, yy }) => [xx, yy]),
          0,
        ),
      ),
    );
  }
  return sides;
}

function longestPageSide(doc: PdfDocument): number {
  let longest = 0;
  for (const ref of pageRefs(doc.trailer)) {
    const page = doc.context.lookup(ref);
    const { widthPt, heightPt } = page instanceof PDFDict ? shownSize(page) : { widthPt: 0, heightPt: 0 };
    longest = Math.max(longest, widthPt, heightPt);
  }
  return longest;
}
