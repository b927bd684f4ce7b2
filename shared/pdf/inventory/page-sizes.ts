import type { InspectedPageSize } from '../../inspection.ts';
import { mapped } from '../../lists.ts';
import { ancestorsOf } from '../content/interpret/inherited-resources.ts';
import { common, type Rectangle } from '../content/rectangle.ts';
import type { PdfDocument } from '../document.ts';
import { key, PDFArray, PDFDict, PDFNumber, type PDFObject } from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import { hundredths, POINTS_PER_INCH } from './points.ts';

/** Maximum sizes listed: documents have few, and a list is useless if every page differs. */
const MAX_SIZES = 16;

/** Returns the most frequent displayed page sizes, most frequent first, then by their first page. */
export function pageSizes(doc: PdfDocument): InspectedPageSize[] {
  const sizes = new Map<string, { widthPt: number; heightPt: number; pages: number }>();
  for (const ref of pageRefs(doc.trailer)) {
    const page = doc.context.lookup(ref);
    if (!(page instanceof PDFDict)) continue;
    const { widthPt, heightPt } = shownSize(page);
    const name = `${widthPt} ${heightPt}`;
    const known = sizes.get(name);
    if (known === undefined) sizes.set(name, { widthPt, heightPt, pages: 1 });
    else known.pages += 1;
  }
  return [...sizes.values()].sort((a, b) => b.pages - a.pages).slice(0, MAX_SIZES);
}

/** Returns the displayed area of the largest page, in square inches; 0 without a page. */
export function largestPageArea(doc: PdfDocument): number {
  let largest = 0;
  for (const ref of pageRefs(doc.trailer)) {
    const page = doc.context.lookup(ref);
    if (!(page instanceof PDFDict)) continue;
    const { widthPt, heightPt } = shownSize(page);
    largest = Math.max(largest, (widthPt / POINTS_PER_INCH) * (heightPt / POINTS_PER_INCH));
  }
  return largest;
}

/** US Letter: readers use it if a page has no valid box. */
const DEFAULT_BOX: Rectangle = { left: 0, bottom: 0, right: 612, top: 792 };

/** Displayed part, unit and rotation of a page. */
export interface PageView {
  readonly media: Rectangle;
  /** The crop box inside the media box. */
  readonly shown: Rectangle;
  /** Points per unit of the page's space. */
  readonly unit: number;
  /** Degrees clockwise, 0 to 359. */
  readonly rotate: number;
}

export function pageView(page: PDFDict): PageView {
  // Inheritable entries (ISO 32000-2, table 31).
  const dicts = [page, ...ancestorsOf(page)];
  const inherited = (name: string) => dicts.find((dict) => dict.has(key(name)))?.lookup(key(name));
  const media = boxOf(inherited('MediaBox')) ?? DEFAULT_BOX;
  const crop = boxOf(inherited('CropBox'));
  // "The crop … boxes shall be reduced to their intersection with the media box" (14.11.2.1).
  const shown = (crop === null ? null : withArea(common(media, crop))) ?? media;
  const unit = numberOf(page.lookup(key('UserUnit'))) ?? 1;
  const isUnit = unit > 0 && Number.isFinite(unit * (shown.right - shown.left + shown.top - shown.bottom));
  const rotate = numberOf(inherited('Rotate')) ?? 0;
  return { media, shown, unit: isUnit ? unit : 1, rotate: ((rotate % 360) + 360) % 360 };
}

/** Returns the displayed width and height of a page in points: cropped, rotated, in its user unit. */
export function shownSize(page: PDFDict): { widthPt: number; heightPt: number } {
  const { shown, unit, rotate } = pageView(page);
  const width = hundredths((shown.right - shown.left) * unit);
  const height = hundredths((shown.top - shown.bottom) * unit);
  return rotate % 180 === 90 ? { widthPt: height, heightPt: width } : { widthPt: width, heightPt: height };
}

/** A rectangle is any two opposite corners (7.9.5); null if it has no area. */
export function boxOf(object: PDFObject | undefined): Rectangle | null {
  if (!(object instanceof PDFArray) || object.size() < 4) return null;
  const [x1, y1, x2, y2] = mapped([0, 1, 2, 3], (index) => numberOf(object.lookup(index)) ?? Number.NaN);
  return withArea({
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    right: Math.max(x1, x2),
    top: Math.max(y1, y2),
  });
}

function withArea(box: Rectangle): Rectangle | null {
  const area = (box.right - box.left) * (box.top - box.bottom);
  return box.right > box.left && box.top > box.bottom && Number.isFinite(area) ? box : null;
}

function numberOf(object: PDFObject | undefined): number | null {
  return object instanceof PDFNumber ? object.asNumber() : null;
}
