import { keysOf } from './lists.ts';

/**
 * Single definition of the options: names, ranges, defaults. Tab, API and command line all parse with it. It
 * imports next to nothing because the page loads it on its main thread. `convertToJpeg` is a permission: the
 * smallest faithful encoding wins per image.
 */
export const OPTION_SPECS = {
  /** Image quality, 1-100; higher is better and larger. 80 to 90 suits photographs. */
  quality: integer(75, 1, 100),
  /** Maximum width or height of an embedded image, in pixels; larger ones are downsampled. */
  maxDimension: integer(1200, 1, 1_000_000),
  /** Maximum resolution of an image at the size it is drawn, in dpi; 0: no limit. One-bit images keep 600. */
  maxDpi: integer(0, 0, 2400),
  /** Minimum resolution of an image at the size it is drawn, in dpi, which no other option goes below; 0: none. */
  minDpi: integer(0, 0, 2400),
  /** Remove Info, XMP, EXIF and private data; data that a reader needs stays. */
  stripMetadata: boolean(true),
  /** Allow images to become JPEG. */
  convertToJpeg: boolean(true),
  /**
   * `lossless`: photographs that are stored without loss become reversible JPEG 2000 where that is smaller. Their
   * pixels stay; readers need several times as long and more memory to draw them. Not in PDF/A-1 and PDF/X.
   */
  jpx: choice('off', ['off', 'lossless']),
  /** Make every image gray; text and drawings keep their colors. */
  grayscale: boolean(false),
  /** Round coordinates in page content: lines by at most 0.002 points (0.005 up to quality 60), text by 0.0005. */
  roundCoordinates: boolean(false),
  /**
   * Encode repeated letters of a one-bit page once, as JBIG2 symbols with exactly their pixels. If false,
   * only generic regions are written, for rules that forbid pattern matching of any kind (BSI TR-03138).
   * Symbols of the input stay if a generic region would be larger; the report says so.
   */
  jbig2Symbols: boolean(true),
  /**
   * `near`: on scanned one-bit pages, pixels on the edges of letters may move toward the shape that the
   * letter has elsewhere. Rules limit this and are checked on the finished page
   * (`codecs/moved-pixels/judge.ts`). Nothing moves without `jbig2Symbols`.
   */
  bilevel: choice('exact', ['exact', 'near']),
  /**
   * Separate the text of scanned pages from the background if that is clearly smaller: sharp shapes in the
   * text's own color over a softer image of the background. No letter is replaced by another. `fit`: only if images
   * would need a quality below 50 or less than 110 dpi to fit into `targetSize`. Off by default.
   */
  mrc: choice('off', ['off', 'auto', 'fit']),
  /**
   * Store scanned pages of black print as one bit if that is clearly smaller. Pictures, pencil and colors stay; the
   * finished page is compared with the scan, stroke by stroke (`codecs/ink-judge/judge.ts`). Off by default.
   */
  ink: choice('off', ['off', 'auto']),
  /**
   * Target size in bytes; 0: none. Images stay as sharp as the size permits, within the other options, and get
   * no lower than quality 20 and 72 dpi.
   */
  targetSize: byteSize(),
  /** The result if no file fits: `fit`: as without a target size; `closest`: the smallest file reached. */
  targetMode: choice('fit', ['fit', 'closest']),
  /** Split a larger result into files of at most this many bytes, each with consecutive pages; 0: one file. */
  splitSize: byteSize(),
  /** Remove parts of images that no page shows, outside the page's crop box and rectangular clips. */
  cropHidden: boolean(false),
  /** Remove embedded files; annotations that hold one stay, without the file. */
  removeAttachments: boolean(false),
  /** Order the file so that readers show its first page while the rest still loads ("fast web view"). */
  linearize: boolean(false),
  /** Compress a signed document although that invalidates its signatures. */
  breakSignatures: boolean(false),
} as const;

export interface IntegerSpec {
  readonly kind: 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** An integer that may also be written as `200KB`, `1.5MB`, `64KiB` or `2MiB`. */
export interface ByteSizeSpec extends IntegerSpec {
  readonly unit: 'bytes';
}

export interface BooleanSpec {
  readonly kind: 'boolean';
  readonly default: boolean;
}

/** One of several words. */
export interface EnumSpec<Word extends string = string> {
  readonly kind: 'choice';
  readonly default: Word;
  readonly words: readonly Word[];
}

export type OptionSpec = IntegerSpec | ByteSizeSpec | BooleanSpec | EnumSpec;
export type OptionValue = number | boolean | string;
export type OptionName = keyof typeof OPTION_SPECS;

type ValueOf<Fact> = Fact extends IntegerSpec ? number : Fact extends EnumSpec<infer Word> ? Word : boolean;

export type CompressOptions = {
  readonly [Name in OptionName]: ValueOf<(typeof OPTION_SPECS)[Name]>;
};

/** True if pages of scans may become one bit, or text over a background. */
export function mayBecomeLayers({
  mrc,
  ink,
  targetSize,
}: Pick<CompressOptions, 'mrc' | 'ink' | 'targetSize'>): boolean {
  return mrc === 'auto' || ink === 'auto' || (mrc === 'fit' && targetSize > 0);
}

export const OPTION_NAMES = keysOf(OPTION_SPECS);

export const DEFAULT_OPTIONS: CompressOptions = Object.freeze(withDefaults({}));

/** One invalid named value; hosts have the sentences. */
export interface OptionIssue {
  readonly field: string;
  readonly value: string;
  readonly expected: string;
}

export type ParsedOptions =
  | { readonly ok: true; readonly options: CompressOptions }
  | { readonly ok: false; readonly issues: readonly OptionIssue[] };

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTION_SPECS, name);
}

