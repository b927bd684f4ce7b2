/**
 * pdf.js converts a soft mask's luminosity to alpha with an SVG filter, which workers lack. Here pixels are converted
 * instead: a filter's URL is an effect id, and a canvas that draws with it first converts what it draws (ISO 32000-2,
 * 11.5.3; the weights are those of 11.3.5.3).
 */

import { newContext } from './canvas.ts';

/** Maps 256 levels; null leaves them unchanged. */
export type TransferMap = ArrayLike<number> | null;

type Effect = (pixels: Uint8ClampedArray) => void;

const effects = new Map<string, Effect>();
/** An id is never used again: a canvas may still name it. */
let made = 0;

/** The factory through which pdf.js requests filters for a document; each result is the id of an effect. */
export class MaskFilterFactory {
  readonly #own = new Set<string>();

  addFilter(): string {
    // Transfer functions of a device: viewers on a screen ignore them.
    return 'none';
  }

  addHCMFilter(): string {
    return 'none';
  }

  addHighlightHCMFilter(): string {
    return 'none';
  }

  addAlphaFilter(map: ArrayLike<number>): string {
    return this.#register((pixels) => {
      for (let at = 3; at < pixels.length; at += 4) pixels[at] = map[pixels[at]!]!;
    });
  }

  addLuminosityFilter(map?: TransferMap): string {
    return this.#register((pixels) => luminosityToAlpha(pixels, map ?? null));
  }

  /** Called when the document is closed, or when none of its pages is being drawn. */
  destroy(): void {
    for (const id of this.#own) effects.delete(id);
    this.#own.clear();
  }

  #register(effect: Effect): string {
    const id = `effect-${made}`;
    made += 1;
    effects.set(id, effect);
    this.#own.add(id);
    return id;
  }
}

export function luminosityToAlpha(pixels: Uint8ClampedArray, map: TransferMap): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const luminosity = Math.round(pixels[at]! * 0.3 + pixels[at + 1]! * 0.59 + pixels[at + 2]! * 0.11);
    pixels[at + 3] = map === null ? luminosity : map[luminosity]!;
  }
}

type Context = OffscreenCanvasRenderingContext2D;

/** Makes a context apply these effects when it draws another canvas. */
export function withMaskFilters(context: Context): Context {
  let filter = 'none';
  const saved: string[] = [];
  Object.defineProperty(context, 'filter', {
    get: () => filter,
    set: (value: string) => {
      filter = value;
    },
  });
  const { save, restore, drawImage } = context;
  context.save = () => {
    saved.push(filter);
    save.call(context);
  };
  context.restore = () => {
    filter = saved.pop() ?? 'none';
    restore.call(context);
  };
  context.drawImage = (...args: unknown[]) => {
    const effect = effects.get(filter);
    const [image, ...places] = args;
    // pdf.js draws a mask with all nine arguments, with source and target of the same size.
    const source = effect !== undefined && image instanceof OffscreenCanvas && places.length === 8;
    const drawn = source ? [converted(image, places as Rectangles, effect), ...fromOrigin(places)] : args;
    Reflect.apply(drawImage, context, drawn);
  };
  return context;
}

type Rectangles = [number, number, number, number, number, number, number, number];

function converted(
  image: OffscreenCanvas,
  [x, y, width, height]: Rectangles,
  effect: Effect,
): OffscreenCanvas {
  const context = newContext(Math.max(1, width), Math.max(1, height));
  const copy = context.canvas;
  context.drawImage(image, -x, -y);
  const data = context.getImageData(0, 0, copy.width, copy.height);
  effect(data.data);
  context.putImageData(data, 0, 0);
  return copy;
}

function fromOrigin(places: readonly unknown[]): readonly unknown[] {
  return [0, 0, ...places.slice(2)];
}
