/** Loads a document from a cross-reference: the trailer, everything reachable, a valid page tree. */

import { PdfError } from '../../errors.ts';
import { appendAll } from '../../lists.ts';
import type { PdfDocument } from '../document.ts';
import { FileLayout } from '../file-layout.ts';
import { unsupportedFilter } from '../filter/unknown-filter.ts';
import {
  contextEntries,
  key,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
  refOf,
} from '../objects.ts';
import { catalogOf, pageRefs } from '../page-tree.ts';
import { RefSet } from '../ref-map.ts';
import { addStreamRoles, decryptObject, separatesRoles } from '../security/indirect-object.ts';
import type { Resolve, Security, StreamRole } from '../security/unlock.ts';
import { eachRef } from '../walk.ts';
import { type ObjectDecryptor, ObjectLoader } from './object-loader.ts';
import { straightenReferences } from './reference-chains.ts';
import { repairPageTree } from './repaired-page-tree.ts';
import { reserveNumbers } from './reserved-numbers.ts';
import { salvagePages } from './salvage.ts';
import type { OpenOptions, Source } from './source.ts';
import type { Xref } from './xref.ts';

/** Trailer keys about the document; the others are about the file. */
const TRAILER_KEYS = ['Root', 'Info', 'ID', 'Encrypt'];

export interface Read {
  readonly kind: 'read';
  readonly document: PdfDocument;
  readonly pages: number;
  /** Filter of an object stream that could not be read. */
  readonly unknownFilter: string | null;
  readonly misses: readonly string[];
}

/**
 * @throws SyntaxProblem when this cross-reference does not lead to a document
 * @throws PdfError when it is encrypted, has no catalog or no pages, or exceeds a limit
 */
export async function load(source: Source, options: OpenOptions): Promise<Read> {
  const { input, header, xref, context } = source;
  const layout = options.keepLayout ? new FileLayout(xref.streams) : null;
  const loader = new ObjectLoader(source, options.limits, layout);
  const trailer = documentTrailer(xref.trailer, context);
  const security = await unlock(trailer, loader, options.password);
  if ('objectStreams' in xref) {
    loader.adoptObjectStreams(xref.objectStreams);
    const catalog = namesCatalog(trailer, loader) ? null : (xref.catalog ?? loader.packedCatalog());
    if (catalog !== null) trailer.set(key('Root'), catalog);
  }
  loader.loadReachable(trailer, options.signal);
  straightenReferences(context, trailer);
  reserveNumbers(context, xref, loader.dangling);

  const repairs: string[] = header.isMisspelt ? ['the first line is not %PDF-n.n'] : [];
  const declared = declaredPages(trailer);
  // A sound file may have dangling references; with a rebuilt cross-reference, a dangling reference is a lost object.
  const lostRefs = 'objectStreams' in xref ? loader.dangling : new RefSet();
  const pageTree = repairPageTree(trailer, (ref) => isOtherGeneration(ref, xref), lostRefs);
  appendAll(repairs, pageTree.repairs);
  if ('objectStreams' in xref) {
    const saved = salvagePages(trailer, context, xref, loader);
    if (saved > 0) repairs.push(`page tree rebuilt from ${saved} pages`);
  }
  if (catalogOf(trailer) === null) throw lost('no-catalog', loader);
  const pages = pageRefs(trailer).length;
  if (pages === 0) throw lost('no-pages', loader);
  const incomplete =
    loader.misses.length > 0 ||
    pageTree.isInDoubt ||
    isNamed(lostRefs, pageTree.lostParents, () => [trailer, ...contextEntries(context).values()]);
  const document: PdfDocument = {
    input,
    limits: options.limits,
    context,
    trailer,
    security,
    headerVersion: header.version,
    unreachedObjects: unreached(xref, context),
    repairs,
    incomplete,
    malformedObjects: loader.malformed,
    // In a tree that was not repaired, a wrong count does not mean lost pages.
    lostPages:
      incomplete || pageTree.repairs.length > 0 ? Math.max(0, declared - pages + pageTree.emptyPages) : 0,
    ...(layout === null ? {} : { layout }),
  };
  return { kind: 'read', document, pages, unknownFilter: loader.unknownFilter, misses: loader.misses };
}

/** Returns whether an object that is lost is named, other than by pages that have another parent now. */
function isNamed(lostRefs: RefSet, parents: RefSet, objects: () => readonly PDFObject[]): boolean {
  let found = lostRefs.refs.some((ref) => !parents.has(ref));
  const look = (ref: PDFRef) => {
    found ||= parents.has(ref);
  };
  if (parents.refs.length > 0) for (const object of objects()) eachRef(object, look);
  return found;
}

