import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Painter, SessionError } from '../../visual-diff/session.ts';
import type { PageSize, View } from '../../visual-diff/wire.ts';

interface Painted {
  readonly bitmap: ImageBitmap;
  readonly view: View;
}

export type PaintingState = 'drawing' | 'drawn' | 'failed';

/**
 * Keeps a canvas showing a view of a page. Until the worker has rendered a new view, the old render is moved and scaled
 * into place, so that dragging never waits. Holds one render of the stage's size, never a whole page.
 */
export function usePainting(
  canvas: RefObject<HTMLCanvasElement | null>,
  painter: Painter,
  size: PageSize,
  view: View,
): PaintingState {
  const painted = useRef<Painted | null>(null);
  const [state, setState] = useState<PaintingState>('drawing');
  const { page, pixelsPerPoint, left, top, width, height } = view;

  useLayoutEffect(() => {
    const wanted = { page, pixelsPerPoint, left, top, width, height };
    if (canvas.current !== null) draw(canvas.current, painted.current, wanted, size);
  }, [canvas, size, page, pixelsPerPoint, left, top, width, height]);

  useEffect(() => {
    let isWanted = true;
    const wanted = { page, pixelsPerPoint, left, top, width, height };
    setState('drawing');
    painter.paint(wanted).then(
      (bitmap) => {
        if (bitmap === null) return;
        if (!isWanted) return bitmap.close();
        painted.current?.bitmap.close();
        painted.current = { bitmap, view: wanted };
        if (canvas.current !== null) draw(canvas.current, painted.current, wanted, size);
        setState('drawn');
      },
      (thrown: unknown) => {
        const isEnded = thrown instanceof SessionError && thrown.problem === 'ended';
        if (isWanted && !isEnded) setState('failed');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [canvas, painter, size, page, pixelsPerPoint, left, top, width, height]);

  useEffect(
    () => () => {
      painted.current?.bitmap.close();
      painted.current = null;
    },
    [],
  );

  return state;
}

/** Draws the visible part of the render, and blank paper where there is none yet. */
function draw(canvas: HTMLCanvasElement, painted: Painted | null, view: View, size: PageSize): void {
  if (canvas.width !== view.width) canvas.width = view.width;
  if (canvas.height !== view.height) canvas.height = view.height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.clearRect(0, 0, view.width, view.height);
  const paper = paperOf(view, size);
  context.save();
  context.beginPath();
  context.rect(paper.left, paper.top, paper.width, paper.height);
  context.fillStyle = '#ffffff';
  context.fill();
  context.clip();
  if (painted !== null && painted.view.page === view.page) {
    const scale = view.pixelsPerPoint / painted.view.pixelsPerPoint;
    context.drawImage(
      painted.bitmap,
      view.left - painted.view.left * scale,
      view.top - painted.view.top * scale,
      painted.view.width * scale,
      painted.view.height * scale,
    );
  }
  context.restore();
}

function paperOf(view: View, { widthPt, heightPt }: PageSize) {
  return {
    left: view.left,
    top: view.top,
    width: widthPt * view.pixelsPerPoint,
    height: heightPt * view.pixelsPerPoint,
  };
}
