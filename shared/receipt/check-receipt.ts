import { sha256Hex } from '../codecs/digest/sha256.ts';
import { compress } from '../compress.ts';
import { problemOf } from '../errors.ts';
import type { Host } from '../host.ts';
import { ENGINE_VERSION } from '../version.ts';
import { compareFields } from './compare-fields.ts';
import { issueReceipt, partDigest } from './issue-receipt.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { FileDigest, ReceiptVerdict } from './receipt.ts';

export interface CheckReceiptRun {
  readonly host: Host;
  readonly signal?: AbortSignal;
  readonly password?: string;
}

/**
 * Heavy entry point. Repeats the compression of a receipt, and issues the receipt again. The engine is
 * deterministic, so no issuer has to be trusted. Every field is compared.
 * @throws PdfError when the input cannot be processed; the signal's reason when it was aborted
 */
export async function checkReceipt(
  receipt: ReadReceipt,
  before: Uint8Array,
  after: Uint8Array,
  run: CheckReceiptRun,
): Promise<ReceiptVerdict> {
  const { input, output, parts = [], engineVersion } = receipt;
  if (sha256Hex(before) !== input.sha256) return { kind: 'other-file' };
  const { again, issued } = await madeAgain(receipt, before, run);
  const sha256 = sha256Hex(again.bytes);
  const given = sha256Hex(after);
  return {
    kind: 'made-again',
    outputMatches: [output, ...parts].some((file) => file.sha256 === given),
    reproduced: sha256 === output.sha256 && areSame(parts, (again.parts ?? []).map(partDigest)),
    fileReproduced: given === sha256,
    size: again.bytes.length,
    sha256,
    fields: compareFields(receipt.fields, { receipt: issued, hasPassword: run.password !== undefined }),
    versions: { receipt: engineVersion, current: ENGINE_VERSION },
  };
}

/** Uses the password only if the receipt says so or the document needs it. */
async function madeAgain(receipt: ReadReceipt, before: Uint8Array, run: CheckReceiptRun) {
  const { options, imageOverrides, fields } = receipt;
  const { password, ...open } = run;
  const overrides = imageOverrides === undefined ? {} : { imageOverrides };
  const make = async (way: CheckReceiptRun) => {
    const again = await compress(before, options, { ...way, ...overrides });
    return { again, issued: await issueReceipt(before, again, { ...way, ...overrides }) };
  };
  if (password === undefined || fields.passwordUsed === true) return make(run);
  try {
    return await make(open);
  } catch (thrown) {
    if (problemOf(thrown)?.code !== 'encrypted_pdf') throw thrown;
    return make(run);
  }
}

function areSame(parts: readonly FileDigest[], again: readonly FileDigest[]): boolean {
  return parts.length === again.length && parts.every(({ sha256 }, index) => sha256 === again[index]?.sha256);
}
