import type { PdfDocument } from '../pdf/document.ts';
import { documentFacts } from '../pdf/inventory/facts.ts';
import { standardX } from '../pdf/inventory/features.ts';
import {
  type CategoryResult,
  type Loss,
  lostKinds,
  MAX_LOSSES,
  VERIFIED_KINDS,
  type Verification,
  type VerifiedKind,
  type VerifiedPage,
} from '../verification.ts';
import { comparePages, type PagesComparison, type PagesOptions, type ShownKind } from './compare-pages.ts';
import { PageContent } from './content/page-content.ts';
import type { Item } from './item.ts';
import { actions } from './kinds/actions.ts';
import { links, otherAnnotations, pageAnnotations } from './kinds/annotations.ts';
import { attachments } from './kinds/attachments.ts';
import { bookmarks, namedDestinations } from './kinds/bookmarks.ts';
import * as catalog from './kinds/catalog.ts';
import { fields } from './kinds/fields.ts';
import { layers } from './kinds/layers.ts';
import { pageLabels, pageSizes, pages } from './kinds/pages.ts';
import { signatures } from './kinds/signatures.ts';
import { structure } from './kinds/structure.ts';
import { tags } from './kinds/tags.ts';
import { matchItems } from './match.ts';
import { type PagePairs, pairPages } from './pair-pages.ts';
import { type PageNaming, type Reading, readingOf } from './reading.ts';

export type DocumentComparison = Pick<
  Verification,
  'differentDocuments' | 'categories' | 'pages' | 'movedPixels'
>;

/** Compares the contents and appearance of two documents, independent of their objects. */
export async function compareDocuments(
  before: PdfDocument,
  after: PdfDocument,
  options: PagesOptions,
): Promise<DocumentComparison> {
  const readings = { before: readingOf(before), after: readingOf(after) };
  const pairs = pairPages(
    signaturesOf(readings.before, readings.after),
    signaturesOf(readings.after, readings.before),
  );
  const accounts = {
    before: accountOf(readings.before, pageName),
    after: inOldPages(accountOf(readings.after, namingAfter(pairs)), pairs),
  };
  const shown = await comparePages(readings.before, readings.after, pairs, options);
  const kinds = VERIFIED_KINDS.map((kind) => onPagesAfter(kindResult(kind, accounts, shown), shown, pairs));
  return {
    differentDocuments: areDifferent(shown) && !haveEqualPages(readings.before, readings.after),
    categories: kinds.map((result) => ({
      ...result,
      losses: result.losses.slice(0, MAX_LOSSES),
      additions: result.additions.slice(0, MAX_LOSSES),
    })),
    pages: pairs.toAfter.map((partner, index) =>
      verifiedPage(index, partner, lostKinds({ categories: kinds })),
    ),
    ...(shown.movedPixels === null ? {} : { movedPixels: shown.movedPixels }),
  };
}

function pageName(index: number): string {
  return `page ${index + 1}`;
}

/** Pages of the other document have the numbers of their counterparts; new pages have names of their own. */
function namingAfter({ toBefore }: PagePairs): PageNaming {
  return (index) => {
    const was = toBefore[index];
    return was == null ? `new page ${index + 1}` : pageName(was);
  };
}

/** Returns content signatures for matching pages; empty ones if both documents have equal page counts. */
function signaturesOf(reading: Reading, other: Reading): string[] {
  return reading.pages.length === other.pages.length ? reading.pages.map(() => '') : contentsOf(reading);
}

function contentsOf(reading: Reading): string[] {
  const content = new PageContent(reading);
  return reading.pages.map((page) => {
    const { glyphs, pictures } = content.marksOf(page);
    return `${glyphs.map(({ text }) => text ?? '').join('')} ${pictures.length}`;
  });
}

type ListedKind = Exclude<VerifiedKind, ShownKind | 'print'>;
type Account = Readonly<Record<ListedKind, readonly Item[]>>;

function accountOf(reading: Reading, naming: PageNaming): Account {
  const annotations = pageAnnotations(reading);
  return {
    pages: pages(reading, naming),
    'page-sizes': pageSizes(reading, naming),
    links: links(annotations, reading, naming),
    destinations: namedDestinations(reading, naming),
    bookmarks: bookmarks(reading, naming),
    fields: fields(reading, annotations),
    annotations: otherAnnotations(annotations, reading, naming),
    tags: tags(reading, naming),
    language: catalog.language(reading),
    layers: layers(reading),
    attachments: attachments(reading),
    'page-labels': pageLabels(reading, naming),
    signatures: signatures(reading),
    scripts: catalog.scripts(reading, naming),
    actions: actions(reading, annotations, naming),
    opening: catalog.opening(reading, naming),
    'output-intents': catalog.outputIntents(reading),
    standards: catalog.standards(documentFacts(reading.doc), standardX(reading.doc)),
    protection: catalog.protection(reading),
    structure: structure(reading, naming),
    metadata: catalog.metadata(reading),
  };
}