/** Returns the count of the page tree's root; 0 if it is invalid. */
function declaredPages(trailer: PDFDict): number {
  const root = catalogOf(trailer)?.lookup(key('Pages'));
  const count = root instanceof PDFDict ? root.lookup(key('Count')) : undefined;
  if (!(count instanceof PDFNumber) || !Number.isInteger(count.asNumber())) return 0;
  return count.asNumber() <= MAX_PAGES ? count.asNumber() : 0;
}

/** More pages than any document has; a higher count is itself damage. */
const MAX_PAGES = 100_000;

/** The missing object may be in an object stream that could not be read. */
function lost(reason: 'no-catalog' | 'no-pages', { unknownFilter }: ObjectLoader): PdfError {
  return unknownFilter === null
    ? new PdfError({ code: 'damaged_pdf', reason })
    : unsupportedFilter(unknownFilter);
}

/** False for a trailer of other objects than those found: of another file, or after renumbering. */
function namesCatalog(trailer: PDFDict, loader: ObjectLoader): boolean {
  const root = trailer.get(key('Root'));
  const catalog = root instanceof PDFRef ? loader.peek(root) : root;
  return (
    catalog instanceof PDFDict && (catalog.has(key('Pages')) || catalog.get(key('Type')) === key('Catalog'))
  );
}

/** Opens the encryption and makes the loader decrypt from here on; null if there is none. */
async function unlock(
  trailer: PDFDict,
  loader: ObjectLoader,
  password: string | undefined,
): Promise<Security | null> {
  const encrypt = trailer.get(key('Encrypt'));
  if (encrypt === undefined || encrypt === PDFNull) return null;
  loader.loadReachable(encrypt);
  const dictionary = trailer.lookup(key('Encrypt'));
  // Lost, not unknown: a rebuilt cross-reference may find it.
  if (dictionary === undefined) {
    throw new PdfError({ code: 'damaged_pdf', reason: 'unreadable', detail: 'no encryption dictionary' });
  }
  if (!(dictionary instanceof PDFDict)) {
    throw new PdfError({ code: 'encrypted_pdf', reason: 'unsupported-handler' });
  }
  const id = trailer.lookup(key('ID'));
  const first = id instanceof PDFArray ? id.lookup(0) : undefined;
  const fileId =
    first instanceof PDFString || first instanceof PDFHexString ? first.asBytes() : new Uint8Array(0);
  const resolve: Resolve = (object) => (object instanceof PDFRef ? trailer.context.lookup(object) : object);
  const { openSecurity } = await import('../security/unlock.ts');
  const security = openSecurity(dictionary, resolve, fileId, password);
  // From here on the document is decrypted; the writer encrypts it again with `security`.
  trailer.delete(key('Encrypt'));
  if (encrypt instanceof PDFRef) trailer.context.delete(encrypt);
  loader.decryptWith(objectDecryptor(security, resolve));
  return security;
}

function objectDecryptor(security: Security, resolve: Resolve): ObjectDecryptor {
  const roles = new Map<PDFRef, StreamRole>();
  const hasRoles = separatesRoles(security);
  return (object, ref) => {
    const id = { num: ref.objectNumber, gen: ref.generationNumber };
    const plain = decryptObject(security, object, id, roles.get(ref)).object;
    if (hasRoles) addStreamRoles(roles, plain, resolve);
    return plain;
  };
}

function documentTrailer(trailer: PDFDict, context: PDFContext): PDFDict {
  const entries = new Map();
  for (const name of TRAILER_KEYS) {
    const value: PDFObject | undefined = trailer.get(key(name));
    if (value !== undefined) entries.set(key(name), value);
  }
  return PDFDict.fromMapWithContext(entries, context);
}

function isOtherGeneration(ref: PDFRef, { entries }: Xref): boolean {
  const entry = entries.get(ref.objectNumber);
  if (entry === undefined || entry.kind === 'free') return false;
  return (entry.kind === 'plain' ? entry.generation : 0) !== ref.generationNumber;
}

function unreached(xref: Xref, context: PDFContext): number {
  const reached = contextEntries(context);
  let count = 0;
  xref.entries.forEach((entry, number) => {
    if (entry.kind === 'free') return;
    if (!reached.has(refOf(number, entry.kind === 'plain' ? entry.generation : 0))) count += 1;
  });
  return count;
}
