import { useRef } from 'react';
import { fileWords } from '../../text/file.ts';
import type { Painter } from '../../visual-diff/session.ts';
import type { PageSize, View } from '../../visual-diff/wire.ts';
import { usePainting } from './use-painting.ts';

/** The stage's view of one document, or of their differences. */
export function Picture(props: {
  readonly painter: Painter;
  readonly size: PageSize;
  readonly view: View;
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
      {state === 'drawing' && <p className="drawing">{fileWords.compare.drawing(props.view.page)}</p>}
      {state === 'failed' && <p className="stage-said">{fileWords.compare.notDrawn}</p>}
    </div>
  );
}

/** Until a page is drawn there is the one before it, dimmed; where there is none, what lies below shows. */
function pictureClass(shown: number | null, wanted: number): string {
  if (shown === null) return 'picture blank';
  return shown === wanted ? 'picture' : 'picture stale';
}
