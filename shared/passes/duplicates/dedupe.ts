/**
 * Merges equal objects: streams (images, fonts, ICC profiles, forms, maps) and the resource objects around
 * them, bottom-up until there are no more duplicates (two fonts are equal once their font files are merged).
 *
 * Never merged: objects with an identity (pages, annotations, fields, structure elements, layers, outline
 * items, destinations), since a reference may mean just this one.
 */

import { sameBytes } from '../../pdf/bytes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { multiRoleStreams, rolesByStream } from '../../pdf/multi-role-streams.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../pdf/objects.ts';
import { childObjects } from '../../pdf/walk.ts';
import type { Pass } from '../pass.ts';
import { isFree, type Merges, mergeObjects, signatureOf } from './merge.ts';

/** Dictionaries and arrays under these keys are resources: equal ones are interchangeable. */
const RESOURCE_KEYS: ReadonlySet<PDFName> = keys([
  'FontDescriptor',
  'DescendantFonts',
  'Encoding',
  'W',
  'W2',
  'Widths',
  'CIDSystemInfo',
  'CharProcs',
  'ColorSpace',
  'CS',
  'Function',
  'Decode',
  'DecodeParms',
  'Shading',
  'ExtGState',
  'Pattern',
  'Halftone',
  'Resources',
  'Font',
  'XObject',
  'ProcSet',
  'Group',
]); // prettier-ignore
/** Resource categories: their entries, whatever their names, are resources too (ISO 32000-2, 7.8.3). */
const CATEGORY_KEYS: ReadonlySet<PDFName> = keys([
  'Font',
  'XObject',
  'ColorSpace',
  'ExtGState',
  'Pattern',
  'Shading',
]);

function keys(texts: readonly string[]): ReadonlySet<PDFName> {
  return new Set(texts.map(key));
}

export const dedupe: Pass = {
  id: 'dedupe',
  writes: ['structure'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const candidates = mergeable(doc);
    const haveSameRoles = roleComparison(doc);
    const replacement = new Map<PDFRef, PDFRef>();
    for (let merged = true; merged; ) {
      ctx.signal?.throwIfAborted();
      merged = mergeRound(candidates, replacement, haveSameRoles);
    }
    return mergeObjects(doc, ctx.changes, replacement);
  },
};

const NO_ROLES: ReadonlySet<never> = new Set();

type AreAlike = (one: PDFRef, other: PDFRef) => boolean;

/** Merging streams of different roles would create one with two roles. */
function roleComparison(doc: PdfDocument): AreAlike {
  let roles: ReturnType<typeof rolesByStream> | null = null;
  return (one, other) => {
    roles ??= rolesByStream(doc);
    const first = roles.get(one) ?? NO_ROLES;
    const second = roles.get(other) ?? NO_ROLES;
    return first.size === second.size && [...first].every((role) => second.has(role));
  };
}

/** Returns objects that may be merged, in ascending object number. */
function mergeable(doc: PdfDocument): Map<PDFRef, PDFObject> {
  const resources = new Set<PDFRef>();
  const collect = (name: PDFName, value: PDFObject): void => {
    if (!RESOURCE_KEYS.has(name)) return;
    if (value instanceof PDFRef) resources.add(value);
    // An indirect category dictionary, or an array of resources.
    const inside = value instanceof PDFRef ? doc.context.lookup(value) : value;
    if (inside instanceof PDFArray) {
      for (const item of arrayItems(inside)) if (item instanceof PDFRef) resources.add(item);
    }
    if (inside instanceof PDFDict && CATEGORY_KEYS.has(name)) {
      for (const entry of dictEntries(inside).values()) if (entry instanceof PDFRef) resources.add(entry);
    }
  };
  const objects = nonTreeObjects(doc);
  for (const [, object] of objects) eachEntry(object, collect);

  const shared = multiRoleStreams(doc);
  const found: [PDFRef, PDFObject][] = [];
  for (const [ref, object] of objects) {
    if (object instanceof PDFRawStream && isFree(object.dict) && !shared.has(ref)) found.push([ref, object]);
  }
  for (const ref of resources) {
    const object = doc.context.lookup(ref);
    if (object !== undefined && isResource(object)) found.push([ref, object]);
  }
  return new Map(found.sort(([a], [b]) => a.objectNumber - b.objectNumber));
}

function isResource(object: PDFObject): boolean {
  return object instanceof PDFArray || (object instanceof PDFDict && isFree(object));
}

/** Visits every dictionary entry inside an indirect object. */
function eachEntry(object: PDFObject, visit: (name: PDFName, value: PDFObject) => void): void {
  const dict = object instanceof PDFRawStream ? object.dict : object;
  if (dict instanceof PDFDict) {
    for (const [name, value] of dictEntries(dict)) {
      visit(name, value);
      eachEntry(value, visit);
    }
  } else if (dict instanceof PDFArray) for (const item of arrayItems(dict)) eachEntry(item, visit);
}

/** Merges objects that are equal under the merges so far; returns false if there were none. */
function mergeRound(
  candidates: Map<PDFRef, PDFObject>,
  replacement: Map<PDFRef, PDFRef>,
  haveSameRoles: AreAlike,
): boolean {
  const groups = new Map<string, { readonly ref: PDFRef; readonly object: PDFObject }[]>();
  let merged = false;
  for (const [ref, object] of candidates) {
    const signature = streamOrObjectSignature(object, replacement);
    const group = groups.get(signature);
    // Further merges only affect objects with references.
    if (!refersToAnything(object)) candidates.delete(ref);
    if (group === undefined) {
      groups.set(signature, [{ ref, object }]);
      continue;
    }
    // The signature covers everything but the data, of which it has only a hash.
    const twin = group.find((other) => sameData(other.object, object) && haveSameRoles(other.ref, ref));
    if (twin === undefined) {
      group.push({ ref, object });
      continue;
    }
    replacement.set(ref, twin.ref);
    candidates.delete(ref);
    merged = true;
  }
  return merged;
}

function refersToAnything(object: PDFObject): boolean {
  if (object instanceof PDFRef) return true;
  for (const child of childObjects(object)) if (refersToAnything(child)) return true;
  return false;
}

function sameData(a: PDFObject, b: PDFObject): boolean {
  return !(a instanceof PDFRawStream) || (b instanceof PDFRawStream && sameBytes(a.contents, b.contents));
}

/** Signature; for streams with size and hash of the data. */
function streamOrObjectSignature(object: PDFObject, merges: Merges): string {
  const signature = signatureOf(object, merges);
  if (!(object instanceof PDFRawStream)) return signature;
  return `stream ${object.contents.length} ${dataHash(object)} ${signature}`;
}

const hashes = new WeakMap<PDFRawStream, number>();

/** FNV-1a over words of four bytes, then the remaining bytes. */
function hashOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length & ~3;
  let hash = 0x811c9dc5;
  for (let at = 0; at < end; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 0x01000193);
  for (let at = end; at < bytes.length; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}

/** Computed once per stream; equality is then checked byte by byte. */
function dataHash(stream: PDFRawStream): number {
  const known = hashes.get(stream);
  if (known !== undefined) return known;
  const hash = hashOf(stream.contents);
  hashes.set(stream, hash);
  return hash;
}
