import { useEffect, useRef } from 'react';

/** A part of a bitmap, in its pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Shows a bitmap, or a part of it. The bitmap stays open, since others show it too. */
export function BitmapCanvas({ bitmap, crop }: { readonly bitmap: ImageBitmap; readonly crop?: Crop }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    target.width = width;
    target.height = height;
    target.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, width, height);
  }, [bitmap, x, y, width, height]);
  return <canvas ref={canvas} aria-hidden />;
}
