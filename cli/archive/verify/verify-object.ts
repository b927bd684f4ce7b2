import type { ReadReceipt, ReceiptVerdict } from '../../../shared/index.ts';
import { readReceipt } from '../../../shared/receipt/read-receipt.ts';
import { FileError } from '../../files/file-error.ts';
import { sha256Of } from '../../files/sha256.ts';
import { type ArchiveTarget, digestsOf, type ObjectLine } from '../archive-files.ts';
import { compressDocument, type DocumentSettings } from '../compress-document.ts';
import type { Place } from '../places/place.ts';
import type { ArchiveFault } from './archive-fault.ts';

/** Compresses an input again and compares the result with its receipt. */
export type CheckReceipt = (
  receipt: ReadReceipt,
  before: Uint8Array<ArrayBuffer>,
  after: Uint8Array<ArrayBuffer>,
  password: string | undefined,
) => Promise<ReceiptVerdict>;

export interface ObjectCheck {
  readonly from: Place;
  readonly to: Place;
  readonly target: ArchiveTarget;
  /** For documents that were refused, before options matter. */
  readonly compression: DocumentSettings;
  readonly check: CheckReceipt;
  /** Whether to compress inputs again. */
  readonly repeats: boolean;
  readonly onFault: (fault: ArchiveFault) => void;
}

export interface CheckedObject {
  readonly hasOutput: boolean;
  readonly isRepeated: boolean;
  readonly lacksInput: boolean;
}

/** Checks an object's output, and its input by compressing it again. */
export async function verifyObject(line: ObjectLine, run: ObjectCheck): Promise<CheckedObject> {
  const digests = digestsOf(line);
  if (digests === undefined) return { hasOutput: false, isRepeated: false, lacksInput: false };
  const { key, status } = line;
  const { from, to, target, onFault, repeats } = run;
  const hasOutput = status === 'smaller' || target.replace || !target.onlySmaller;
  const output = hasOutput ? await bytesOf(to, key) : undefined;
  if (hasOutput && output === undefined) onFault({ kind: 'missing-output', key });
  const isOutputRight = output !== undefined && sha256Of(output) === digests.output.sha256;
  if (output !== undefined && !isOutputRight) onFault({ kind: 'changed-output', key });
  // In its place lies the output now. A copy may be elsewhere: see --from.
  const isReplaced = from.address === to.address && status === 'smaller';
  const input = isReplaced ? undefined : await bytesOf(from, key);
  if (input !== undefined && sha256Of(input) !== digests.input.sha256) {
    onFault({ kind: 'changed-input', key });
    return { hasOutput, isRepeated: false, lacksInput: false };
  }
  if (input === undefined || !repeats)
    return { hasOutput, isRepeated: false, lacksInput: input === undefined };
  // With a wrong or missing output the receipt is still compared with what comes out.
  const fields = await differingFields(line, input, isOutputRight ? output : undefined, run);
  if (fields.length > 0) onFault({ kind: 'not-reproduced', key, fields });
  return { hasOutput, isRepeated: true, lacksInput: false };
}

async function differingFields(
  line: ObjectLine,
  input: Uint8Array<ArrayBuffer>,
  output: Uint8Array<ArrayBuffer> | undefined,
  { check, compression }: ObjectCheck,
): Promise<readonly string[]> {
  if (line.status === 'failed') return [];
  if (line.status === 'refused') {
    const { documents, signal } = compression;
    const again = await documents.withRoom(input.length, signal, () => compressDocument(input, compression));
    return again.status === 'refused' && again.problem.code === line.problem.code ? [] : ['problem.code'];
  }
  // `readShard` has read it before.
  const receipt = readReceipt(JSON.stringify(line.receipt))!;
  const verdict = await check(receipt, input, output ?? new Uint8Array(input), compression.password);
  if (verdict.kind === 'other-file') return ['input'];
  const isSame = verdict.sha256 === receipt.output.sha256 && (output === undefined || verdict.outputMatches);
  return [...(isSame && verdict.reproduced ? [] : ['output']), ...verdict.fields.different];
}

/** Undefined if there is none, or it can't be read. */
async function bytesOf(place: Place, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return place.canName(key) ? (await place.read(key))?.bytes : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
