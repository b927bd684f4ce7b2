import { isRecord } from '../image-overrides.ts';
import { RECEIPT_SCHEMA } from './receipt.ts';

/** Schema of receipts with the former keys. */
export const RECEIPT_SCHEMA_1 = 'pagelight-receipt/1';

type Json = Readonly<Record<string, unknown>>;

const RENAMED_WARNINGS: Readonly<Record<string, string>> = {
  'text-separated': 'mrc-applied',
  'check-failed': 'verification-failed',
};

/**
 * Converts a receipt of schema 1 to the keys of schema 2; values stay. Invalid parts stay as they are, so
 * that the reader refuses them.
 */
export function upgradeReceipt({ passwordGiven, imagesKept, ...receipt }: Json): Json {
  return {
    ...receipt,
    schema: RECEIPT_SCHEMA,
    input: sized(receipt.input),
    output: sized(receipt.output),
    ...(receipt.parts === undefined ? {} : { parts: eachOf(receipt.parts, sized) }),
    passwordUsed: passwordGiven,
    compared: eachOf(receipt.compared, ({ unsure, ...kind }) => ({ ...kind, notCompared: unsure })),
    imagesChanged: eachOf(receipt.imagesChanged, (image) => ({
      ...image,
      before: sized(image.before),
      after: sized(image.after),
    })),
    imagesUnchanged: imagesKept,
    warnings: Array.isArray(receipt.warnings)
      ? receipt.warnings.map((warning) => RENAMED_WARNINGS[String(warning)] ?? warning)
      : receipt.warnings,
  };
}

function sized(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { bytes, ...rest } = value;
  return { ...rest, size: bytes };
}

function eachOf(value: unknown, upgrade: (record: Json) => unknown): unknown {
  return Array.isArray(value) ? value.map((each) => (isRecord(each) ? upgrade(each) : each)) : value;
}
