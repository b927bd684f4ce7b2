import { sha256Hex } from '../codecs/digest/sha256.ts';
import { PdfError } from '../errors.ts';
import { NO_OVERRIDES } from '../image-overrides.ts';
import type { CompressResult, ImageReport, SplitPart } from '../report.ts';
import type { RunContext } from '../run/run.ts';
import { verify } from '../verify.ts';
import { ENGINE_VERSION } from '../version.ts';
import {
  type ComparedKind,
  type PartDigest,
  RECEIPT_SCHEMA,
  type Receipt,
  type ReceiptImage,
} from './receipt.ts';

/** What the run had besides its options; the password is only asked whether it was there, and opens the files. */
type ReceiptRun = Pick<RunContext, 'host' | 'signal' | 'password' | 'imageOverrides'>;

/**
 * A heavy door. The receipt for a result of `compress`: both files are read anew and compared by what they hold and
 * show, besides the comparison of objects that every result has passed.
 *
 * @throws the signal's reason when it was aborted
 */
export async function issueReceipt(
  input: Uint8Array,
  { bytes, report, parts }: CompressResult,
  run: ReceiptRun,
): Promise<Receipt> {
  const { imageOverrides = NO_OVERRIDES, password } = run;
  return {
    schema: RECEIPT_SCHEMA,
    engine: { name: 'pagelight', version: ENGINE_VERSION },
    input: { bytes: input.length, sha256: sha256Hex(input) },
    output: { bytes: bytes.length, sha256: sha256Hex(bytes) },
    ...(parts === undefined ? {} : { parts: parts.map(partDigest) }),
    unchanged: report.unchanged,
    options: report.options,
    ...(Object.keys(imageOverrides).length === 0 ? {} : { imageOverrides }),
    passwordGiven: password !== undefined,
    document: report.document,
    compared: await comparedKinds(input, bytes, run),
    imagesChanged: report.unchanged ? [] : changedImages(report.images),
    imagesKept: report.unchanged
      ? report.images.length
      : report.images.filter(({ outcome }) => outcome.kind === 'kept').length,
    ...(report.unchanged || report.profiles === undefined ? {} : { profilesChanged: report.profiles }),
    warnings: report.warnings,
  };
}

/** Also of what is made again, to compare them. */
export function partDigest({ bytes, firstPage, lastPage }: SplitPart): PartDigest {
  return { firstPage, lastPage, bytes: bytes.length, sha256: sha256Hex(bytes) };
}

async function comparedKinds(
  input: Uint8Array,
  output: Uint8Array,
  run: ReceiptRun,
): Promise<readonly ComparedKind[] | null> {
  try {
    const { kinds } = await verify(input, output, run);
    return kinds.map(({ kind, before, after, lost, added, unsure }) => ({
      kind,
      before,
      after,
      equal: lost === 0 && added === 0,
      unsure,
    }));
  } catch (thrown) {
    // The result is sound all the same; only this second look is more than is allowed.
    if (thrown instanceof PdfError && thrown.problem.code === 'limit_exceeded') return null;
    throw thrown;
  }
}

function changedImages(images: readonly ImageReport[]): ReceiptImage[] {
  return images
    .flatMap(({ object, codec, width, height, bytes, dpi, outcome, strips, cropped, moved }) =>
      outcome.kind === 'kept'
        ? []
        : [
            {
              object,
              before: { codec, width, height, bytes, ...(dpi === undefined ? {} : { dpi: dpi.before }) },
              after: {
                codec: outcome.codec,
                width: outcome.width,
                height: outcome.height,
                bytes: outcome.bytes,
                ...(dpi === undefined ? {} : { dpi: dpi.after }),
              },
              ...(strips === undefined ? {} : { strips }),
              ...(cropped === undefined ? {} : { cropped }),
              ...(moved === undefined ? {} : { moved }),
            },
          ],
    )
    .sort((a, b) => a.object - b.object);
}
