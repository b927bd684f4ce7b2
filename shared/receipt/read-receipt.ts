import { type ImageOverrides, isRecord, parseImageOverrides } from '../image-overrides.ts';
import { type CompressOptions, DEFAULT_OPTIONS, isOptionName, isOptionValue } from '../options.ts';
import { iJsonFault } from './i-json.ts';
import { type FileDigest, RECEIPT_SCHEMA } from './receipt.ts';
import { RECEIPT_SCHEMA_1, upgradeReceipt } from './receipt-v1.ts';

/** A receipt with the data to repeat it, and all its claims. */
export interface ReadReceipt {
  /** All fields as read, for comparison only; not trusted. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly engineVersion: string;
  readonly input: FileDigest;
  readonly output: FileDigest;
  /** Digests of the parts, if the result was split. */
  readonly parts?: readonly FileDigest[];
  readonly options: CompressOptions;
  readonly imageOverrides?: ImageOverrides;
}

/**
 * Reads a receipt from its text, without a library because the tab does it too. Returns null if it is no
 * receipt, can be read in two ways (`receiptFault`), or needs something that this version does not know.
 */
export function readReceipt(text: string): ReadReceipt | null {
  const read = recordOf(parsed(text));
  const given = read?.schema === RECEIPT_SCHEMA_1 ? upgradeReceipt(read) : read;
  const engine = recordOf(given?.engine);
  if (given?.schema !== RECEIPT_SCHEMA || typeof engine?.version !== 'string') return null;
  const input = digestOf(given.input);
  const output = digestOf(given.output);
  const parts = partsOf(given.parts);
  const options = optionsOf(given.options);
  const overrides =
    given.imageOverrides === undefined ? undefined : parseImageOverrides(given.imageOverrides);
  if (input === null || output === null || options === null) return null;
  if (parts === null || overrides === null) return null;
  return {
    fields: given,
    engineVersion: engine.version.slice(0, MAX_LETTERS),
    input,
    output,
    ...(parts === undefined ? {} : { parts }),
    options,
    ...(overrides === undefined ? {} : { imageOverrides: overrides }),
  };
}

/** Returns why a text is no receipt that every reader reads alike, with the place; null if that is not the reason. */
export const receiptFault = iJsonFault;

/** Maximum length of a displayed version. */
const MAX_LETTERS = 40;

function parsed(text: string): unknown {
  return iJsonFault(text) === null ? JSON.parse(text) : null;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null;
}

function digestOf(value: unknown): FileDigest | null {
  const given = recordOf(value);
  const { size, sha256 } = given ?? {};
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 0) return null;
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? { size, sha256 } : null;
}

/** Null if one of them is no digest. */
function partsOf(value: unknown): readonly FileDigest[] | undefined | null {
  if (value === undefined) return undefined;
  const digests = Array.isArray(value) ? value.map(digestOf) : [null];
  const sound = digests.filter((digest) => digest !== null);
  return sound.length === digests.length ? sound : null;
}

/** Missing options did not exist yet and have their defaults. An unknown option gives null. */
function optionsOf(value: unknown): CompressOptions | null {
  const given = recordOf(value);
  if (given === null) return null;
  const isSound = Object.entries(given).every(
    ([name, option]) => isOptionName(name) && isOptionValue(name, option),
  );
  return isSound ? { ...DEFAULT_OPTIONS, ...given } : null;
}
