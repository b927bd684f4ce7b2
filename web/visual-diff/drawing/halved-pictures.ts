/* A compared page has about a megapixel. pdf.js halves a larger image at each drawing until it is less than twice
   the size of its place, and keeps the full image. Here images are halved on arrival, so only small ones are kept.
   Frames of the browser's decoder are never drawn: Chromium keeps the pixels of each drawn frame in a cache of up to
   512 MiB, which outlives the worker. They are copied in strips. */

import { newContext, releaseCanvas } from './canvas.ts';
import { Halving, half } from './halving.ts';

/** Rows of a halved image that are produced at once. */
const STRIP_ROWS = 64;
/** Rows of a frame that are copied at once. Even: two rows share their colors in a JPEG. */
const COPIED_ROWS = 256;
/** In pixels; what all browsers draw on. */
const MAX_CANVAS_SIDE = 16_384;

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
   * @param mostPixels four times the pixels of a rendered page: pdf.js would halve a larger, page-filling image, too;
   *   infinite if images are kept in full size
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
    if (picture === null) return;
    if (this.#isWhole || pixelsIn(picture.bitmap) <= this.#mostPixels) {
      picture.bitmap = await copyOf(picture.bitmap).catch(() => picture.bitmap);
      return;
    }
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
    const [, , fromWidth = 0, fromHeight = 0, , , width = 0, height = 0] = places.map(Number);
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

function isFrame(picture: Picture): picture is VideoFrame {
  return !(picture instanceof ImageBitmap);
}

function pixelsIn(picture: Picture): number {
  return isFrame(picture) ? picture.displayWidth * picture.displayHeight : picture.width * picture.height;
}

/** Closes the image when it is no longer needed. */
async function halved(picture: Picture, mostPixels: number): Promise<ImageBitmap> {
  let canvas = isFrame(picture) ? await halfOfFrame(picture) : halfOf(picture);
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

/** Reads its pixels in strips, so that the whole image is never in memory. */
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

/** The same pixels, in memory that ends with the image. Closes a frame. */
async function copyOf(picture: Picture): Promise<Picture> {
  if (!isFrame(picture)) return picture;
  const { displayWidth: width, displayHeight: height } = picture;
  if (Math.max(width, height) > MAX_CANVAS_SIDE) return picture;
  const context = newContext(width, height);
  const strip = new ImageData(width, Math.min(height, COPIED_ROWS));
  for (let top = 0; top < height; top += COPIED_ROWS) {
    const rows = Math.min(COPIED_ROWS, height - top);
    await picture.copyTo(strip.data, { rect: { x: 0, y: top, width, height: rows }, format: 'RGBA' });
    context.putImageData(strip, 0, top, 0, 0, width, rows);
  }
  picture.close();
  return context.canvas.transferToImageBitmap();
}
