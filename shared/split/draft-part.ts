import { Changes } from '../pdf/check/changes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import {
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from '../pdf/objects.ts';
import type { Attachment } from './attachments.ts';
import { destinationLeads, explicitPage, resolveLinkTarget } from './destinations.ts';
import { arrayFrom, withEntries } from './entries.ts';
import { formIn } from './fields.ts';
import { isIn, type PageRange } from './forest.ts';
import { outlineIn } from './outline.ts';
import { annotationsOf } from './page-index.ts';
import { labelsOf } from './page-labels.ts';
import { PartObjects } from './part-objects.ts';
import { withoutUnused } from './shared-resources.ts';
import type { SourceDocument } from './source-document.ts';
import { KeptStructure } from './structure.ts';
import { type TreePair, treePairs } from './tree-pairs.ts';

/** A part as a document in memory, not yet written. */
export interface PartDraft {
  readonly doc: PdfDocument;
  /** Entries removed from shared dictionaries because no page of the part uses them. */
  readonly changes: Changes;
  readonly pages: readonly PDFRef[];
  readonly bookmarks: number;
  readonly links: number;
  /** Number of removed links into other parts. */
  readonly lostLinks: number;
}

/**
 * Catalog entries about the whole document that no part can have: articles and document parts run through all
 * pages, permissions and validation belong to signatures of the whole file.
 */
const OF_THE_WHOLE = new Set(['Threads', 'DPartRoot', 'SpiderInfo', 'Perms', 'DSS', 'Legal'].map(key));
/** The same for pages: beads of articles, and document parts. */
const OF_THE_WHOLE_ON_PAGES = { B: undefined, DPart: undefined };

/** Drafts the pages of `range` with everything that belongs to them, and nothing else. */
export function draftPart(
  whole: SourceDocument,
  range: PageRange,
  attachments: readonly Attachment[],
): PartDraft {
  return new PartDrafter(whole, range).draft(attachments);
}

class PartDrafter {
  readonly #whole: SourceDocument;
  readonly #range: PageRange;
  readonly #structure: KeptStructure;
  readonly #objects: PartObjects;
  /** Invisible links to other parts. */
  readonly #gone = new Set<PDFObject>();
  #keptFields: ReadonlySet<PDFObject> = new Set();
  #links = 0;
  #lostLinks = 0;

  constructor(whole: SourceDocument, range: PageRange) {
    this.#whole = whole;
    this.#range = range;
    this.#structure = new KeptStructure(whole.structure, range);
    this.#objects = new PartObjects(whole.doc, whole.freshRef, (object) => this.#isForeign(object));
  }

