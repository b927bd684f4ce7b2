import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Receipt } from '../../../shared/index.ts';
import { readReceipt } from '../../../shared/receipt/read-receipt.ts';
import type { AttributeSource } from '../../files/file-attributes.ts';
import { FileError, withFile } from '../../files/file-error.ts';
import { numbered } from '../../files/numbered.ts';
import { osPath } from '../../files/os-path.ts';
import { systemCode } from '../../files/system-error.ts';
import { type SignReceipt, signaturePath } from '../../receipt-signature.ts';
import { writeFileAtomic } from '../../write-file-atomic.ts';

/** The path of a file's receipt, beside the file. */
export function receiptPath(output: string): string {
  return `${output.replace(/\.pdf$/i, '')}.receipt.json`;
}

/**
 * The path that a receipt is written beside.
 *
 * @param place the result's path below a folder of receipts
 */
export function receiptBase(output: string, place: string, receiptFolder: string | undefined): string {
  return receiptFolder === undefined ? output : join(receiptFolder, place);
}

/** @throws FileError if another file than a receipt exists at the path */
export async function checkReceiptPath(output: string, isForced: boolean): Promise<void> {
  const path = receiptPath(output);
  const there = await existing(path);
  if (there === 'none' || there.receipt !== null || isForced) return;
  throw new FileError(
    'output_exists',
    `${path} is there already, and is no receipt of ours: --force replaces it`,
  );
}

export interface NewReceipt {
  /** The receipt is written beside this file. */
  readonly output: string;
  readonly receipt: Receipt;
  /** The receipt is readable only by users that may read this file. Absent for a pipe. */
  readonly original?: AttributeSource | undefined;
  /** SHA-256 of the results that `output` replaced. */
  readonly replaced: readonly string[];
  readonly isForced: boolean;
  /** Absent if it is not signed. */
  readonly sign?: SignReceipt | undefined;
}

/**
 * Writes a receipt beside its file. A receipt that records a saving is never replaced by one that records none: the new
 * one then gets the next number.
 *
 * @returns the path of the file's receipt
 */
export async function putReceipt(asked: NewReceipt): Promise<string> {
  const { output, receipt, original, isForced } = asked;
  const bytes = new TextEncoder().encode(`${JSON.stringify(receipt, null, 2)}\n`);
  const first = receiptPath(output);
  for (let number = 1; ; number += 1) {
    const path = numbered(first, number);
    const there = await existing(path);
    if (there !== 'none') {
      if (there.receipt === null && !isForced) {
        if (number > 1) continue;
        throw new FileError('output_exists', `${path} is there already, and is no receipt of ours`);
      }
      // The existing receipt names this very file and says more: how it was made.
      if (there.receipt !== null && receipt.unchanged && isOf(there.receipt, receipt.output.sha256))
        return path;
      if (there.receipt !== null && !mayReplace(there.receipt, asked)) continue;
    }
    const how = { mayReplace: there !== 'none', ...(original && { original }) };
    await withFile('cannot_write', path, () => writeFileAtomic(path, bytes, how));
    await putSignature(path, asked, there !== 'none');
    return path;
  }
}

/** Writes the detached signature beside its receipt. */
async function putSignature(
  receiptPath: string,
  { receipt, original, sign }: NewReceipt,
  mayReplace: boolean,
): Promise<void> {
  if (sign === undefined) return;
  const path = signaturePath(receiptPath);
  const bytes = new TextEncoder().encode(`${sign(receipt)}\n`);
  const how = { mayReplace, ...(original && { original }) };
  await withFile('cannot_write', path, () => writeFileAtomic(path, bytes, how));
}

interface Existing {
  readonly input: string;
  readonly outputs: readonly string[];
  readonly isUnchanged: boolean;
}

/** Reads the file at a receipt's path; `receipt` is null if it is not a receipt. */
async function existing(path: string): Promise<'none' | { readonly receipt: Existing | null }> {
  let text: string;
  try {
    text = await readFile(osPath(path), 'utf8');
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? 'none' : { receipt: null };
  }
  const receipt = readReceipt(text);
  if (receipt === null) return { receipt: null };
  const outputs = (receipt.parts ?? [receipt.output]).map(({ sha256 }) => sha256);
  const isUnchanged = receipt.input.sha256 === receipt.output.sha256;
  return { receipt: { input: receipt.input.sha256, outputs, isUnchanged } };
}

function isOf(there: Existing, sha256: string): boolean {
  return there.outputs.includes(sha256);
}

function mayReplace(there: Existing, { receipt, replaced }: NewReceipt): boolean {
  if (there.isUnchanged) return true;
  // A receipt without a saving does not replace one with a saving.
  if (receipt.unchanged) return false;
  // The existing receipt's output is the new one's input: both steps are kept.
  if (isOf(there, receipt.input.sha256)) return false;
  // The file that it names was just replaced, or was made from the same document.
  return there.input === receipt.input.sha256 || replaced.some((sha256) => isOf(there, sha256));
}
