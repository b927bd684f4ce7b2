import { type ImageRun, imageRuns } from '../../pdf/content/image-runs.ts';
import { inheritedResources } from '../../pdf/content/interpret/inherited-resources.ts';
import { pageContent } from '../../pdf/content/joined.ts';
import { contentStreams } from '../../pdf/content/streams.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { key, PDFDict, type PDFRef } from '../../pdf/objects.ts';
import type { StreamItem } from '../../pdf/streams.ts';
import { mosaicsIn } from './find-mosaics.ts';
import { type StripImage, stripImages } from './strip-images.ts';

/** Content with strips: of a page, or of a form with its own resources. */
export interface StripHost {
  readonly home: { readonly kind: 'page'; readonly ref: PDFRef; readonly dict: PDFDict } | FormHome;
  /** The resources with the names of its images. */
  readonly xObjects: PDFDict;
  readonly images: ReadonlyMap<string, StripImage>;
  readonly content: Uint8Array;
  readonly runs: readonly ImageRun[];
}

interface FormHome extends StreamItem {
  readonly kind: 'form';
}

/** Returns all hosts, pages first. */
export function stripHosts(doc: PdfDocument): readonly StripHost[] {
  const reader = new HostReader(doc);
  const { pages, others } = contentStreams(doc);
  const shared = multiRoleStreams(doc);
  const isOwn = ({ ref }: StreamItem) => !shared.has(ref);
  return [
    ...pages.flatMap(({ page: ref, dict, parts }) =>
      parts.every(isOwn) ? (reader.page(ref, dict) ?? []) : [],
    ),
    ...others.flatMap((item) => (isForm(item) && isOwn(item) ? (reader.form(item) ?? []) : [])),
  ];
}

function isForm({ stream }: StreamItem): boolean {
  return stream.dict.lookup(key('Subtype')) === key('Form');
}

class HostReader {
  readonly #doc: PdfDocument;
  /** Resources that many pages share are read once. */
  readonly #images = new Map<PDFDict, ReadonlyMap<string, StripImage> | null>();

  constructor(doc: PdfDocument) {
    this.#doc = doc;
  }

  page(ref: PDFRef, dict: PDFDict): StripHost | null {
    const resources = inheritedResources({ dict, owner: ref, path: [] })?.dict;
    return this.#host({ kind: 'page', ref, dict }, resources, () =>
      pageContent(dict, this.#doc.limits.streamBytes),
    );
  }

  form({ ref, stream }: StreamItem): StripHost | null {
    return this.#host({ kind: 'form', ref, stream }, stream.dict.lookup(key('Resources')), () => {
      const decoded = decodeStream(stream, this.#doc.limits.streamBytes);
      return decoded.kind === 'bytes' && !decoded.damaged ? decoded.bytes : null;
    });
  }

  #host(home: StripHost['home'], resources: unknown, read: () => Uint8Array | null): StripHost | null {
    const xObjects = resources instanceof PDFDict ? resources.lookup(key('XObject')) : undefined;
    const images = xObjects instanceof PDFDict ? this.#imagesOf(xObjects) : null;
    if (!(xObjects instanceof PDFDict) || images === null) return null;
    const content = read();
    const runs = content === null ? null : imageRuns(content);
    if (content === null || runs === null) return null;
    return mosaicsIn(runs, images).length === 0 ? null : { home, xObjects, images, content, runs };
  }

  #imagesOf(xObjects: PDFDict): ReadonlyMap<string, StripImage> | null {
    const known = this.#images.get(xObjects);
    if (known !== undefined) return known;
    const images = stripImages(xObjects, multiRoleStreams(this.#doc));
    this.#images.set(xObjects, images);
    return images;
  }
}
