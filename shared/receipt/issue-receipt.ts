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

/**
 * Context of the run besides its options. The password opens the files; the receipt only says whether one was
 * given.
 */
type ReceiptRun = Pick<RunContext, 'host' | 'signal' | 'password' | 'imageOverrides'>;

/**
 * Heavy entry point. Issues the receipt for a result of `compress`. Both files are read again and compared by
 * content, in addition to the object check that every result has passed.
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
    input: { size: input.length, sha256: sha256Hex(input) },
    output: { size: bytes.length, sha256: sha256Hex(bytes) },
    ...(parts === undefined ? {} : { parts: parts.map(partDigest) }),
    unchanged: report.unchanged,
    options: report.options,
    ...(Object.keys(imageOverrides).length === 0 ? {} : { imageOverrides }),
    passwordUsed: password !== undefined && report.document.encrypted,
    document: report.document,
    compared: await comparedKinds(input, bytes, run),
    imagesChanged: report.unchanged ? [] : changedImages(report.images),
    imagesUnchanged: report.unchanged
      ? report.images.length
      : report.images.filter(({ outcome }) => outcome.kind === 'kept').length,
    ...(report.unchanged || report.profiles === undefined ? {} : { profilesChanged: report.profiles }),
    warnings: report.warnings,
  };
}

/** Also used for reissued parts. */
export function partDigest({ bytes, firstPage, lastPage }: SplitPart): PartDigest {
  return { firstPage, lastPage, size: bytes.length, sha256: sha256Hex(bytes) };
}

async function comparedKinds(
  input: Uint8Array,
  output: Uint8Array,
  run: ReceiptRun,
): Promise<readonly ComparedKind[] | null> {
  try {
    const { categories } = await verify(input, output, run);
    return categories.map(({ kind, before, after, lost, added, notCompared }) => ({
      kind,
      before,
      after,
      equal: lost === 0 && added === 0,
      notCompared,
    }));
  } catch (thrown) {
    // The result is valid; only this second comparison exceeds a limit.
    if (thrown instanceof PdfError && thrown.problem.code === 'limit_exceeded') return null;
    throw thrown;
  }
}

function changedImages(images: readonly ImageReport[]): ReceiptImage[] {
  return images
    .flatMap(({ object, codec, width, height, size, dpi, outcome, strips, cropped, moved }) =>
      outcome.kind === 'kept'
        ? []
        : [
            {
              object,
              before: { codec, width, height, size, ...(dpi === undefined ? {} : { dpi: dpi.before }) },
              after: {
                codec: outcome.codec,
                width: outcome.width,
                height: outcome.height,
                size: outcome.size,
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
