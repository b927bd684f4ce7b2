/** Of a new canvas that is kept in memory, since its pixels are read. */
export function newContext(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas to be had');
  return context;
}

/** Frees a canvas's pixels at once, not when the garbage collector gets to it. */
export function releaseCanvas(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
