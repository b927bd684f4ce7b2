import type { HalvedPictures } from './halved-pictures.ts';
import { withMaskFilters } from './mask-filter.ts';

interface CanvasAndContext {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/**
 * Where pdf.js gets canvases from, in a worker.
 *
 * @param pictures that shall see how large they are drawn
 */
export function canvasFactory(pictures: HalvedPictures | null) {
  return class {
    create(width: number, height: number): CanvasAndContext {
      if (!(width > 0 && height > 0)) throw new Error('a canvas without extent was asked for');
      const canvas = new OffscreenCanvas(width, height);
      const plain = canvas.getContext('2d', { willReadFrequently: true });
      if (plain === null) throw new Error('no canvas to be had');
      const context = withMaskFilters(plain);
      pictures?.watch(context);
      return { canvas, context };
    }

    reset({ canvas }: CanvasAndContext, width: number, height: number): void {
      if (canvas === null || !(width > 0 && height > 0))
        throw new Error('a canvas without extent was asked for');
      canvas.width = width;
      canvas.height = height;
    }

    destroy(both: CanvasAndContext): void {
      // Lets go of the pixels at once, not when the garbage collector gets to it.
      if (both.canvas !== null) both.canvas.width = both.canvas.height = 0;
      both.canvas = null;
      both.context = null;
    }
  };
}
