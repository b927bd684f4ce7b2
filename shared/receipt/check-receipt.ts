import { sha256Hex } from '../codecs/digest/sha256.ts';
import { compress } from '../compress.ts';
import type { Host } from '../host.ts';
import { ENGINE_VERSION } from '../version.ts';
import { partDigest } from './issue-receipt.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { FileDigest, ReceiptVerdict } from './receipt.ts';

export interface CheckReceiptRun {
  readonly host: Host;
  readonly signal?: AbortSignal;
  readonly password?: string;
}

/**
 * A heavy door. Makes the output of a receipt again: the engine is deterministic, so nobody has to be believed.
 *
 * @throws PdfError when the input cannot be done; the signal's reason when it was aborted
 */
export async function checkReceipt(
  { input, output, parts = [], options, imageOverrides, engineVersion }: ReadReceipt,
  before: Uint8Array,
  after: Uint8Array,
  run: CheckReceiptRun,
): Promise<ReceiptVerdict> {
  if (sha256Hex(before) !== input.sha256) return { kind: 'other-file' };
  const again = await compress(before, options, {
    ...run,
    ...(imageOverrides === undefined ? {} : { imageOverrides }),
  });
  const sha256 = sha256Hex(again.bytes);
  const given = sha256Hex(after);
  return {
    kind: 'made-again',
    outputMatches: [output, ...parts].some((file) => file.sha256 === given),
    reproduced: sha256 === output.sha256 && areSame(parts, (again.parts ?? []).map(partDigest)),
    size: again.bytes.length,
    sha256,
    versions: { receipt: engineVersion, current: ENGINE_VERSION },
  };
}

function areSame(parts: readonly FileDigest[], again: readonly FileDigest[]): boolean {
  return parts.length === again.length && parts.every(({ sha256 }, index) => sha256 === again[index].sha256);
}