  draft(attachments: readonly Attachment[]): PartDraft {
    const { doc, catalog } = this.#whole;
    const pagesRoot = this.#objects.refFor(catalog.get(key('Pages')));
    const pages = this.#putPages(pagesRoot);
    const form = formIn(this.#whole, this.#whole.fields, this.#range, this.#objects);
    this.#keptFields = form?.kept ?? new Set();
    for (const page of pages) this.#objects.take(page);
    const outline = outlineIn(this.#whole, this.#whole.outline, this.#range, this.#objects);
    const structure = this.#structure.put(
      this.#whole,
      this.#range,
      this.#objects,
      this.#objects.structKeys,
      (object) => this.#isForeign(object),
    );
    const values = {
      Pages: pagesRoot,
      Outlines: this.#at('Outlines', outline?.outline),
      AcroForm: this.#at('AcroForm', form?.form),
      StructTreeRoot: this.#at('StructTreeRoot', structure ?? undefined),
      PageLabels: labelsOf(catalog, this.#whole.pageNumbers.slice(this.#range.first, this.#range.end)),
      Names: this.#names(attachments),
      Dests: this.#oldDestinations(),
      OpenAction: this.#openAction(),
      AF: this.#associated(attachments),
      // A portfolio needs the attachments that it shows.
      Collection: attachments.length > 0 ? catalog.get(key('Collection')) : undefined,
    };
    const catalogRef = this.#objects.refFor(doc.trailer.get(key('Root')));
    const kept = new Map([...dictEntries(catalog)].filter(([name]) => !OF_THE_WHOLE.has(name)));
    this.#objects.replace(catalogRef, withEntries(PDFDict.fromMapWithContext(kept, catalog.context), values));
    const whole = { ...doc, context: this.#objects.context, trailer: this.#trailer(catalogRef) };
    const { sharedTables } = this.#whole;
    const lean =
      sharedTables.size === 0
        ? { doc: whole, changes: new Changes() }
        : withoutUnused(whole, (table) => sharedTables.has(table));
    return {
      ...lean,
      pages,
      bookmarks: outline?.bookmarks ?? 0,
      links: this.#links,
      lostLinks: this.#lostLinks,
    };
  }

  /** Returns whether an object belongs to other pages and must not be reachable from this part. */
  #isForeign(object: PDFObject): boolean {
    const { pageIndex, annotationPage, treeNodes, fields, catalog } = this.#whole;
    if (this.#gone.has(object)) return true;
    const page = pageIndex.get(object) ?? annotationPage.get(object);
    if (page !== undefined) return !isIn(this.#range, page);
    if (treeNodes.has(object)) return object !== catalog.get(key('Pages'));
    if (fields.isNode.has(object)) return !this.#keptFields.has(object);
    return this.#structure.isForeign(object);
  }

  #putPages(pagesRoot: PDFRef): PDFRef[] {
    const refs: PDFRef[] = [];
    for (let index = this.#range.first; index < this.#range.end; index += 1) {
      const { ref, dict, inherited } = this.#whole.pages[index]!;
      const entries = new Map(dictEntries(dict));
      for (const [name, value] of inherited) entries.set(name, value);
      const page = PDFDict.fromMapWithContext(entries, dict.context);
      this.#objects.replace(
        ref,
        withEntries(page, { ...OF_THE_WHOLE_ON_PAGES, Parent: pagesRoot, Annots: this.#annotations(dict) }),
      );
      refs.push(ref);
    }
    const { catalog } = this.#whole;
    this.#objects.replace(
      pagesRoot,
      PDFDict.fromMapWithContext(
        new Map<ReturnType<typeof key>, PDFObject>([
          [key('Type'), key('Pages')],
          [key('Kids'), arrayFrom(refs, catalog)],
          [key('Count'), PDFNumber.of(refs.length)],
        ]),
        catalog.context,
      ),
    );
    return refs;
  }

  /** Removes links into other parts. Links with a visible border and other annotations stay without a target. */
  #annotations(page: PDFDict): PDFObject | undefined {
    const before = page.get(key('Annots'));
    const kept: PDFObject[] = [];
    const all = annotationsOf(page);
    for (const item of all) {
      const dict = page.context.lookup(item);
      if (!(dict instanceof PDFDict)) continue;
      const isLink = dict.lookup(key('Subtype')) === key('Link');
      const isAway = this.#leadsAway(dict);
      if (isLink && isAway) {
        this.#lostLinks += 1;
        if (!isDrawn(dict)) {
          this.#gone.add(item);
          continue;
        }
      } else if (isLink) this.#links += 1;
      if (isAway) this.#objects.replace(item, withEntries(dict, { A: undefined, Dest: undefined }));
      kept.push(item);
    }
    if (kept.length === all.length) return before;
    return kept.length === 0 ? undefined : arrayFrom(kept, page);
  }

  #leadsAway(dict: PDFDict): boolean {
    const target = resolveLinkTarget(dict, this.#whole);
    return target.kind === 'page' && !isIn(this.#range, target.page);
  }

  /** Returns the catalog's entry `name` as it is in this part. */
  #at(name: string, dict: PDFDict | undefined): PDFObject | undefined {
    if (dict === undefined) return undefined;
    const ref = this.#objects.refFor(this.#whole.catalog.get(key(name)));
    this.#objects.replace(ref, dict);
    return ref;
  }

  #names(attachments: readonly Attachment[]): PDFObject | undefined {
    const names = this.#whole.catalog.lookup(key('Names'));
    if (!(names instanceof PDFDict)) return undefined;
    const destinations = treePairs(names.lookup(key('Dests')), 'Names').filter(([, value]) =>
      this.#isHere(value),
    );
    const files = attachments.flatMap(({ pair }) => (pair === null ? [] : [pair]));
    const left = withEntries(names, {
      Dests: this.#tree(destinations, names),
      EmbeddedFiles: this.#tree(files, names),
      // Templates and names refer to pages of the whole (12.7.7, 7.7.4).
      Pages: undefined,
      Templates: undefined,
    });
    return dictEntries(left).size === 0 ? undefined : left;
  }

  #tree(pairs: readonly TreePair[], { context }: PDFDict): PDFDict | undefined {
    if (pairs.length === 0) return undefined;
    return PDFDict.fromMapWithContext(
      new Map([[key('Names'), arrayFrom(pairs.flat(), { context })]]),
      context,
    );
  }

  #isHere(destination: PDFObject): boolean {
    const page = explicitPage(destination, this.#whole);
    return page !== null && isIn(this.#range, page);
  }

  #oldDestinations(): PDFObject | undefined {
    const old = this.#whole.catalog.lookup(key('Dests'));
    if (!(old instanceof PDFDict)) return undefined;
    const here = new Map([...dictEntries(old)].filter(([, value]) => this.#isHere(value)));
    return here.size === 0 ? undefined : PDFDict.fromMapWithContext(here, old.context);
  }

  /** Returns the document's open action if its page is in this part (12.6.4.2); scripts stay. */
  #openAction(): PDFObject | undefined {
    const { catalog } = this.#whole;
    const raw = catalog.get(key('OpenAction'));
    const action = catalog.lookup(key('OpenAction'));
    if (raw === undefined) return undefined;
    const target =
      action instanceof PDFDict
        ? resolveLinkTarget(
            PDFDict.fromMapWithContext(new Map([[key('A'), action]]), catalog.context),
            this.#whole,
          )
        : destinationLeads(action, this.#whole);
    if (target.kind === 'elsewhere') return raw;
    return target.kind === 'page' && isIn(this.#range, target.page) ? raw : undefined;
  }

  #associated(attachments: readonly Attachment[]): PDFObject | undefined {
    const files = attachments.flatMap(({ associated }) => (associated === null ? [] : [associated]));
    return files.length === 0 ? undefined : arrayFrom(files, this.#whole.catalog);
  }

  #trailer(catalogRef: PDFRef): PDFDict {
    const entries = new Map(dictEntries(this.#whole.doc.trailer));
    entries.set(key('Root'), catalogRef);
    const trailer = PDFDict.fromMapWithContext(entries, this.#objects.context);
    this.#objects.take(trailer);
    return trailer;
  }
}

/** Returns whether a border is drawn; the default is one unit wide (ISO 32000-2, table 166). */
function isDrawn(link: PDFDict): boolean {
  if (link.has(key('AP'))) return true;
  const style = link.lookup(key('BS'));
  const border = link.lookup(key('Border'));
  const width =
    style instanceof PDFDict
      ? style.lookup(key('W'))
      : border instanceof PDFArray && border.size() > 2
        ? border.lookup(2)
        : undefined;
  return !(width instanceof PDFNumber) || width.asNumber() > 0;
}
