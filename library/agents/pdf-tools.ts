import {
  type CompressOptions,
  type CompressReport,
  type Inspection,
  lostKinds,
  PRESETS,
  type PresetName,
  problemOf,
  type Verification,
} from '../../shared/index.ts';
import { pdfProblemDetail } from '../node/pdf-problem-texts.ts';
import { warningText } from '../node/warning-texts.ts';
import { type AgentFiles, FileRefusal, takenRefusal } from './agent-files.ts';

export interface PdfToolDeps {
  readonly files: AgentFiles;
  readonly compress: (
    input: Uint8Array<ArrayBuffer>,
    call: {
      readonly options: CompressOptions;
      readonly password: string | undefined;
      readonly signal: AbortSignal;
    },
  ) => Promise<{ readonly bytes: Uint8Array; readonly report: CompressReport }>;
  readonly inspect: (input: Uint8Array<ArrayBuffer>, password?: string) => Promise<Inspection>;
  readonly verify: (
    before: Uint8Array<ArrayBuffer>,
    after: Uint8Array<ArrayBuffer>,
    password?: string,
  ) => Promise<Verification>;
  /** Explains a storage error to the agent; null for an internal error. */
  readonly sentenceOf: (thrown: unknown) => string | null;
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

const LARGEST_IMAGES = 5;

/** The tools without the protocol. `sentenceOf` explains what they throw. */
export function pdfTools({ files, compress, inspect, verify }: PdfToolDeps) {
  return {
    async inspect(path: string, password?: string): Promise<Facts> {
      const input = await files.read(path);
      const { fileSize, sizes, document, images, fonts } = await inspect(input, password);
      const largest = [...images].sort((a, b) => b.size - a.size).slice(0, LARGEST_IMAGES);
      return {
        fileSize,
        ...document,
        bytesByKind: sizes,
        images: images.length,
        fonts: fonts.length,
        largestImages: largest.map((image) => ({
          object: image.object,
          bytes: image.size,
          width: image.width,
          height: image.height,
        })),
      };
    },

    async compress(ask: CompressAsk, signal: AbortSignal): Promise<Facts> {
      const place = await files.placeFor(ask.path, ask.output);
      const mayReplace = ask.overwrite === true;
      if (place.isTaken && !mayReplace) throw takenRefusal(place.path);
      const input = await files.read(ask.path);
      const call = { options: optionsOf(ask), password: ask.password, signal };
      const { bytes, report } = await compress(input, call);
      // A PDF that cannot be made smaller needs no copy.
      if (!report.unchanged) await files.write(place.path, bytes, { mayReplace, madeOf: ask.path });
      return {
        output: report.unchanged ? null : place.path,
        inputSize: report.inputSize,
        outputSize: report.outputSize,
        ratio: report.ratio,
        unchanged: report.unchanged,
        warnings: report.warnings.map((code) => ({ code, text: warningText(code) })),
      };
    },

    async verify(before: string, after: string, password?: string): Promise<Facts> {
      const [one, other] = [await files.read(before), await files.read(after)];
      const found = await verify(one, other, password);
      const lost = lostKinds(found);
      return {
        nothingLost: lost.length === 0 && !found.differentDocuments,
        differentDocuments: found.differentDocuments,
        equality: found.equality,
        lost: lost.map(({ kind, lost: count }) => ({ kind, count })),
        pages: found.pages.length,
      };
    },

    async findLarge(folder: string, limit: number): Promise<Facts> {
      const found = await files.list(folder);
      const largest = [...found].sort((a, b) => b.bytes - a.bytes).slice(0, limit);
      return {
        pdfs: found.length,
        bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
        largest: largest.map(({ path, bytes }) => ({ path, bytes })),
      };
    },
  };
}

/** Explains an error of a document or a path; null for other errors. */
export function documentSentence(thrown: unknown): string | null {
  const problem = problemOf(thrown);
  if (problem !== null) return `${problem.code}: ${pdfProblemDetail(problem)}`;
  return thrown instanceof FileRefusal ? thrown.message : null;
}

function optionsOf({ preset = 'balanced', quality, targetSizeBytes }: CompressAsk): CompressOptions {
  return {
    ...PRESETS[preset],
    ...(quality === undefined ? {} : { quality }),
    ...(targetSizeBytes === undefined ? {} : { targetSize: targetSizeBytes }),
  };
}
