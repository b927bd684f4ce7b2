/** Context options for a canvas in memory rather than on the GPU, since its pixels are read. */
export function newContext(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas to be had');
  return context;
}

/** Frees a canvas's pixels at once instead of at garbage collection. */
export function releaseCanvas(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