/**
 * Parses options from texts. Reports every invalid value and every unknown name, so that a mistyped option is
 * not ignored. Missing options have the value of `base`; an empty text is invalid, not missing.
 */
export function parseOptionTexts(
  texts: ReadonlyMap<string, string>,
  base: CompressOptions = DEFAULT_OPTIONS,
): ParsedOptions {
  const values: Partial<Record<OptionName, OptionValue>> = {};
  const issues: OptionIssue[] = [];
  for (const [field, value] of texts) {
    if (!isOptionName(field)) {
      issues.push({ field, value, expected: `one of ${OPTION_NAMES.join(', ')}` });
      continue;
    }
    const parsed = parseText(OPTION_SPECS[field], value);
    if (parsed === undefined) issues.push({ field, value, expected: expectedText(field) });
    else values[field] = parsed;
  }
  return issues.length > 0
    ? { ok: false, issues }
    : { ok: true, options: { ...base, ...values } as CompressOptions };
}

/** Returns whether a value that is not a text is valid for the option. */
export function isOptionValue(field: OptionName, value: unknown): boolean {
  const fact: OptionSpec = OPTION_SPECS[field];
  switch (fact.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && fact.words.includes(value);
    case 'integer':
      return Number.isInteger(value) && Number(value) >= fact.min && Number(value) <= fact.max;
  }
}

/** Describes a valid value, for an error message. */
export function expectedText(field: OptionName): string {
  const fact: OptionSpec = OPTION_SPECS[field];
  if (fact.kind === 'boolean') return 'true or false';
  if (fact.kind === 'choice') return `one of ${fact.words.join(', ')}`;
  if ('unit' in fact) return 'a number of bytes such as 500000, 200KB or 2MB, at most 2GB, or 0 for none';
  return `an integer from ${fact.min} to ${fact.max}`;
}

/** The range of an integer option, for sliders and messages. */
export function integerRange(field: OptionName): { readonly min: number; readonly max: number } {
  const fact: OptionSpec = OPTION_SPECS[field];
  if (fact.kind !== 'integer') throw new Error(`${field} is not a number`);
  return { min: fact.min, max: fact.max };
}

function parseText(fact: OptionSpec, text: string): OptionValue | undefined {
  if (fact.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (fact.kind === 'choice') return fact.words.includes(text) ? text : undefined;
  // Refuses 7.5, 1e2, 0x10 and spaces: their meaning is not certain.
  const plain = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;
  const value = plain ?? ('unit' in fact ? parseByteSize(text) : undefined);
  return value !== undefined && value >= fact.min && value <= fact.max ? value : undefined;
}

const BYTE_UNITS: Readonly<Record<string, number>> = {
  b: 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/**
 * Parses `200KB`, `500k`, `1.5 MB`, `2,5MB`, `2MiB`: 1 KB and 1 K are 1000 bytes, 1 KiB 1024. Undefined for
 * anything else.
 */
export function parseByteSize(text: string): number | undefined {
  const parts = /^(\d{1,10})(?:[.,](\d{1,6}))? ?(b|[kmg](?:i?b)?)$/i.exec(text);
  const unit = BYTE_UNITS[parts?.[3]?.toLowerCase() ?? ''];
  if (parts === null || unit === undefined) return undefined;
  const [, whole, fraction = ''] = parts;
  // Integer arithmetic, so that 1.1 MB is 1100000 bytes in every host.
  return Math.floor((Number(whole + fraction) * unit) / 10 ** fraction.length);
}

function withDefaults(values: Partial<Record<OptionName, OptionValue>>): CompressOptions {
  const defaults = Object.fromEntries(OPTION_NAMES.map((name) => [name, OPTION_SPECS[name].default]));
  // The cast: `defaults` has every name, and `values` only holds values that their spec accepted.
  return { ...defaults, ...values } as CompressOptions;
}

function integer(byDefault: number, min: number, max: number): IntegerSpec {
  return { kind: 'integer', default: byDefault, min, max };
}

/** 0: none. */
function byteSize(): ByteSizeSpec {
  return { kind: 'integer', default: 0, min: 0, max: 2_000_000_000, unit: 'bytes' };
}

function boolean(byDefault: boolean): BooleanSpec {
  return { kind: 'boolean', default: byDefault };
}

function choice<const Word extends string>(byDefault: Word, words: readonly Word[]): EnumSpec<Word> {
  return { kind: 'choice', default: byDefault, words };
}
