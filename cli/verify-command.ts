import { readFile, writeFile } from 'node:fs/promises';
import { EXIT, type ExitCode } from '../library/terminal/exit-code.ts';
import type { Output } from '../library/terminal/output.ts';
import { helped, wrongUsage } from '../library/terminal/usage.ts';
import {
  addedKinds,
  type Host,
  isReceiptValid,
  looksDifferent,
  lostKinds,
  problemOf,
  type ReadReceipt,
  type ReceiptVerdict,
  type Verification,
} from '../shared/index.ts';
import type { CheckReceiptRun } from '../shared/receipt/check-receipt.ts';
import { readReceipt, receiptFault } from '../shared/receipt/read-receipt.ts';
import type { VerifyRun } from '../shared/verify.ts';
import { pagePicture } from './drawing/page-pictures.ts';
import { type PageScore, pageScores, worstScores } from './drawing/page-scores.ts';
import type { PageDrawer } from './drawing/pdfium-pages.ts';
import { pngOf } from './drawing/png.ts';
import { osPath } from './files/os-path.ts';
import { VERIFY_SPEC } from './flags/command-specs.ts';
import { flagsOf } from './flags/flag.ts';
import { flagsText } from './flags/help-text.ts';
import { readFlags } from './flags/read-flags.ts';
import { type SignatureVerdict, signatureCheckFrom, signaturePath } from './receipt-signature.ts';
import { sanitizeForTerminal } from './terminal/printable.ts';
import { describeFileError } from './text/files.ts';
import { problemText } from './text/problems.ts';
import { verificationHtml, verificationText } from './verification-text.ts';

export const VERIFY_USAGE = `Usage: pagelight verify ${VERIFY_SPEC.operands}

${VERIFY_SPEC.says}

${flagsText(VERIFY_SPEC)}
A signature is of the receipt's canonical JSON (RFC 8785). With openssl, for a receipt of plain numbers and texts:
  jq -jcS . a.receipt.json > signed; openssl base64 -d -A -in a.receipt.json.sig > sig
  openssl pkeyutl -verify -rawin -pubin -inkey public.pem -in signed -sigfile sig
Exit codes: 0 nothing is lost (and the receipt, if one was given, is verified), 1 a file cannot be read, 2 wrong usage,
3 one of the PDFs cannot be opened, 4 something is lost, or the receipt is not verified in every field; with --strict also if something was added or a page
looks different.
`;

export interface VerifyCommandDeps {
  readonly verify: (before: Uint8Array, after: Uint8Array, run: VerifyRun) => Promise<Verification>;
  readonly checkReceipt: (
    receipt: ReadReceipt,
    before: Uint8Array,
    after: Uint8Array,
    run: CheckReceiptRun,
  ) => Promise<ReceiptVerdict>;
  /** Resolves to null if pages cannot be rendered here. */
  readonly loadDrawer: () => Promise<PageDrawer | null>;
  readonly host: Host;
  readonly output: Output;
}

/** `verify BEFORE AFTER [RECEIPT]`: compares two documents. */
export async function verifyCommand(args: readonly string[], deps: VerifyCommandDeps): Promise<ExitCode> {
  const { output } = deps;
  const usage = readUsage(args);
  if (usage === 'help') return helped(output, VERIFY_USAGE);
  if ('faults' in usage) return wrongUsage(output, usage.faults);
  const files = await readFiles(usage, output);
  return files === null ? EXIT.IO_ERROR : compare(usage, files, deps);
}

interface Usage {
  readonly paths: readonly [string, string];
  readonly receiptPath: string | undefined;
  readonly keyFile: string | undefined;
  readonly password: string | undefined;
  readonly drawsPages: boolean;
  readonly png: string | undefined;
  readonly html: string | undefined;
  readonly json: boolean;
  /** Additions and pages that look different count as well. */
  readonly isStrict: boolean;
}

function readUsage(args: readonly string[]): Usage | 'help' | { readonly faults: readonly string[] } {
  const { flags, positionals, faults } = readFlags(args, flagsOf(VERIFY_SPEC));
  if (flags.has('help')) return 'help';
  const [before, after, receiptPath, ...rest] = positionals;
  const allFaults = [...faults];
  if (before === undefined || after === undefined)
    allFaults.push('Two PDFs are needed: the one before, and the one after.');
  if (rest.length > 0) allFaults.push(`${rest.join(', ')} is more than two PDFs and a receipt.`);
  const keyFile = flags.get('verify-with');
  if (keyFile !== undefined && receiptPath === undefined)
    allFaults.push('--verify-with needs a receipt, whose signature it checks.');
  const pictures = { png: flags.get('png'), html: flags.get('html') };
  for (const [flag, file] of Object.entries(pictures)) {
    if (file === undefined) continue;
    // So that no PDF is replaced.
    if (!file.toLowerCase().endsWith(`.${flag}`))
      allFaults.push(`--${flag} needs a name that ends with .${flag}.`);
    if (flags.has('no-scores')) allFaults.push(`--${flag} needs the pages that --no-scores leaves out.`);
  }
  if (before === undefined || after === undefined || allFaults.length > 0) return { faults: allFaults };
  return {
    paths: [before, after],
    receiptPath,
    keyFile,
    password: flags.get('password') || process.env.PAGELIGHT_PASSWORD || undefined,
    drawsPages: !flags.has('no-scores'),
    ...pictures,
    json: flags.has('json'),
    isStrict: flags.has('strict'),
  };
}

