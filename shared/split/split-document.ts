import { PdfError } from '../errors.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { documentFacts } from '../pdf/inventory/facts.ts';
import { conformanceRules } from '../pdf/metadata/conformance-rules.ts';
import { hasXfa } from '../pdf/page-tree.ts';
import { type OpenOptions, openDocument } from '../pdf/read/open.ts';
import { writeDocument } from '../pdf/write/write.ts';
import type { SplitPart } from '../report.ts';
import { cutIntoParts, type Trial } from './cut.ts';
import { draftPart, type PartDraft } from './draft-part.ts';
import { partDifference } from './prove-part.ts';
import { readSourceDocument, type SourceDocument } from './source-document.ts';

interface Written {
  readonly bytes: Uint8Array;
  readonly trial: Trial;
  readonly draft: PartDraft;
}

/** Settings of one split. */
export interface SplitSettings extends OpenOptions {
  /** Split a signed document although that invalidates its signatures. */
  readonly breakSignatures: boolean;
  /** Write linearized parts. */
  readonly linearize?: boolean;
  readonly onPart?: (pagesDone: number, pages: number) => void;
}

/**
 * Splits a document into several of at most `limitBytes`, in page order. Every part is opened again and
 * checked: its pages with their appearance, the bookmarks and links to them, their fields, tags and labels. A
 * document that fits is returned as its own single part.
 * @throws PdfError `cannot_split` with the reason, or what `openDocument` throws
 */
export async function splitDocument(
  input: Uint8Array,
  limitBytes: number,
  settings: SplitSettings,
): Promise<SplitPart[]> {
  const doc = await openDocument(input, settings);
  const whole = readSourceDocument(doc);
  if (input.length <= limitBytes) return [onlyPart(input, whole)];
  refuseSplit(doc, settings);
  return provenParts(whole, cutIntoParts(whole, limitBytes, writerOf(whole, settings)), settings);
}

/**
 * Splits a document where a user wants it, with the same checks. Attachments go into the first part.
 * @param cuts pages (1-based, ascending) after which a new part begins
 * @throws PdfError `cannot_split` with the reason, or what `openDocument` throws
 */
export async function splitAtPages(
  input: Uint8Array,
  cuts: readonly number[],
  settings: SplitSettings,
): Promise<SplitPart[]> {
  const doc = await openDocument(input, settings);
  const whole = readSourceDocument(doc);
  refuseSplit(doc, settings);
  const write = writerOf(whole, settings);
  const ends = [...cuts, whole.pages.length];
  const written = ends.map((end, index) =>
    write({
      range: { first: index === 0 ? 0 : ends[index - 1]!, end },
      attachments: index === 0 ? whole.attachments : [],
    }),
  );
  return provenParts(whole, written, settings);
}

/**
 * Makes one document of a damaged one, without the pages that cannot be read completely. Bookmarks and links to
 * them go, as to pages of another part. The checks are those of parts.
 * @param leftOut numbers of these pages (1-based)
 * @throws PdfError `cannot_split` with the reason, or what `openDocument` throws
 */
export async function withoutPages(
  input: Uint8Array,
  leftOut: readonly number[],
  settings: SplitSettings,
): Promise<SplitPart> {
  const doc = await openDocument(input, settings);
  refuseForms(doc, settings);
  const whole = readSourceDocument(doc, new Set(leftOut));
  if (whole.pages.length === 0) throw new PdfError({ code: 'cannot_split', reason: 'damaged' });
  const trial = { range: { first: 0, end: whole.pages.length }, attachments: whole.attachments };
  const [part] = await provenParts(whole, [writerOf(whole, settings)(trial)], settings);
  return part!;
}

function writerOf(
  whole: SourceDocument,
  { signal, linearize = false }: SplitSettings,
): (trial: Trial) => Written {
  const rules = conformanceRules(whole.doc);
  return (trial) => {
    signal?.throwIfAborted();
    const draft = draftPart(whole, trial.range, trial.attachments);
    return { bytes: writeDocument(draft.doc, { ...rules, linearize }), trial, draft };
  };
}

/** Opens every part again and compares it with its pages. */
async function provenParts(
  whole: SourceDocument,
  written: readonly Written[],
  settings: SplitSettings,
): Promise<SplitPart[]> {
  const parts: SplitPart[] = [];
  for (const { bytes, trial, draft } of written) {
    settings.signal?.throwIfAborted();
    const { range, attachments } = trial;
    const difference = partDifference(whole, range, draft, await openDocument(bytes, settings));
    if (difference !== null)
      throw new PdfError({ code: 'cannot_split', reason: 'verification-failed', detail: difference });
    const { bookmarks, links, lostLinks } = draft;
    parts.push({
      bytes,
      size: bytes.length,
      firstPage: whole.pageNumbers[range.first]!,
      lastPage: whole.pageNumbers[range.end - 1]!,
      bookmarks,
      links,
      removedLinks: lostLinks,
      attachments: attachments.length,
    });
    settings.onPart?.(range.end, whole.pages.length);
  }
  return parts;
}

/** Throws if the document cannot be split, before anything is tried. */
export function refuseSplit(doc: PdfDocument, settings: Pick<SplitSettings, 'breakSignatures'>): void {
  refuseForms(doc, settings);
  if (doc.incomplete) throw new PdfError({ code: 'cannot_split', reason: 'damaged' });
}

/** Throws for forms and signatures that hold for all pages together. */
function refuseForms(doc: PdfDocument, { breakSignatures }: Pick<SplitSettings, 'breakSignatures'>): void {
  if (documentFacts(doc).signed && !breakSignatures)
    throw new PdfError({ code: 'cannot_split', reason: 'signed' });
  // An XFA form is one program for all pages (ISO 32000-2, 12.7.8).
  if (hasXfa(doc.trailer)) throw new PdfError({ code: 'cannot_split', reason: 'xfa-form' });
}

function onlyPart(bytes: Uint8Array, { pages, outline, attachments }: SourceDocument): SplitPart {
  return {
    bytes,
    size: bytes.length,
    firstPage: 1,
    lastPage: pages.length,
    bookmarks: outline.nodes.length,
    links: 0,
    removedLinks: 0,
    attachments: attachments.length,
  };
}
