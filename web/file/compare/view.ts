import type { PageSize, View } from '../../visual-diff/wire.ts';

/** At 100 % a point is as large as CSS says: 96 pixels for 72 points. */
const CSS_PIXELS_PER_POINT = 96 / 72;
export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 4;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Of the stage that a whole page takes, so that its edges show. */
const FIT_SHARE = 0.96;

/** How large a page is shown: a fixed zoom, all of it, or as wide as the stage. */
export type Zoom = number | 'fit' | 'width';

/** CSS pixels. */
export interface StageSize {
  readonly width: number;
  readonly height: number;
}

/** The point of the page in the middle of the stage, as shares of its width and height. */
export interface Center {
  readonly x: number;
  readonly y: number;
}

export const MIDDLE: Center = { x: 0.5, y: 0.5 };

/** The zoom as a number, 1 for 100 %. */
export function zoomFactor(zoom: Zoom, page: PageSize, stage: StageSize): number {
  if (typeof zoom === 'number') return boundedZoom(zoom);
  const across = stage.width / (page.widthPt * CSS_PIXELS_PER_POINT);
  if (zoom === 'width') return boundedZoom(across);
  const down = stage.height / (page.heightPt * CSS_PIXELS_PER_POINT);
  // A poster fits only below the least zoom: to fit is what was asked for.
  return Math.min(MAX_ZOOM, Math.min(across, down) * FIT_SHARE);
}

export function boundedZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/** The next step up or down from where it is. */
export function steppedZoom(factor: number, direction: 'in' | 'out'): number {
  if (direction === 'in') return STEPS.find((step) => step > factor + 0.005) ?? MAX_ZOOM;
  return STEPS.findLast((step) => step < factor - 0.005) ?? MIN_ZOOM;
}

/** What of the page the stage shows. A page smaller than the stage is in its middle; a larger one covers it. */
export function viewOf(
  page: number,
  size: PageSize,
  stage: StageSize,
  factor: number,
  center: Center,
  pixelRatio: number,
): View {
  const scale = factor * CSS_PIXELS_PER_POINT;
  return {
    page,
    pixelsPerPoint: scale * pixelRatio,
    left: Math.round(offset(size.widthPt * scale, stage.width, center.x) * pixelRatio),
    top: Math.round(offset(size.heightPt * scale, stage.height, center.y) * pixelRatio),
    width: Math.max(1, Math.round(stage.width * pixelRatio)),
    height: Math.max(1, Math.round(stage.height * pixelRatio)),
  };
}

/** The center after the page was dragged by so many CSS pixels; never further than to its edge. */
export function draggedCenter(
  center: Center,
  by: { readonly x: number; readonly y: number },
  size: PageSize,
  stage: StageSize,
  factor: number,
): Center {
  const scale = factor * CSS_PIXELS_PER_POINT;
  return {
    x: boundedCenter(center.x, by.x, size.widthPt * scale, stage.width),
    y: boundedCenter(center.y, by.y, size.heightPt * scale, stage.height),
  };
}

function offset(page: number, stage: number, center: number): number {
  if (page <= stage) return (stage - page) / 2;
  return Math.min(0, Math.max(stage - page, stage / 2 - center * page));
}

function boundedCenter(center: number, by: number, page: number, stage: number): number {
  if (page <= stage) return 0.5;
  const margin = stage / 2 / page;
  return Math.min(1 - margin, Math.max(margin, Math.min(1 - margin, Math.max(margin, center)) - by / page));
}
