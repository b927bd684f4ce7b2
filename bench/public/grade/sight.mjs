import { createHash } from 'node:crypto';
import { pdfiumMemory } from '../../../shared/testing/oracles/pdfium-render.ts';
import { wideText, withMemory } from './pdfium.mjs';

/**
 * The contents of a document for its reader, as lists. Each entry states everything that must be kept of it.
 *
 * @typedef {{
 *   readonly 'page sizes': readonly string[],
 *   readonly words: readonly string[],
 *   readonly links: readonly string[],
 *   readonly bookmarks: readonly string[],
 *   readonly fields: readonly string[],
 *   readonly tags: readonly string[],
 *   readonly attachments: readonly string[],
 *   readonly signatures: readonly string[],
 * }} Sight
 * @typedef {import('./pdfium.mjs').OpenDocument} OpenDocument
 */

/** Constants of `fpdf_annot.h` and `fpdf_doc.h`. */
const WIDGET = 20;
const URI_ACTION = 3;
/** Deeper trees are hostile or cyclic. */
const DEEPEST = 64;

/**
 * @param {OpenDocument} doc
 * @returns {Sight}
 */
export function see(doc) {
  /** @type {{ size: string, words: readonly string[], links: readonly string[], fields: readonly string[], tags: readonly string[] }[]} */
  const pages = Array.from({ length: doc.pageCount }, (_, index) =>
    doc.onPage(index, (page) => ({
      size: `${index + 1}: ${sizeOf(doc, page)}`,
      words: wordsOf(doc, page),
      links: linksOf(doc, page).map((target) => `page ${index + 1}: ${target}`),
      fields: fieldsOf(doc, page),
      tags: tagsOf(doc, page),
    })),
  );
  return {
    'page sizes': pages.map(({ size }) => size),
    words: pages.flatMap(({ words }) => words),
    links: pages.flatMap(({ links }) => links),
    bookmarks: bookmarksOf(doc, 0, 0),
    fields: pages.flatMap(({ fields }) => fields),
    tags: pages.flatMap(({ tags }) => tags),
    attachments: attachmentsOf(doc),
    signatures: signaturesOf(doc),
  };
}

/** In whole points, since programs round boxes. @param {OpenDocument} doc @param {number} page */
function sizeOf({ module }, page) {
  return `${Math.round(module.FPDF_GetPageWidthF(page))} x ${Math.round(module.FPDF_GetPageHeightF(page))} points`;
}

