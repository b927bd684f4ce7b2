import type { PageSize, View } from '../../visual-diff/wire.ts';

/** At 100 % a point has its CSS size: 96 pixels for 72 points. */
const CSS_PIXELS_PER_POINT = 96 / 72;
export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 4;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Share of the stage that a fitted page takes, so that its edges are visible. */
const FIT_SHARE = 0.96;

/** Zoom of a page: a fixed factor, the whole page, or the stage's width. */
export type Zoom = number | 'fit' | 'width';

/** CSS pixels. */
export interface StageSize {
  readonly width: number;
  readonly height: number;
}

/** Point of the page at the stage's center, as shares of its width and height. */
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
  // A poster fits only below the minimum zoom, which fitting ignores.
  return Math.min(MAX_ZOOM, Math.min(across, down) * FIT_SHARE);
}

export function boundedZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/** The next zoom step in or out. */
export function steppedZoom(factor: number, direction: 'in' | 'out'): number {
  if (direction === 'in') return STEPS.find((step) => step > factor + 0.005) ?? MAX_ZOOM;
  return STEPS.findLast((step) => step < factor - 0.005) ?? MIN_ZOOM;
}

/** The part of the page that the stage shows. A smaller page is centered; a larger one covers the stage. */
export function viewOf(
  { page, center }: { readonly page: number; readonly center: Center },
  size: PageSize,
  stage: StageSize,
  factor: number,
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

/** The center after dragging by CSS pixels, limited by the page's edges. */
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
