/** Every bound of the core, with its unit and its reason. A file beyond one ends as `limit_exceeded`, never as a crash. */
export interface Limits {
  /** Bytes. A tab can hold about 2 GB: input, output and one unpacked image must fit. */
  readonly inputBytes: number;
  /** Indirect objects. ISO 32000-1 Annex C gives 8,388,607 as the reader's limit; memory is 2-3 kB each. */
  readonly objects: number;
  /** Arrays and dictionaries inside each other. Real files stay under 50; the walkers recurse this deep. */
  readonly nesting: number;
  /** Bytes one stream may inflate to. An image is bounded by its own width x height first. */
  readonly streamBytes: number;
  /** Bytes all streams of a document may inflate to, counted each time one is decoded. */
  readonly totalBytes: number;
  /**
   * Pixels of one image, of which eight count as one where they have one bit. What bounds them is memory: libjpeg in
   * WASM, whose memory is 2 GB at most, was measured to hold 100 million (400 MB in RGBA) and to fail at 150. Samples
   * that are stored plainly are bounded by `streamBytes` as well: 256 MB are 89 million pixels of RGB.
   */
  readonly imagePixels: number;
  /** Sections an xref chain may have (`/Prev`), against loops and chains made to be slow. */
  readonly xrefSections: number;
}

export type LimitName = keyof Limits;

export const DEFAULT_LIMITS: Limits = {
  inputBytes: 2_000_000_000,
  objects: 8_388_607,
  nesting: 500,
  streamBytes: 256 * 1024 * 1024,
  totalBytes: 8 * 1024 * 1024 * 1024,
  imagePixels: 100_000_000,
  xrefSections: 4096,
};

/**
 * Bytes of content streams that are interpreted in one document, about 15 s of work. Not one of `Limits`: what lies
 * beyond is no error, it only leaves in doubt how its resources are used.
 */
export const INTERPRETED_CONTENT_BYTES = 1024 * 1024 * 1024;

/**
 * Numbers, strings, arrays and the like of all objects of a document together, about 80 bytes of memory each. Beyond
 * it a document counts as one with too many `objects`.
 */
export const DIRECT_OBJECTS = 12_000_000;

/**
 * Pixels of all images of one document that are unpacked at the same time; a larger one goes alone. While it is
 * recoded a pixel takes up to 40 bytes, so these are 2 GB at the very worst.
 */
export const PIXELS_IN_FLIGHT = 48_000_000;

/**
 * Bytes of unpacked pictures that are kept while a file is made to fit a size, so that each is unpacked once; the others
 * are unpacked for each try. With `PIXELS_IN_FLIGHT` a tab's memory holds both.
 */
export const PICTURE_BYTES = 256 * 1024 * 1024;
