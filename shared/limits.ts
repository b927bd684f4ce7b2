/**
 * Every limit of the core, with its unit and reason. A file that exceeds one fails with `limit_exceeded`,
 * never with a crash.
 */
export interface Limits {
  /** Bytes. A tab can hold about 2 GB: input, output and one decoded image must fit. */
  readonly inputBytes: number;
  /** Indirect objects. ISO 32000-1 Annex C gives 8,388,607 as the reader's limit; memory is 2-3 kB each. */
  readonly objects: number;
  /** Nesting depth of arrays and dictionaries. Real files stay under 50; the walkers recurse this deep. */
  readonly nesting: number;
  /** Bytes that one stream may inflate to. An image is limited by its own width x height first. */
  readonly streamBytes: number;
  /** Bytes that all streams of a document may inflate to, counted each time one is decoded. */
  readonly totalBytes: number;
  /**
   * Pixels of one image; eight one-bit pixels count as one. Memory is the limit: libjpeg in WASM (at most 2
   * GB) was measured to hold 100 million pixels (400 MB in RGBA) and to fail at 150. Uncompressed samples are
   * also limited by `streamBytes`: 256 MB are 89 million pixels of RGB.
   */
  readonly imagePixels: number;
  /** Sections of an xref chain (`/Prev`), against loops and chains built to be slow. */
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
 * Bytes of content streams interpreted per document, about 15 s of work. Not in `Limits`: exceeding it is no
 * error, the use of resources is then unknown.
 */
export const INTERPRETED_CONTENT_BYTES = 1024 * 1024 * 1024;

/**
 * Direct objects (numbers, strings, arrays etc.) of a document, about 80 bytes of memory each. A document
 * with more fails with the limit `objects`.
 */
export const DIRECT_OBJECTS = 12_000_000;

/**
 * Pixels of all images of one document that are decoded at the same time; a larger image is processed alone.
 * A pixel takes up to 40 bytes while it is recoded, so the worst case is 2 GB.
 */
export const PIXELS_IN_FLIGHT = 48_000_000;

/**
 * Bytes of decoded images kept while a file is fitted to a size, so that each is decoded once; the others are
 * decoded for each try. A tab's memory holds both this and `PIXELS_IN_FLIGHT`.
 */
export const PICTURE_BYTES = 256 * 1024 * 1024;
