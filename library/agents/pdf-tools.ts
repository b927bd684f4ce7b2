import {
  addedKinds,
  type CompressOptions,
  type CompressReport,
  type Inspection,
  isReceiptValid,
  looksDifferent,
  lostKinds,
  PRESETS,
  type PresetName,
  type Progress,
  problemOf,
  type ReadReceipt,
  type ReceiptVerdict,
  type Verification,
} from '../../shared/index.ts';
import { readReceipt, receiptFault } from '../../shared/receipt/read-receipt.ts';
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
      readonly onProgress: (progress: Progress) => void;
    },
  ) => Promise<{ readonly bytes: Uint8Array; readonly report: CompressReport }>;
  readonly inspect: (input: Uint8Array<ArrayBuffer>, password?: string) => Promise<Inspection>;
  readonly verify: (
    before: Uint8Array<ArrayBuffer>,
    after: Uint8Array<ArrayBuffer>,
    password?: string,
  ) => Promise<Verification>;
  /** Draws the pages of both, and compares them; null if they can't be drawn. Absent if nothing draws here. */
  readonly look?: (
    before: Uint8Array,
    after: Uint8Array,
    pages: Verification['pages'],
    password?: string,
  ) => Promise<readonly PageLook[] | null>;
  /** Reproduces a receipt's output; absent if receipts are not supported. */
  readonly checkReceipt?: (
    receipt: ReadReceipt,
    before: Uint8Array<ArrayBuffer>,
    after: Uint8Array<ArrayBuffer>,
    password?: string,
  ) => Promise<ReceiptVerdict>;
  /** Explains a storage error to the agent; null for an internal error. */
  readonly sentenceOf: (thrown: unknown) => string | null;
}

interface PageLook {
  readonly page: number;
  readonly similarity: number | null;
  /** The place that differs most, as shares of the page; null if all looks alike. */
  readonly spot: object | null;
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

export interface VerifyAsk {
  readonly before: string;
  readonly after: string;
  readonly receipt?: string | undefined;
  /** Counts additions and pages that look different, too. */
  readonly strict?: boolean | undefined;
  readonly password?: string | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Facts for an agent; never a document's bytes. */
export type Facts = Readonly<Record<string, unknown>>;

const LARGEST_IMAGES = 5;

/** The tools without the protocol. `sentenceOf` explains what they throw. */
export function pdfTools({ files, compress, inspect, verify, look, checkReceipt }: PdfToolDeps) {
  const receiptFacts = async ({ receipt, password }: VerifyAsk, one: Bytes, other: Bytes): Promise<Facts> => {
    if (receipt === undefined || checkReceipt === undefined) return {};
    const text = new TextDecoder().decode(await files.read(receipt));
    const read = readReceipt(text);
    if (read === null) {
      const fault = receiptFault(text);
      // Names come from the receipt, which may be forged to address the agent.
      const why = fault === null || !/^[\w.[\] -]{1,120}$/.test(fault) ? '' : `: ${fault}`;
      throw new FileRefusal(`${receipt} is no receipt that this version can read${why}.`);
    }
    return { receipt: verdictFacts(await checkReceipt(read, one, other, password)) };
  };

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

    async compress(
      ask: CompressAsk,
      signal: AbortSignal,
      onProgress: (progress: Progress) => void,
    ): Promise<Facts> {
      const place = await files.placeFor(ask.path, ask.output);
      const mayReplace = ask.overwrite === true;
      if (place.isTaken && !mayReplace) throw takenRefusal(place.path);
      const input = await files.read(ask.path);
      const call = { options: optionsOf(ask), password: ask.password, signal, onProgress };
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

    async verify(ask: VerifyAsk): Promise<Facts> {
      const { before, after, password } = ask;
      // Read once, so that all answers are about the same bytes; threads take ownership of what they get.
      const [one, other] = [await files.read(before), await files.read(after)];
      const found = await verify(one.slice(), other.slice(), password);
      const lost = lostKinds(found);
      const added = addedKinds(found);
      const looks = look === undefined ? null : await look(one, other, found.pages, password);
      const different = (looks ?? []).filter(looksDifferent);
      const isWhole = lost.length === 0 && !found.differentDocuments;
      return {
        nothingLost: isWhole && (ask.strict !== true || added.length + different.length === 0),
        differentDocuments: found.differentDocuments,
        equality: found.equality,
        lost: lost.map(({ kind, lost: count }) => ({ kind, count })),
        added: added.map(({ kind, added: count }) => ({ kind, count })),
        pages: found.pages.length,
        pagesDrawn: looks !== null,
        ...(looks === null
          ? {}
          : {
              pagesThatLookDifferent: different.slice(0, MAX_FIELDS),
              pagesThatLookDifferentCount: different.length,
            }),
        ...(await receiptFacts(ask, one, other)),
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

const MAX_FIELDS = 50;

/** The verdict on a receipt. Field names come from the receipt, which may be forged to address the agent. */
function verdictFacts(verdict: ReceiptVerdict): Facts {
  if (verdict.kind === 'other-file') return { isRight: false, belongsToAnotherFile: true };
  const { outputMatches, reproduced, fields } = verdict;
  return {
    isRight: isReceiptValid(verdict),
    belongsToAnotherFile: false,
    outputMatches,
    reproduced,
    different: fields.different.slice(0, MAX_FIELDS).map(fieldName),
    notChecked: fields.notChecked
      .slice(0, MAX_FIELDS)
      .map(({ field, reason }) => ({ field: fieldName(field), reason })),
  };
}

function fieldName(name: string): string {
  return /^[\w.[\]-]{1,80}$/.test(name) ? name : 'a field of another name';
}

function optionsOf({ preset = 'balanced', quality, targetSizeBytes }: CompressAsk): CompressOptions {
  return {
    ...PRESETS[preset],
    ...(quality === undefined ? {} : { quality }),
    ...(targetSizeBytes === undefined ? {} : { targetSize: targetSizeBytes }),
  };
}
