/*
 * A page that is compared has about a megapixel, and pdf.js halves a larger picture until it is less than twice as wide and high as
 * its place, each time it draws it; until then it keeps it whole. Here the same is done when the picture arrives: what is kept
 * is small, and a frame of the browser's decoder, which Chromium would unpack into a store of its own to draw it, goes over in strips.
 */

import { newContext, releaseCanvas } from './canvas.ts';
import { Halving, half } from './halving.ts';

/** Rows of a halved picture that are made at once. */
const STRIP_ROWS = 64;

type Picture = VideoFrame | ImageBitmap;
type Context = OffscreenCanvasRenderingContext2D;

/** A picture as pdf.js' reading half sends it to the one that draws. */
interface SentPicture {
  bitmap: Picture;
  width: number;
  height: number;
  /** By this the other half would look for it to draw it on another page, too. */
  ref?: unknown;
}

/** Keeps the pictures of one document no larger than its pages need them, and knows when that was too small. */
export class HalvedPictures {
  readonly #mostPixels: number;
  readonly #halved = new WeakSet<object>();
  #isWhole = false;
  #isLacking = false;

  /** @param mostPixels four times those of a page as it is drawn: a picture of more than that, which fills its page, is halved by pdf.js, too */
  constructor(mostPixels: number) {
    this.#mostPixels = mostPixels;
  }

  /** Whether a picture was drawn larger than it is here, which it would not have been: a part of it fills the page. */
  get isLacking(): boolean {
    return this.#isLacking;
  }

  /** What arrives while `work` is done stays as it is. */
  async whole<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#isWhole = true;
    try {
      return await work();
    } finally {
      this.#isWhole = false;
      this.#isLacking = false;
    }
  }

  /** Makes the picture in a message of pdf.js' smaller. Never rejects: what cannot be halved stays whole. */
  readonly halve = async (message: unknown): Promise<void> => {
    const picture = pictureIn(message);
    if (picture === null || this.#isWhole) return;
    const bitmap = await halved(picture.bitmap, this.#mostPixels).catch(() => null);
    if (bitmap === null) return;
    this.#halved.add(bitmap);
    Object.assign(picture, { bitmap, width: bitmap.width, height: bitmap.height });
    // On another page it may have to be larger.
    delete picture.ref;
  };

  /** Looks at how large they are drawn on a context. */
  watch(context: Context): void {
    const { drawImage } = context;
    context.drawImage = (...args: unknown[]) => {
      this.#see(context, args);
      Reflect.apply(drawImage, context, args);
    };
  }

  #see(context: Context, [image, ...places]: readonly unknown[]): void {
    // pdf.js draws pictures with a source and a target.
    if (places.length !== 8 || !this.#halved.has(image as object)) return;
    const [, , fromWidth, fromHeight, , , width, height] = places as number[];
    const { a, b, c, d } = context.getTransform();
    const [across, down] = [Math.hypot(a, b) * Math.abs(width), Math.hypot(c, d) * Math.abs(height)];
    if (across > LARGER * fromWidth || down > LARGER * fromHeight) this.#isLacking = true;
    // Halved further, it is drawn from there.
    this.#halved.add(context.canvas);
  }
}

/** pdf.js rounds places to whole pixels. */
const LARGER = 1.02;

function pictureIn(message: unknown): SentPicture | null {
  const { action, data } = message as { readonly action?: unknown; readonly data?: unknown };
  if (!(action === 'obj' || action === 'commonobj') || !Array.isArray(data)) return null;
  const sent = data.includes('Image') ? (data.at(-1) as Partial<SentPicture> | null) : null;
  const bitmap = sent?.bitmap;
  const isPicture =
    bitmap instanceof ImageBitmap || (typeof VideoFrame === 'function' && bitmap instanceof VideoFrame);
  // Its width and height are there, too: a message has all of a picture.
  return isPicture ? (sent as SentPicture) : null;
}

/** Null where it is small enough. The picture is closed when it is no more needed. */
async function halved(picture: Picture, mostPixels: number): Promise<ImageBitmap | null> {
  const isFrame = !(picture instanceof ImageBitmap);
  const [width, height] = isFrame
    ? [picture.displayWidth, picture.displayHeight]
    : [picture.width, picture.height];
  if (width * height <= mostPixels) return null;
  let canvas = isFrame ? await halfOfFrame(picture) : halfOf(picture);
  picture.close();
  while (canvas.width * canvas.height > mostPixels) {
    const larger = canvas;
    canvas = halfOf(larger);
    releaseCanvas(larger);
  }
  return canvas.transferToImageBitmap();
}

function halfOf(picture: ImageBitmap | OffscreenCanvas): OffscreenCanvas {
  const { width, height } = picture;
  const context = newContext(half(width), half(height));
  const { canvas } = context;
  context.drawImage(picture, 0, 0, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Its pixels are asked for in strips: to draw it, the browser would make all of them, and keep them. */
async function halfOfFrame(frame: VideoFrame): Promise<OffscreenCanvas> {
  const { displayWidth: width, displayHeight: height } = frame;
  const halving = new Halving(width, height);
  const context = newContext(halving.width, halving.height);
  // Twice as many rows, and where they begin or end between two.
  const samples = new Uint8ClampedArray(4 * width * (2 * STRIP_ROWS + 3));
  const halved = new ImageData(halving.width, STRIP_ROWS);
  for (let top = 0; top < halving.height; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, halving.height - top);
    const { first, count } = halving.needed(top, rows);
    await frame.copyTo(samples, { rect: { x: 0, y: first, width, height: count }, format: 'RGBA' });
    halving.halve(samples, first, top, rows, halved.data);
    context.putImageData(halved, 0, top);
  }
  return context.canvas;
}
