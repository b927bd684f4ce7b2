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
} from '../../shared/index.ts';
import { requireObject } from './call-arguments.ts';

/** What can be asked for; what is left out has the preset's value. */
export interface CompressSettings extends Partial<CompressOptions> {
  /** The base for all that is not given by name: `balanced` without; `api` has the defaults of the HTTP API. */
  readonly preset?: OptionSetName;
}

/** What surrounds one call. */
export interface CallOptions {
  /** Ends the work at once. */
  readonly signal?: AbortSignal;
  /** Opens a locked document; the smaller one keeps it. */
  readonly password?: string;
}

export interface CompressCallOptions extends CallOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** What single images get, by object number. */
  readonly imageOverrides?: ImageOverrides;
  /** Issue a receipt that `pagelight verify` can check. */
  readonly receipt?: boolean;
}

/**
 * Options that are not right, all of them at once.
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

/** Every option from those that are given. @throws TypeError; OptionError */
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
  for (const [field, value] of named) {
    const expected = isOptionName(field) ? expectedText(field) : `one of ${OPTION_NAMES.join(', ')}`;
    if (!isOptionName(field) || !isOptionValue(field, value))
      issues.push({ field, value: String(value), expected });
  }
  if (issues.length > 0) throw new OptionError(issues);
  return { ...OPTION_SETS[preset ?? DEFAULT_PRESET], ...Object.fromEntries(named) };
}