/** @param {OpenDocument} doc @param {number} page @returns {readonly string[]} */
function wordsOf({ module }, page) {
  const text = module.FPDFText_LoadPage(page);
  const count = module.FPDFText_CountChars(text);
  const units = withMemory(module, (pointer) =>
    pointer === 0 ? (count + 1) * 2 : module.FPDFText_GetText(text, 0, count, pointer),
  );
  module.FPDFText_ClosePage(text);
  // PDFium inserts zeros for no character, and U+FFFE for a hyphen at the end of a line.
  const plain = new TextDecoder('utf-16le').decode(units).replace(/[\0\ufffe\ufffd\u00ad]/g, '');
  return plain.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** @param {OpenDocument} doc @param {number} page @returns {readonly string[]} */
function linksOf({ module, handle }, page) {
  const [start, link] = [module.pdfium.wasmExports.malloc(4), module.pdfium.wasmExports.malloc(4)];
  const word = (/** @type {number} */ at) => new DataView(pdfiumMemory(module).buffer).getInt32(at, true);
  pdfiumMemory(module).fill(0, start, start + 4);
  /** @type {string[]} */
  const targets = [];
  while (module.FPDFLink_Enumerate(page, start, link)) {
    const action = module.FPDFLink_GetAction(word(link));
    const dest =
      module.FPDFLink_GetDest(handle, word(link)) || (action && module.FPDFAction_GetDest(handle, action));
    if (action && module.FPDFAction_GetType(action) === URI_ACTION)
      targets.push(uriOf(module, handle, action));
    else if (dest) targets.push(`to page ${module.FPDFDest_GetDestPageIndex(handle, dest) + 1}`);
    else targets.push(action ? 'another action' : 'nowhere');
  }
  module.pdfium.wasmExports.free(start);
  module.pdfium.wasmExports.free(link);
  return targets;
}

/** @param {OpenDocument['module']} module @param {number} handle @param {number} action */
function uriOf(module, handle, action) {
  const bytes = withMemory(module, (at, room) => module.FPDFAction_GetURIPath(handle, action, at, room));
  return new TextDecoder().decode(bytes).replace(/\0+$/, '');
}

/** @param {OpenDocument} doc @param {number} parent @param {number} depth @returns {readonly string[]} */
function bookmarksOf(doc, parent, depth) {
  const { module, handle } = doc;
  if (depth > DEEPEST) return [];
  /** @type {string[]} */
  const found = [];
  const seen = new Set();
  for (
    let one = module.FPDFBookmark_GetFirstChild(handle, parent);
    one !== 0 && !seen.has(one);
    one = module.FPDFBookmark_GetNextSibling(handle, one)
  ) {
    seen.add(one);
    const title = wideText(module, (at, room) => module.FPDFBookmark_GetTitle(one, at, room));
    const action = module.FPDFBookmark_GetAction(one);
    const dest =
      module.FPDFBookmark_GetDest(handle, one) || (action && module.FPDFAction_GetDest(handle, action));
    const page = dest ? `page ${module.FPDFDest_GetDestPageIndex(handle, dest) + 1}` : 'elsewhere';
    found.push(`${'· '.repeat(depth)}${title} (${page})`, ...bookmarksOf(doc, one, depth + 1));
  }
  return found;
}

/** @param {OpenDocument} doc @param {number} page @returns {readonly string[]} */
function fieldsOf({ module, handle }, page) {
  const info = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(handle, info);
  const annotations = Array.from({ length: module.FPDFPage_GetAnnotCount(page) }, (_, index) => index);
  const fields = annotations.flatMap((index) => {
    const annotation = module.FPDFPage_GetAnnot(page, index);
    const isField = module.FPDFAnnot_GetSubtype(annotation) === WIDGET;
    const name = wideText(module, (at, room) =>
      module.FPDFAnnot_GetFormFieldName(form, annotation, at, room),
    );
    const value = wideText(module, (at, room) =>
      module.FPDFAnnot_GetFormFieldValue(form, annotation, at, room),
    );
    module.FPDFPage_CloseAnnot(annotation);
    return isField ? [`${name} = ${value}`] : [];
  });
  module.PDFiumExt_ExitFormFillEnvironment(form);
  module.PDFiumExt_CloseFormFillInfo(info);
  return fields;
}

/**
 * Types of structure elements, in order. @param {OpenDocument} doc @param {number} page @returns {readonly string[]}
 */
function tagsOf({ module }, page) {
  const tree = module.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  /** @type {(element: number, depth: number) => readonly string[]} */
  const under = (element, depth) => {
    if (element === 0 || depth > DEEPEST) return [];
    const kind = wideText(module, (at, room) => module.FPDF_StructElement_GetType(element, at, room));
    const count = Math.max(0, module.FPDF_StructElement_CountChildren(element));
    const kids = Array.from({ length: count }, (_, index) =>
      under(module.FPDF_StructElement_GetChildAtIndex(element, index), depth + 1),
    );
    return [kind, ...kids.flat()];
  };
  const roots = Array.from({ length: Math.max(0, module.FPDF_StructTree_CountChildren(tree)) }, (_, index) =>
    under(module.FPDF_StructTree_GetChildAtIndex(tree, index), 0),
  );
  module.FPDF_StructTree_Close(tree);
  return roots.flat();
}

/** Attachments with a digest of their contents. @param {OpenDocument} doc @returns {readonly string[]} */
function attachmentsOf({ module, handle }) {
  const length = module.pdfium.wasmExports.malloc(4);
  const found = Array.from({ length: module.FPDFDoc_GetAttachmentCount(handle) }, (_, index) => {
    const one = module.FPDFDoc_GetAttachment(handle, index);
    const name = wideText(module, (at, room) => module.FPDFAttachment_GetName(one, at, room));
    const bytes = withMemory(module, (at, room) => {
      module.FPDFAttachment_GetFile(one, at, room, length);
      return new DataView(pdfiumMemory(module).buffer).getUint32(length, true);
    });
    return `${name} (${bytes.length} bytes, ${digestOf(bytes)})`;
  });
  module.pdfium.wasmExports.free(length);
  return found;
}

/** A signature counts while the bytes it signs are unchanged; its byte range names them. @param {OpenDocument} doc */
function signaturesOf({ module, handle, file }) {
  return Array.from({ length: Math.max(0, module.FPDF_GetSignatureCount(handle)) }, (_, index) => {
    const one = module.FPDF_GetSignatureObject(handle, index);
    // The length is in integers.
    const count = module.FPDFSignatureObj_GetByteRange(one, 0, 0);
    const ranges = withMemory(module, (at) => {
      if (at !== 0) module.FPDFSignatureObj_GetByteRange(one, at, count);
      return Math.max(0, count) * 4;
    });
    const numbers = new Int32Array(ranges.buffer, 0, Math.max(0, count));
    const hash = createHash('sha256');
    for (let at = 0; at + 1 < numbers.length; at += 2)
      hash.update(file.subarray(numbers[at], numbers[at] + numbers[at + 1]));
    return `signature over ${hash.digest('hex').slice(0, 16)}`;
  });
}

/** @param {Uint8Array} bytes */
function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
