import type { Changes } from '../../pdf/check/changes.ts';
import { analyzeContent, type ContentAnalysis } from '../../pdf/content/analysis.ts';
import type { ContentFrame } from '../../pdf/content/interpret/frame.ts';
import { locatedEntry, type ResourceTable } from '../../pdf/content/interpret/resources.ts';
import { contentName } from '../../pdf/content/syntax/values.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { contextEntries, dictEntries, key, PDFDict, type PDFObject, type PDFRef } from '../../pdf/objects.ts';
import { catalogOf } from '../../pdf/page-tree.ts';
import type { InlineHost } from './inline-spots.ts';

/** Resource dictionaries of one content stream, for every reader and every place that draws it. */
export interface ResourcePlaces {
  readonly tables: readonly ResourceTable[];
  /** Pages without resources. */
  readonly bare: readonly PDFDict[];
}

/** Finds the resources in which content looks up its names. */
export class InlinePlaces {
  readonly survey: ContentAnalysis;
  readonly #frames = new Map<PDFDict, ContentFrame[]>();
  readonly #fontResources = new Set<PDFDict>();
  readonly #hasTwoForms: boolean;
  readonly #names: Set<string>;
  #lastName = 0;

  constructor(doc: PdfDocument) {
    this.survey = analyzeContent(doc, {
      begin: (content, frame) => {
        const frames = this.#frames.get(content);
        if (frames === undefined) this.#frames.set(content, [frame]);
        else frames.push(frame);
      },
    });
    const form = catalogOf(doc.trailer)?.lookup(key('AcroForm'));
    // With XFA, viewers differ on what they show.
    this.#hasTwoForms = form instanceof PDFDict && form.has(key('XFA'));
    for (const object of contextEntries(doc.context).values()) this.#noteFontResources(object);
    this.#names = new Set(this.survey.looseNames.get('XObject'));
    for (const table of this.survey.tables) {
      const category = table.category('XObject');
      if (category === null) continue;
      for (const name of dictEntries(category.dict).keys()) {
        this.#names.add(contentName(name.asString().slice(1)));
      }
    }
  }

  /** Null if uncertain. */
  of({ pages, stream }: Pick<InlineHost, 'pages' | 'stream'>): ResourcePlaces | null {
    if (!this.survey.isSound || this.#hasTwoForms) return null;
    const tables = new Set<ResourceTable>();
    const bare = new Set<PDFDict>();
    for (const page of pages) {
      const frames = this.#frames.get(page) ?? [];
      if (frames.length === 0) return null;
      for (const { scope } of frames) {
        if (scope !== null) tables.add(scope.table);
        else if (!page.has(key('Resources'))) bare.add(page);
        else return null;
      }
    }
    const frames = this.#frames.get(stream.dict) ?? [];
    if (pages.length === 0 && frames.length === 0) return null;
    for (const { scope } of frames) {
      if (scope === null) return null;
      const { dict } = scope.table;
      // Readers differ on the resources of content without its own (ISO 32000-2, 7.8.3).
      const isOwn = stream.dict.lookup(key('Resources')) === dict || this.#fontResources.has(dict);
      if (!isOwn) return null;
      tables.add(scope.table);
    }
    const hasRoom = [...tables].every(
      ({ dict }) => !dict.has(key('XObject')) || dict.lookup(key('XObject')) instanceof PDFDict,
    );
    return hasRoom ? { tables: [...tables], bare: [...bare] } : null;
  }

  /** Returns a name that no content uses and no resources have, anywhere in the document. */
  freshName(): string {
    for (;;) {
      this.#lastName += 1;
      const name = `Inl${this.#lastName}`;
      if (!this.#names.has(name)) return name;
    }
  }

  #noteFontResources(object: PDFObject): void {
    if (!(object instanceof PDFDict) || object.lookup(key('Subtype')) !== key('Type3')) return;
    const resources = object.lookup(key('Resources'));
    if (resources instanceof PDFDict) this.#fontResources.add(resources);
  }
}

/** Resolves a color space name in these places: null if undefined, undefined if it differs between places. */
export function colorSpaceAt({ tables, bare }: ResourcePlaces, name: string): PDFObject | null | undefined {
  let found: PDFObject | null | undefined;
  for (const table of tables) {
    const resource = table.category('ColorSpace')?.use(name) ?? null;
    if (resource?.isAmbiguous === true) return undefined;
    const value = resource === null ? null : (resource.ref ?? resource.object);
    if (found !== undefined && found !== value) return undefined;
    found = value;
  }
  if (bare.length > 0 && found != null) return undefined;
  return found ?? null;
}

/** Adds an image to all places. */
export function addXObject(
  { tables, bare }: ResourcePlaces,
  name: string,
  image: PDFRef,
  changes: Changes,
  pageOf: (dict: PDFDict) => PDFRef,
): void {
  for (const { home } of tables) {
    const category = locatedEntry(home, key('XObject'));
    if (category !== null) {
      category.dict.set(key(name), image);
      changes.entry(category.owner, [...category.path, name]);
    } else {
      home.dict.set(key('XObject'), dictWith(home.dict, name, image));
      changes.entry(home.owner, [...home.path, 'XObject']);
    }
  }
  for (const page of bare) {
    const resources = page.lookup(key('Resources'));
    if (resources instanceof PDFDict) {
      (resources.lookup(key('XObject')) as PDFDict).set(key(name), image);
      continue;
    }
    page.set(key('Resources'), dictWith(page, 'XObject', dictWith(page, name, image)));
    changes.entry(pageOf(page), ['Resources']);
  }
}

function dictWith(near: PDFDict, name: string, value: PDFObject): PDFDict {
  const dict = PDFDict.withContext(near.context);
  dict.set(key(name), value);
  return dict;
}
