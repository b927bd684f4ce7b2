import { access, readFile } from 'node:fs/promises';
import { pdfProblemDetail } from '../../library/node/pdf-problem-texts.ts';
import {
  type CompressOptions,
  type Inspection,
  lostKinds,
  PRESETS,
  type PresetName,
  problemOf,
  type Verification,
} from '../../shared/index.ts';
import { replaceFile } from '../replace-file.ts';
import type { Compress } from '../shrink/compress-port.ts';
import { findFiles, lightName } from '../shrink/find-files.ts';
import { fileTrouble } from '../text/files.ts';
import { warningText } from '../text/warnings.ts';
import { type AllowedFolders, PathRefusal } from './allowed-folders.ts';

export interface PdfToolDeps {
  readonly folders: AllowedFolders;
  readonly compress: Compress;
  readonly inspect: (input: Uint8Array<ArrayBuffer>, password?: string) => Promise<Inspection>;
  readonly verify: (
    before: Uint8Array<ArrayBuffer>,
    after: Uint8Array<ArrayBuffer>,
    password?: string,
  ) => Promise<Verification>;
}

export interface CompressAsk {
  readonly path: string;
  readonly output?: string | undefined;
  readonly preset?: PresetName | undefined;
  readonly quality?: number | undefined;
  readonly targetSizeBytes?: number | undefined;
  readonly overwrite?: boolean | undefined;
  readonly password?: string | undefined;
}

/** Facts for an agent; never a document's bytes. */
export type Facts = Readonly<Record<string, unknown>>;

/** What agents can ask for, without the protocol. Each throws what `sentenceOf` has words for. */
export function pdfTools({ folders, compress, inspect, verify }: PdfToolDeps) {
  return {
    async inspect(path: string, password?: string): Promise<Facts> {
      const input = await bytesOf(await folders.existing(path));
      const { fileBytes, bytes, document, images, fonts } = await inspect(input, password);
      const largest = [...images].sort((a, b) => b.bytes - a.bytes).slice(0, 5);
      return {
        fileBytes,
        ...document,
        bytesByKind: bytes,
        images: images.length,
        fonts: fonts.length,
        largestImages: largest.map((image) => ({
          object: image.object,
          bytes: image.bytes,
          width: image.width,
          height: image.height,
        })),
      };
    },

    async compress(ask: CompressAsk, signal: AbortSignal): Promise<Facts> {
      const from = await folders.existing(ask.path);
      const to = await folders.forNewFile(ask.output ?? lightName(from));
      if (ask.overwrite !== true && (await isThere(to)))
        throw new PathRefusal(`${to} is there already; pass overwrite: true to replace it.`);
      const input = await bytesOf(from);
      const { bytes, report } = await compress(input, {
        options: optionsOf(ask),
        password: ask.password,
        withReceipt: false,
        signal,
        onProgress() {},
      });
      // What gains nothing needs no second copy.
      if (!report.unchanged) await replaceFile(to, bytes);
      return {
        output: report.unchanged ? null : to,
        inputBytes: report.inputBytes,
        outputBytes: report.outputBytes,
        ratio: report.ratio,
        unchanged: report.unchanged,
        warnings: report.warnings.map((code) => ({ code, text: warningText(code) })),
      };
    },

    async verify(before: string, after: string, password?: string): Promise<Facts> {
      const [one, other] = [await folders.existing(before), await folders.existing(after)];
      const found = await verify(await bytesOf(one), await bytesOf(other), password);
      const lost = lostKinds(found);
      return {
        nothingLost: lost.length === 0 && !found.areDifferentDocuments,
        areDifferentDocuments: found.areDifferentDocuments,
        equality: found.equality,
        lost: lost.map(({ kind, lost: count }) => ({ kind, count })),
        pages: found.pages.length,
      };
    },

    async findLarge(folder: string, most: number): Promise<Facts> {
      const root = await folders.existing(folder);
      const { files } = await findFiles([root], { isRecursive: true, except: [], exceptResults: false });
      const largest = [...files].sort((a, b) => b.bytes - a.bytes).slice(0, most);
      return {
        pdfs: files.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        largest: largest.map(({ path, bytes }) => ({ path, bytes })),
      };
    },
  };
}

/** What went wrong, for an agent; null where it is a fault of ours. */
export function sentenceOf(thrown: unknown): string | null {
  const problem = problemOf(thrown);
  if (problem !== null) return `${problem.code}: ${pdfProblemDetail(problem)}`;
  if (thrown instanceof PathRefusal) return thrown.message;
  if (thrown instanceof Error && 'syscall' in thrown) return fileTrouble(thrown);
  return null;
}

function optionsOf({ preset = 'balanced', quality, targetSizeBytes }: CompressAsk): CompressOptions {
  return {
    ...PRESETS[preset],
    ...(quality === undefined ? {} : { quality }),
    ...(targetSizeBytes === undefined ? {} : { targetSize: targetSizeBytes }),
  };
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
