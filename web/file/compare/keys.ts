import type { PageSize } from '../../visual-diff/wire.ts';
import type { CompareEvent, CompareState } from './compare-state.ts';
import { draggedCenter, type StageSize, steppedZoom, zoomFactor } from './view.ts';

/** CSS pixels per press of an arrow key. */
const ARROW_PIXELS = 60;

/** Maps a key to an event of the comparison; null for other keys. */
export function keyEvent(
  key: string,
  look: CompareState,
  { pages, size, stage }: { readonly pages: number; readonly size: PageSize; readonly stage: StageSize },
): CompareEvent | null {
  const factor = zoomFactor(look.zoom, size, stage);
  const drag = (x: number, y: number): CompareEvent => ({
    type: 'dragged',
    center: draggedCenter(look.center, { x, y }, size, stage, factor),
  });
  switch (key) {
    case '+':
    case '=':
      return { type: 'zoomed', zoom: steppedZoom(factor, 'in') };
    case '-':
      return { type: 'zoomed', zoom: steppedZoom(factor, 'out') };
    case '0':
      return { type: 'zoomed', zoom: 'fit' };
    case '[':
      return { type: 'page-chosen', page: Math.max(1, look.page - 1) };
    case ']':
      return { type: 'page-chosen', page: Math.min(pages, look.page + 1) };
    case '1':
      return { type: 'mode-chosen', mode: 'slider' };
    case '2':
      return { type: 'mode-chosen', mode: 'side' };
    case '3':
      return { type: 'mode-chosen', mode: 'difference' };
    case 'ArrowLeft':
      return drag(ARROW_PIXELS, 0);
    case 'ArrowRight':
      return drag(-ARROW_PIXELS, 0);
    case 'ArrowUp':
      return drag(0, ARROW_PIXELS);
    case 'ArrowDown':
      return drag(0, -ARROW_PIXELS);
    default:
      return null;
  }
}
