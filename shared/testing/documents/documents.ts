import { PDFObjectParser } from 'pdf-lib';
import { DEFAULT_LIMITS, type Limits } from '../../limits.ts';
import { sourceOf } from '../../pdf/byte-source.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import {
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../pdf/objects.ts';

/**
 * A stream object: its dictionary as PDF syntax (`/Length` is added) and its data, encoded as the dictionary
 * says.
 */
export interface StreamSource {
  readonly dict: string;
  readonly data: string | Uint8Array;
}

/** The text of an object between `obj` and `endobj`, or a stream. */
export type ObjectSource = string | StreamSource;

/** Objects by number, all of generation 0. */
export type ObjectSources = Readonly<Record<number, ObjectSource>>;

export interface DocumentParts {
  /** PDF syntax of the trailer; by default object 1 is the catalog. */
  readonly trailer?: string;
  readonly limits?: Partial<Limits>;
  readonly headerVersion?: string;
}

/** `stream('/Type /XObject', 'q Q')`: the angle brackets of the dictionary are optional. */
export function stream(dict: string, data: string | Uint8Array): StreamSource {
  return { dict: dict.trimStart().startsWith('<<') ? dict : `<< ${dict} >>`, data };
}

/** Builds a document in memory from readable literals. `input` is empty: nothing was read from a file. */
export function buildDocument(objects: ObjectSources, parts: DocumentParts = {}): PdfDocument {
  const context = PDFContext.create();
  for (const [number, source] of Object.entries(objects)) {
    context.assign(PDFRef.of(Number(number)), objectFrom(source, context));
  }
  const trailer = parseObject(parts.trailer ?? '<< /Root 1 0 R >>', context);
  if (!(trailer instanceof PDFDict)) throw new Error('the trailer is not a dictionary');
  return {
    input: sourceOf(new Uint8Array(0)),
    limits: { ...DEFAULT_LIMITS, ...parts.limits },
    context,
    trailer,
    headerVersion: parts.headerVersion ?? '1.7',
    unreachedObjects: 0,
    repairs: [],
    incomplete: false,
    malformedObjects: new Set(),
    lostPages: 0,
    security: null,
  };
}

/** Entries of a page besides type and parent, such as `/Resources << … >> /Contents 5 0 R`. */
export type PageSource = string;

/**
 * Catalog 1, page tree 2 and the pages 3, 4, …, plus further `objects`, which start at 100 by convention.
 * Every page is 200 x 200 points by default.
 */
export function pagesDocument(
  pages: readonly PageSource[],
  objects: ObjectSources = {},
  parts: DocumentParts & { readonly catalog?: string; readonly pageTree?: string } = {},
): PdfDocument {
  const numbers = pages.map((_, index) => 3 + index);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  const box = /\/MediaBox/;
  const leaves = pages.map((page, index): [number, string] => [
    3 + index,
    `<< /Type /Page /Parent 2 0 R ${box.test(page) ? '' : '/MediaBox [0 0 200 200]'} ${page} >>`,
  ]);
  return buildDocument(
    {
      1: `<< /Type /Catalog /Pages 2 0 R ${parts.catalog ?? ''} >>`,
      2: `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} ${parts.pageTree ?? ''} >>`,
      ...Object.fromEntries(leaves),
      ...objects,
    },
    parts,
  );
}

/** Returns an object by number; throws an error with the number if it is missing. */
export function objectOf(doc: PdfDocument, number: number): PDFObject {
  const found = doc.context.lookup(PDFRef.of(number));
  if (found === undefined) throw new Error(`no object ${number}`);
  return found;
}

/** Returns a dictionary (or a stream's) by number; throws an error with the number if it is missing. */
export function dictOf(doc: PdfDocument, number: number): PDFDict {
  const found = objectOf(doc, number);
  if (found instanceof PDFRawStream) return found.dict;
  if (found instanceof PDFDict) return found;
  throw new Error(`object ${number} is no dictionary`);
}

/** Parses a value from PDF syntax. */
export function parseObject(syntax: string, context: PDFContext): PDFObject {
  return PDFObjectParser.forBytes(latin1Bytes(syntax), context).parseObject();
}

function objectFrom(source: ObjectSource, context: PDFContext): PDFObject {
  if (typeof source === 'string') return parseObject(source, context);
  const dict = parseObject(source.dict, context);
  if (!(dict instanceof PDFDict)) throw new Error(`not a stream dictionary: ${source.dict}`);
  const data = typeof source.data === 'string' ? latin1Bytes(source.data) : source.data;
  dict.set(PDFName.of('Length'), PDFNumber.of(data.length));
  return PDFRawStream.of(dict, data);
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