/** New pages get numbers after all others. */
function inOldPages(account: Account, { toAfter, toBefore }: PagePairs): Account {
  const old = (page: number | null) => (page === null ? null : (toBefore[page] ?? toAfter.length + page));
  const moved = Object.entries(account).map(([kind, items]) => [
    kind,
    items.map((item) => ({ ...item, page: old(item.page) })),
  ]);
  // The cast: the same kinds as before.
  return Object.fromEntries(moved) as Account;
}

/** Additions to matched pages have the numbers of the document before, as all items do; see `inOldPages`. */
function onPagesAfter(
  result: CategoryResult,
  shown: PagesComparison,
  { toAfter }: PagePairs,
): CategoryResult {
  if (isShownKind(result.kind, shown)) return result;
  const pageAfter = (page: number) =>
    page > toAfter.length ? page - toAfter.length : (toAfter[page - 1] ?? 0) + 1;
  return {
    ...result,
    additions: result.additions.map(({ page, name }) => ({
      page: page === null ? null : pageAfter(page),
      name,
    })),
  };
}

/** Categories whose order is visible or read aloud. */
const ORDERED: ReadonlySet<VerifiedKind> = new Set(['bookmarks']);

function kindResult(
  kind: VerifiedKind,
  { before, after }: { readonly before: Account; readonly after: Account },
  shown: PagesComparison,
): CategoryResult {
  if (isShownKind(kind, shown)) return shown.shown[kind];
  if (kind === 'print') return matchItems(kind, shown.print.before, shown.print.after);
  if (kind === 'tags') return tagsResult(before.tags, after.tags, shown);
  const result = matchItems(kind, before[kind], after[kind], { inOrder: ORDERED.has(kind) });
  // If none are left, that is already reported.
  if (kind === 'layers' && result.after > 0) return withMore(result, shown.onLayers);
  return result;
}

/** Tags, and what marked content says by itself. */
function tagsResult(
  before: readonly Item[],
  after: readonly Item[],
  { spoken, marks }: PagesComparison,
): CategoryResult {
  const result = matchItems('tags', [...before, ...spoken.before], [...after, ...spoken.after], {
    inOrder: true,
  });
  return before.length === 0 || after.length === 0 ? result : withMore(result, marks);
}

function isShownKind(kind: VerifiedKind, { shown }: PagesComparison): kind is ShownKind {
  return kind in shown;
}

function withMore(result: CategoryResult, more: readonly Loss[]): CategoryResult {
  if (result.before === 0) return result;
  return {
    ...result,
    lost: Math.min(result.before, result.lost + more.length),
    losses: [...result.losses, ...more],
  };
}

function verifiedPage(index: number, partner: number | null, kinds: readonly CategoryResult[]): VerifiedPage {
  const lost: Partial<Record<VerifiedKind, number>> = {};
  for (const { kind, losses } of kinds) {
    const count = losses.filter(({ page }) => page === index + 1).length;
    if (count > 0) lost[kind] = count;
  }
  return { page: index + 1, after: partner === null ? null : partner + 1, lost };
}

/** Share of a page's items found in place, below which documents are unrelated. */
const FOUND_SHARE = 0.1;

/** Characters; shorter pages may be equal by chance. */
const TELLING_LENGTH = 20;

/** Returns whether pages of one document are in the other, such as at another number. */
function haveEqualPages(before: Reading, after: Reading): boolean {
  const known = new Set(contentsOf(after));
  const found = contentsOf(before).filter((page) => page.length > TELLING_LENGTH && known.has(page));
  return found.length > before.pages.length * FOUND_SHARE;
}

function areDifferent({ shown: { text, pictures }, inPlace }: PagesComparison): boolean {
  const had = text.before + pictures.before;
  const has = text.after + pictures.after;
  // Text converted to images has no words to find.
  const isComparable = had > 0 && has > 0 && text.before > 0 === text.after > 0;
  return isComparable && inPlace < had * FOUND_SHARE && inPlace < has * FOUND_SHARE;
}
