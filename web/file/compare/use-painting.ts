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
): { readonly state: PaintingState; readonly shown: number | null } {
  const painted = useRef<Painted | null>(null);
  const [state, setState] = useState<PaintingState>('drawing');
  /** The page on the canvas; null before there is any. */
  const [shown, setShown] = useState<number | null>(null);
  const fading = useRef(() => {});
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
        fading.current();
        const until = painted.current;
        const now = { bitmap, view: wanted };
        painted.current = now;
        if (canvas.current !== null) draw(canvas.current, now, wanted, size);
        fading.current = fadeOut(canvas.current, until, wanted, size, now);
        setShown(wanted.page);
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
      fading.current();
      painted.current?.bitmap.close();
      painted.current = null;
    },
    [],
  );

  return { state, shown };
}

const FADE_MS = 200;

/** Lets a picture of the same page go slowly over the one that took its place; the function that is given ends it. */
function fadeOut(
  canvas: HTMLCanvasElement | null,
  until: Painted | null,
  view: View,
  size: PageSize,
  now: Painted,
): () => void {
  const isWorth =
    canvas !== null &&
    until?.view.page === view.page &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isWorth) {
    until?.bitmap.close();
    return () => {};
  }
  const begun = performance.now();
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    until.bitmap.close();
  };
  const step = () => {
    const left = 1 - (performance.now() - begun) / FADE_MS;
    draw(canvas, now, view, size);
    if (left <= 0) return end();
    draw(canvas, until, view, size, left);
    frame = requestAnimationFrame(step);
  };
  step();
  return end;
}

/** Shows the page's own part of the picture; where there is none yet, that of the page before as it was. */
function draw(
  canvas: HTMLCanvasElement,
  painted: Painted | null,
  view: View,
  size: PageSize,
  alpha?: number,
): void {
  if (canvas.width !== view.width) canvas.width = view.width;
  if (canvas.height !== view.height) canvas.height = view.height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  if (alpha === undefined) context.clearRect(0, 0, view.width, view.height);
  if (painted === null) return;
  const paper = paperOf(view, size);
  context.save();
  context.beginPath();
  context.rect(paper.left, paper.top, paper.width, paper.height);
  context.globalAlpha = alpha ?? 1;
  context.fillStyle = '#ffffff';
  if (alpha === undefined) context.fill();
  context.clip();
  if (painted.view.page !== view.page) context.drawImage(painted.bitmap, 0, 0);
  else {
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
