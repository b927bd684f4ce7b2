import { z } from 'zod';

/**
 * The one definition of what can be asked for: names, ranges, defaults. Tab, API and command line all parse
 * with it. `convertToJpeg` is a permission, not an order: the smallest faithful encoding wins per image.
 */
export const compressOptionsSchema = z.strictObject({
  /** Image quality, 1-100; higher is better and larger. */
  quality: z.number().int().min(1).max(100).default(75),
  /** Largest width or height of an embedded image, in pixels; larger ones are downsampled. */
  maxDimension: z.number().int().min(1).max(1_000_000).default(1200),
  /** Largest resolution of an image at the size it is drawn, in dpi; 0: no such limit. */
  maxDpi: z.number().int().min(0).max(2400).default(0),
  /** Never shrink an image below this resolution at the size it is drawn, in dpi, whatever the limits say; 0: none. */
  minDpi: z.number().int().min(0).max(2400).default(0),
  /** Remove Info, XMP, EXIF and private data; what a reader needs stays. */
  stripMetadata: z.boolean().default(true),
  /** Allow images to become JPEG. */
  convertToJpeg: z.boolean().default(true),
  /** Compress a signed document although that breaks its signatures. */
  breakSignatures: z.boolean().default(false),
});

export type CompressOptions = Readonly<z.infer<typeof compressOptionsSchema>>;
export type OptionName = keyof CompressOptions;

export const DEFAULT_OPTIONS: CompressOptions = Object.freeze(compressOptionsSchema.parse({}));

/** How each option is written as text: in a query, a form field, a flag, a URL fragment. */
export const OPTION_KINDS = {
  quality: 'integer',
  maxDimension: 'integer',
  maxDpi: 'integer',
  minDpi: 'integer',
  stripMetadata: 'boolean',
  convertToJpeg: 'boolean',
  breakSignatures: 'boolean',
} as const satisfies Record<OptionName, 'integer' | 'boolean'>;

export const OPTION_NAMES = Object.keys(OPTION_KINDS) as readonly OptionName[];

/** One thing wrong with one named value; hosts turn it into words. */
export interface OptionIssue {
  readonly field: string;
  readonly value: string;
  readonly expected: string;
}

export type ParsedOptions =
  | { readonly ok: true; readonly options: CompressOptions }
  | { readonly ok: false; readonly issues: readonly OptionIssue[] };

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTION_KINDS, name);
}

/**
 * Options from text values. Every bad one is named, unknown names too: a mistyped option must not pass in
 * silence. Left out means the default; an empty text is a wrong value, not an absent one.
 */
export function parseOptionTexts(texts: ReadonlyMap<string, string>): ParsedOptions {
  const values: Record<string, number | boolean> = {};
  const issues: OptionIssue[] = [];
  for (const [field, value] of texts) {
    if (!isOptionName(field)) {
      issues.push({ field, value, expected: `one of ${OPTION_NAMES.join(', ')}` });
      continue;
    }
    const parsed = OPTION_KINDS[field] === 'integer' ? parseInteger(value) : parseBoolean(value);
    if (parsed === undefined || !compressOptionsSchema.shape[field].safeParse(parsed).success) {
      issues.push({ field, value, expected: expectedText(field) });
      continue;
    }
    values[field] = parsed;
  }
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, options: compressOptionsSchema.parse(values) };
}

/** What a valid value looks like, in words that fit into an error message. */
export function expectedText(field: OptionName): string {
  if (OPTION_KINDS[field] === 'boolean') return 'true or false';
  const { min, max } = integerRange(field);
  return `an integer from ${min} to ${max}`;
}

/** The range of an integer option, for sliders and messages. */
export function integerRange(field: OptionName): { readonly min: number; readonly max: number } {
  const inner = compressOptionsSchema.shape[field].unwrap();
  if (!(inner instanceof z.ZodNumber)) throw new Error(`${field} is not a number`);
  return { min: inner.minValue ?? 0, max: inner.maxValue ?? Number.MAX_SAFE_INTEGER };
}

function parseInteger(text: string): number | undefined {
  // 7.5, 1e2, 0x10 and blanks are refused: what was meant is not certain.
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return undefined;
}

export type PresetName = 'sharp' | 'balanced' | 'small' | 'lossless';

/** Whole values, so that choosing one never leaves part of another behind. */
export const PRESETS: Readonly<Record<PresetName, CompressOptions>> = {
  sharp: { ...DEFAULT_OPTIONS, quality: 85, maxDimension: 2480, minDpi: 200 },
  balanced: { ...DEFAULT_OPTIONS, minDpi: 150 },
  small: { ...DEFAULT_OPTIONS, quality: 60, minDpi: 110 },
  lossless: { ...DEFAULT_OPTIONS, quality: 100, maxDimension: 1_000_000, convertToJpeg: false },
};
