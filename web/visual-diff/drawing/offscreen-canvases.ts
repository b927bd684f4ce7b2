import { newContext, releaseCanvas } from './canvas.ts';
import type { HalvedPictures } from './halved-pictures.ts';
import { withMaskFilters } from './mask-filter.ts';

interface CanvasAndContext {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/**
 * The canvas factory for pdf.js in a worker.
 *
 * @param pictures observes at which size images are drawn
 */
export function canvasFactory(pictures: HalvedPictures) {
  return class {
    create(width: number, height: number): CanvasAndContext {
      if (!(width > 0 && height > 0)) throw new Error('a canvas without extent was asked for');
      const context = withMaskFilters(newContext(width, height));
      pictures.watch(context);
      return { canvas: context.canvas, context };
    }

    reset({ canvas }: CanvasAndContext, width: number, height: number): void {
      if (canvas === null || !(width > 0 && height > 0))
        throw new Error('a canvas without extent was asked for');
      canvas.width = width;
      canvas.height = height;
    }

    destroy(both: CanvasAndContext): void {
      if (both.canvas !== null) releaseCanvas(both.canvas);
      both.canvas = null;
      both.context = null;
    }
  };
}
