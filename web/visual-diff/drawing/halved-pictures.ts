/* A compared page has about a megapixel. pdf.js halves a larger image at each drawing until it is less than twice
   the size of its place, and keeps the full image. Here images are halved on arrival, so only small ones are kept. A
   frame of the browser's decoder, which Chromium would decode into a store of its own for drawing, is copied in
   strips. */

import { newContext, releaseCanvas } from './canvas.ts';
import { Halving, half } from './halving.ts';

/** Rows of a halved image that are produced at once. */
const STRIP_ROWS = 64;

type Picture = VideoFrame | ImageBitmap;
type Context = OffscreenCanvasRenderingContext2D;

/** An image as pdf.js's parser sends it to its renderer. */
interface SentPicture {
  bitmap: Picture;
  width: number;
  height: number;
  /** The renderer would use this to find the image for another page. */
  ref?: unknown;
}

/** Keeps a document's images no larger than its pages need, and detects if that was too small. */
export class HalvedPictures {
  readonly #mostPixels: number;
  readonly #halved = new WeakSet<object>();
  #isWhole = false;
  #isLacking = false;

  /**
   * @param mostPixels four times the pixels of a rendered page: pdf.js would halve a larger, page-filling image, too
   */
  constructor(mostPixels: number) {
    this.#mostPixels = mostPixels;
  }

  /** Whether an image was drawn larger than its halved version, because only a part of it fills the page. */
  get isLacking(): boolean {
    return this.#isLacking;
  }

  /** Images that arrive during `work` are not halved. */
  async whole<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#isWhole = true;
    try {
      return await work();
    } finally {
      this.#isWhole = false;
      this.#isLacking = false;
    }
  }

  /** Halves the image in a message of pdf.js. Never rejects: an image that cannot be halved is kept. */
  readonly halve = async (message: unknown): Promise<void> => {
    const picture = pictureIn(message);
    if (picture === null || this.#isWhole) return;
    const bitmap = await halved(picture.bitmap, this.#mostPixels).catch(() => null);
    if (bitmap === null) return;
    this.#halved.add(bitmap);
    Object.assign(picture, { bitmap, width: bitmap.width, height: bitmap.height });
    // Another page may need it larger.
    delete picture.ref;
  };

  /** Observes the sizes at which images are drawn on a context. */
  watch(context: Context): void {
    const { drawImage } = context;
    context.drawImage = (...args: unknown[]) => {
      this.#see(context, args);
      Reflect.apply(drawImage, context, args);
    };
  }

  #see(context: Context, [image, ...places]: readonly unknown[]): void {
    // pdf.js draws images with source and target rectangles.
    if (places.length !== 8 || !this.#halved.has(image as object)) return;
    const [, , fromWidth, fromHeight, , , width, height] = places as number[];
    const { a, b, c, d } = context.getTransform();
    const [across, down] = [Math.hypot(a, b) * Math.abs(width), Math.hypot(c, d) * Math.abs(height)];
    if (across > LARGER * fromWidth || down > LARGER * fromHeight) this.#isLacking = true;
    // pdf.js halves further on this canvas, and draws from it.
    this.#halved.add(context.canvas);
  }
}

/** Tolerance: pdf.js rounds positions to whole pixels. */
const LARGER = 1.02;

function pictureIn(message: unknown): SentPicture | null {
  const { action, data } = message as { readonly action?: unknown; readonly data?: unknown };
  if (!(action === 'obj' || action === 'commonobj') || !Array.isArray(data)) return null;
  const sent = data.includes('Image') ? (data.at(-1) as Partial<SentPicture> | null) : null;
  const bitmap = sent?.bitmap;
  const isPicture =
    bitmap instanceof ImageBitmap || (typeof VideoFrame === 'function' && bitmap instanceof VideoFrame);
  // A message contains all of an image, including width and height.
  return isPicture ? (sent as SentPicture) : null;
}

/** Null if the image is small enough. Closes the image when it is no longer needed. */
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

/** Reads its pixels in strips: for drawing, the browser would decode and keep all of them. */
async function halfOfFrame(frame: VideoFrame): Promise<OffscreenCanvas> {
  const { displayWidth: width, displayHeight: height } = frame;
  const halving = new Halving(width, height);
  const context = newContext(halving.width, halving.height);
  // Twice as many rows, and one more at each end if they start or end between two.
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