interface Files {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly receipt: ReadReceipt | null;
  /** Null if no check was requested. */
  readonly signature: SignatureVerdict | null;
}

async function readFiles({ paths, receiptPath, keyFile }: Usage, output: Output): Promise<Files | null> {
  const read = async (path: string): Promise<Uint8Array | null> => {
    try {
      return await readFile(osPath(path));
    } catch (error) {
      output.err(`Cannot read ${sanitizeForTerminal(path)}: ${describeFileError(error)}.\n`);
      return null;
    }
  };
  const [before, after] = [await read(paths[0]), await read(paths[1])];
  if (before === null || after === null) return null;
  if (receiptPath === undefined) return { before, after, receipt: null, signature: null };
  const bytes = await read(receiptPath);
  if (bytes === null) return null;
  const json = new TextDecoder().decode(bytes);
  const receipt = readReceipt(json);
  if (receipt === null) {
    const fault = receiptFault(json);
    const why = fault === null ? '' : `: ${sanitizeForTerminal(fault)}`;
    output.err(`${sanitizeForTerminal(receiptPath)} is no receipt that this version can read${why}.\n`);
    return null;
  }
  if (keyFile === undefined) return { before, after, receipt, signature: null };
  const check = await signatureCheckFrom(keyFile);
  if ('fault' in check) {
    output.err(`${check.fault}\n`);
    return null;
  }
  const text = await readFile(osPath(signaturePath(receiptPath)), 'utf8').catch(() => null);
  // The file's own JSON: fields unknown to this version are signed, too.
  return { before, after, receipt, signature: check(JSON.parse(json), text) };
}

async function compare(usage: Usage, files: Files, deps: VerifyCommandDeps): Promise<ExitCode> {
  const { host, output } = deps;
  const { before, after, receipt: given, signature } = files;
  const run = { host, ...(usage.password === undefined ? {} : { password: usage.password }) };
  try {
    const verification = await deps.verify(before, after, run);
    const receipt = given === null ? null : await deps.checkReceipt(given, before, after, run);
    const { scores, note, pictures } = await scoresOf(usage, files, verification, deps);
    const text = verificationText({ paths: usage.paths, verification, scores, note, receipt, signature });
    output.out(
      usage.json
        ? `${JSON.stringify({ verification, scores, receipt, ...(signature === null ? {} : { signature }) }, null, 2)}\n`
        : text,
    );
    if (!(await writePictures(usage, text, pictures, output))) return EXIT.IO_ERROR;
    const isSigned = signature === null || signature === 'right';
    const isUnchanged =
      !usage.isStrict || (addedKinds(verification).length === 0 && !(scores ?? []).some(looksDifferent));
    return isSigned && isUnchanged && isAllWell(verification, receipt) ? EXIT.OK : EXIT.CHECK_FAILED;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    output.err(`${problem.code}: ${problemText(problem)}\n`);
    return EXIT.REFUSED;
  }
}

function isAllWell(verification: Verification, receipt: ReceiptVerdict | null): boolean {
  const isLost = verification.differentDocuments || lostKinds(verification).length > 0;
  return !isLost && (receipt === null || isReceiptValid(receipt));
}

interface Scored {
  readonly scores: readonly PageScore[] | null;
  readonly note: string;
  readonly pictures: readonly PagePng[];
}

/** Page before and after, as PNG. */
interface PagePng {
  readonly page: number;
  readonly png: Buffer;
}

/** Pages of a report. */
const MAX_PICTURES = 20;

async function writePictures(
  { png, html }: Usage,
  text: string,
  pictures: readonly PagePng[],
  output: Output,
): Promise<boolean> {
  const [worst] = pictures;
  let isWritten = true;
  for (const [path, bytes] of [
    [png, worst?.png],
    [html, verificationHtml(text, pictures)],
  ] as const) {
    if (path === undefined) continue;
    try {
      if (bytes === undefined) throw new Error('no page could be drawn');
      await writeFile(osPath(path), bytes);
    } catch (error) {
      isWritten = false;
      output.err(`Cannot write ${sanitizeForTerminal(path)}: ${describeFileError(error)}.\n`);
    }
  }
  return isWritten;
}

async function scoresOf(
  { drawsPages, password, png, html }: Usage,
  { before, after }: Files,
  { pages }: Verification,
  { loadDrawer }: VerifyCommandDeps,
): Promise<Scored> {
  if (!drawsPages) return { scores: null, note: '', pictures: [] };
  const drawer = await loadDrawer();
  if (drawer === null)
    return {
      scores: null,
      pictures: [],
      note: 'Pages were not looked at: npm i @embedpdf/pdfium draws them, too.',
    };
  const both = { before, after, password };
  const scores = pageScores(both, pages, drawer);
  const onePicture = png === undefined ? 0 : 1;
  const shown = worstScores(scores ?? []).slice(0, html === undefined ? onePicture : MAX_PICTURES);
  return {
    scores,
    pictures: shown.flatMap((score) => {
      const drawn = pagePicture(both, score, pages, drawer);
      return drawn === null ? [] : [{ page: score.page, png: pngOf(drawn) }];
    }),
    note: scores === null ? 'Pages were not looked at: PDFium cannot open one of the files.' : '',
  };
}
