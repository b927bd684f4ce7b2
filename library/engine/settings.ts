import {
  type CompressOptions,
  DEFAULT_PRESET,
  expectedText,
  type ImageOverrides,
  isOptionName,
  isOptionSetName,
  isOptionValue,
  OPTION_NAMES,
  OPTION_SET_NAMES,
  OPTION_SETS,
  type OptionIssue,
  type OptionSetName,
  type Progress,
  parseByteSize,
} from '../../shared/index.ts';
import { requireObject } from './call-arguments.ts';

type SizeName = 'targetSize' | 'splitSize';
const SIZE_NAMES: readonly string[] = ['targetSize', 'splitSize'] satisfies readonly SizeName[];

/** Compression options. Omitted ones have the preset's value. */
export interface CompressSettings extends Partial<Omit<CompressOptions, SizeName>> {
  /** Target size in bytes, or as text such as `200KB` or `2MB`; 0: none. */
  readonly targetSize?: number | string;
  /** Maximum size of the parts of a larger result, in bytes or as text; 0: one file. */
  readonly splitSize?: number | string;
  /** The base for omitted options. Default `balanced`; `api` has the defaults of the HTTP API. */
  readonly preset?: OptionSetName;
}

/** Settings of one call. */
export interface CallOptions {
  /** Aborts the work at once. */
  readonly signal?: AbortSignal;
  /** Opens a locked document. The result keeps the password. */
  readonly password?: string;
}

export interface CompressCallOptions extends CallOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Overrides for single images, by object number. */
  readonly imageOverrides?: ImageOverrides;
  /** Issue a receipt that `pagelight verify` can check. */
  readonly receipt?: boolean;
}

/**
 * One or more options are invalid; `issues` lists all of them.
 *
 * @example
 * await compress(input, { quality: 600 }).catch((error) => {
 *   if (error instanceof OptionError) console.log(error.issues); // [{ field: 'quality', … }]
 * });
 */
export class OptionError extends TypeError {
  readonly issues: readonly OptionIssue[];

  constructor(issues: readonly OptionIssue[]) {
    super(
      issues.map(({ field, value, expected }) => `${field} must be ${expected}, not ${value}`).join('; '),
    );
    this.name = 'OptionError';
    this.issues = issues;
  }
}

/** Completes the options. @throws TypeError; OptionError */
export function wholeOptions(settings: CompressSettings): CompressOptions {
  requireObject('the options', settings);
  const { preset, ...given } = settings;
  const issues: OptionIssue[] = [];
  if (preset !== undefined && !isOptionSetName(preset)) {
    issues.push({
      field: 'preset',
      value: String(preset),
      expected: `one of ${OPTION_SET_NAMES.join(', ')}`,
    });
  }
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const options = Object.fromEntries(
    named.map(([name, value]) => [name, SIZE_NAMES.includes(name) ? bytesOf(value) : value]),
  );
  for (const [field, value] of named) {
    const expected = isOptionName(field) ? expectedText(field) : `one of ${OPTION_NAMES.join(', ')}`;
    if (!isOptionName(field) || !isOptionValue(field, options[field]))
      issues.push({
        field,
        value: typeof value === 'string' ? JSON.stringify(value) : String(value),
        expected,
      });
  }
  if (issues.length > 0) throw new OptionError(issues);
  return { ...OPTION_SETS[preset ?? DEFAULT_PRESET], ...options };
}

/** Sizes may be texts; what is no size is refused as it is. */
function bytesOf(value: unknown): unknown {
  return typeof value === 'string' ? (parseByteSize(value) ?? value) : value;
}
