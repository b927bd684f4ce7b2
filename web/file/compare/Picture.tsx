import { useRef } from 'react';
import type { Spot } from '../../../shared/verify/looks/grid.ts';
import { fileWords } from '../../text/file.ts';
import { customProperties } from '../../ui/custom-properties.ts';
import type { Painter } from '../../visual-diff/session.ts';
import type { PageSize, View } from '../../visual-diff/wire.ts';
import { usePainting } from './use-painting.ts';

/** The stage's view of one document, or of their differences. */
export function Picture(props: {
  readonly painter: Painter;
  readonly size: PageSize;
  readonly view: View;
  readonly spot: Spot | null;
  readonly label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { state, shown } = usePainting(canvas, props.painter, props.size, props.view);
  return (
    <div
      className={pictureClass(shown, props.view.page)}
      data-painted={state === 'drawn' ? props.view.page : undefined}
    >
      <canvas ref={canvas} role="img" aria-label={props.label} />
      {props.spot && state === 'drawn' && (
        <div className="spot" style={frameOf(props.spot, props.size, props.view)} aria-hidden />
      )}
      {state === 'drawing' && <p className="drawing">{fileWords.compare.drawing(props.view.page)}</p>}
      {state === 'failed' && <p className="stage-said">{fileWords.compare.notDrawn}</p>}
    </div>
  );
}

/** Returns a place of the page in shares of the view. */
function frameOf({ left, top, right, bottom }: Spot, { widthPt, heightPt }: PageSize, view: View) {
  const [across, down] = [widthPt * view.pixelsPerPoint, heightPt * view.pixelsPerPoint];
  const length = (pixels: number, all: number) => `${((pixels / all) * 100).toFixed(3)}%`;
  return customProperties({
    '--left': length(view.left + left * across, view.width),
    '--top': length(view.top + top * down, view.height),
    '--width': length((right - left) * across, view.width),
    '--height': length((bottom - top) * down, view.height),
  });
}

/** Until a page is drawn there is the one before it, dimmed; where there is none, what lies below shows. */
function pictureClass(shown: number | null, wanted: number): string {
  if (shown === null) return 'picture blank';
  return shown === wanted ? 'picture' : 'picture stale';
}
