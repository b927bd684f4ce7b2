import { readFile } from 'node:fs/promises';
import type { Receipt } from '../../../shared/index.ts';
import { readReceipt } from '../../../shared/receipt/read-receipt.ts';
import type { AttributeSource } from '../../files/file-attributes.ts';
import { osPath } from '../../files/os-path.ts';
import { writeFileAtomic } from '../../write-file-atomic.ts';
import { FileError, withFile } from '../file-error.ts';

/** Where the receipt of a file is: beside it. */
export function receiptPath(output: string): string {
  return `${output.replace(/\.pdf$/i, '')}.receipt.json`;
}

/** @throws FileError where something is in the way that is no receipt of ours */
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
  /** Beside which it is written. */
  readonly output: string;
  readonly receipt: Receipt;
  /** Nobody may read it who may not read this. Absent for a pipe. */
  readonly original?: AttributeSource | undefined;
  /** SHA-256 of the results in whose place `output` is. */
  readonly replaced: readonly string[];
  readonly isForced: boolean;
}

/**
 * Writes a receipt beside its file. One that says how a file became smaller is never replaced by one that says less: then
 * the new one has the next number.
 *
 * @returns where the receipt of the file is
 */
export async function putReceipt(asked: NewReceipt): Promise<string> {
  const { output, receipt, original, isForced } = asked;
  const bytes = new TextEncoder().encode(`${JSON.stringify(receipt, null, 2)}\n`);
  const first = receiptPath(output);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? first : first.replace(/\.json$/, `-${number}.json`);
    const there = await existing(path);
    if (there !== 'none') {
      if (there.receipt === null && !isForced) {
        if (number > 1) continue;
        throw new FileError('output_exists', `${path} is there already, and is no receipt of ours`);
      }
      // It tells of this very file, and more than the new one: of how it became what it is.
      if (there.receipt !== null && receipt.unchanged && isOf(there.receipt, receipt.output.sha256))
        return path;
      if (there.receipt !== null && !mayReplace(there.receipt, asked)) continue;
    }
    const how = { mayReplace: there !== 'none', ...(original && { original }) };
    await withFile('cannot_write', path, () => writeFileAtomic(path, bytes, how));
    return path;
  }
}

interface Existing {
  readonly input: string;
  readonly outputs: readonly string[];
  readonly isUnchanged: boolean;
}

/** What is at the path of a receipt; `receipt` is null where it is none of ours. */
async function existing(path: string): Promise<'none' | { readonly receipt: Existing | null }> {
  let text: string;
  try {
    text = await readFile(osPath(path), 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? 'none' : { receipt: null };
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
  // A smaller file's, by that of one which nothing was saved of.
  if (receipt.unchanged) return false;
  // The file that it tells of is what was made smaller once more: both steps are told.
  if (isOf(there, receipt.input.sha256)) return false;
  // The file that it tells of was just replaced, or was made of the same document.
  return there.input === receipt.input.sha256 || replaced.some((sha256) => isOf(there, sha256));
}
