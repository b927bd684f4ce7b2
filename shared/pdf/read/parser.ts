import { PdfError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { type ByteSource, sourceOf } from '../byte-source.ts';
import { isDigit, isRegular, isWhite, latin1, startsWith } from '../bytes.ts';
import { trackedArray } from '../dirty-tracking.ts';
import {
  dictOf,
  numberOf,
  type PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
  refOf,
} from '../objects.ts';
import { EntryStack } from './entry-stack.ts';
import { ItemStack } from './item-stack.ts';
import { ReadBudget } from './read-budget.ts';
import { WordIndex } from './word-index.ts';

/** Bytes that PDF syntax does not allow; the caller decides whether that is damage or just no object. */
export class SyntaxProblem extends Error {
  constructor(what: string, position: number) {
    super(`${what} at byte ${position}`);
    this.name = 'SyntaxProblem';
  }
}

export interface IndirectObject {
  readonly objectNumber: number;
  readonly generation: number;
  readonly object: PDFObject;
  /** End of the object, before `endobj`. */
  readonly end: number;
  /** Start of a stream's data. */
  readonly dataStart?: number;
}

/** Returns the value of an indirect `/Length`; undefined if unavailable. */
export type LengthResolver = (ref: PDFRef) => number | undefined;

/** Maximum bytes between the data and `endstream`; more means that `/Length` is wrong. */
const ENDSTREAM_SLACK = 16;
/** `] ) { } >`, in the place of a key or value. */
const STRAY_DELIMITERS: ReadonlySet<number> = new Set([0x5d, 0x29, 0x7b, 0x7d, 0x3e]);
/** Words that cannot be inside of a dictionary. */
const DICT_ENDS = ['endobj', 'stream', 'startxref'] as const;
/** Initial window when the file is not one array; grows for longer objects. */
const WINDOW_BYTES = 4096;
/** Maximum distance that the parser reads ahead. */
const LOOKAHEAD_BYTES = 64;
/** Shared instances for small numbers, which are most. */
const SMALL_NUMBERS = Array.from({ length: 4096 }, (_, value) => PDFNumber.of(value));

/**
 * Parses objects (ISO 32000-2, 7.3). Tolerant where readers are: skips stray tokens inside dictionaries,
 * accepts malformed numbers, corrects a wrong `/Length` by `endstream`.
 */
export class ObjectParser {
  /** Number of values that could not be read and count as null. */
  flaws = 0;
  readonly #source: ByteSource;
  readonly #context: PDFContext;
  readonly #limits: Limits;
  readonly #budget: ReadBudget;
  readonly #names = new Map<string, PDFName>();
  /** One name per hash of its bytes: files repeat the same few names. */
  readonly #frequentNames = new Map<number, { readonly raw: string; readonly name: PDFName }>();
  /** Hash of the bytes of the last name. */
  #nameHash = 0;
  readonly #entries = new EntryStack();
  readonly #items = new ItemStack();
  readonly #endstreams: WordIndex;
  readonly #endobjs: WordIndex;
  /** Bytes in memory: the whole file, or a window. */
  #bytes: Uint8Array = new Uint8Array();
  /** File position of the first byte in memory. */
  #start = 0;
  /** True if a search reached the end of the bytes in memory. */
  #sawEnd = false;
  /** Position within these bytes. */
  #at = 0;
  /** Last position set for `#at`. */
  #from = 0;
  #depth = 0;

  /** @param budget shared by all parsers of a file; by default the parser has its own */
  constructor(
    file: Uint8Array | ByteSource,
    context: PDFContext,
    limits: Limits,
    position = 0,
    budget: ReadBudget = new ReadBudget(),
  ) {
    const source = sourceOf(file);
    this.#source = source;
    this.#context = context;
    this.#limits = limits;
    this.#budget = budget;
    this.#endstreams = new WordIndex(source, 'endstream');
    this.#endobjs = new WordIndex(source, 'endobj');
    this.#look(position, WINDOW_BYTES);
    budget.addSource(source.length);
  }

  get position(): number {
    return this.#start + this.#at;
  }

  /** Restarts at `position`, also after a syntax problem. */
  set position(position: number) {
    this.#seek(position, WINDOW_BYTES);
  }

  /** Calls `read` here, again with a larger window if the bytes in memory end too soon. */
  withEnough<Value>(read: () => Value): Value {
    if (this.#hasAll) return read();
    const { position, flaws } = this;
    for (let least = WINDOW_BYTES; ; least *= 4) {
      this.#seek(position, least);
      try {
        const value = read();
        if (!this.#isCut) return value;
      } catch (problem) {
        if (!(problem instanceof SyntaxProblem) || !this.#isCut) throw problem;
      }
      this.flaws = flaws;
    }
  }

  get #hasAll(): boolean {
    return this.#bytes.length === this.#source.length;
  }

  /** True if the result may depend on bytes that are not in memory. */
  get #isCut(): boolean {
    const hasEnd = this.#start + this.#bytes.length >= this.#source.length;
    return !hasEnd && (this.#sawEnd || this.#at + LOOKAHEAD_BYTES > this.#bytes.length);
  }

  #seek(position: number, least: number): void {
    this.#budget.parsed(this.#at - this.#from);
    this.#look(position, least);
    this.#depth = 0;
    this.#entries.clear();
    this.#items.clear();
  }

  #look(position: number, least: number): void {
    const { bytes, start } = this.#source.window(position, least);
    this.#bytes = bytes;
    this.#start = start;
    this.#sawEnd = false;
    this.#at = position - start;
    this.#from = this.#at;
  }

  #problem(what: string, at = this.#at): SyntaxProblem {
    return new SyntaxProblem(what, this.#start + at);
  }

  /** Skips white space and comments (7.2.3, 7.2.4). */
  skipBlanks(): void {
    const bytes = this.#bytes;
    for (;;) {
      while (this.#at < bytes.length && isWhite(bytes[this.#at]!)) this.#at += 1;
      if (this.#at >= bytes.length) this.#sawEnd = true;
      if (bytes[this.#at] !== 0x25) return;
      while (this.#at < bytes.length && bytes[this.#at] !== 10 && bytes[this.#at] !== 13) this.#at += 1;
    }
  }

  /** Consumes `word` if it is next, after blanks. */
  tryWord(word: string): boolean {
    this.skipBlanks();
    if (!startsWith(this.#bytes, this.#at, word)) return false;
    this.#at += word.length;
    return true;
  }

  /** Consumes an unsigned integer; -1, with the position unchanged, if there is none. */
  tryInteger(): number {
    this.skipBlanks();
    let at = this.#at;
    let value = 0;
    while (isDigit(this.#bytes[at]!)) {
      value = value * 10 + this.#bytes[at]! - 0x30;
      if (++at - this.#at > 15) return -1;
    }
    if (at === this.#at) return -1;
    this.#at = at;
    return value;
  }

  /** Parses one direct object or reference. */
  object(): PDFObject {
    this.#budget.object();
    this.skipBlanks();
    const bytes = this.#bytes;
    const byte = bytes[this.#at];
    switch (byte) {
      case 0x2f:
        return this.#name();
      case 0x28:
        return this.#literalString();
      case 0x5b:
        return this.#array();
      case 0x3c:
        return bytes[this.#at + 1] === 0x3c ? this.#dict() : this.#hexString();
      case undefined:
        throw this.#problem('the data ends');
    }
    if (isDigit(byte)) return this.#referenceOrNumber();
    if (byte === 0x2b || byte === 0x2d || byte === 0x2e) return this.#number();
    return this.#keyword();
  }

  /** Parses `n g obj … ` at the position, streams included; null if no object starts here. */
  indirectObject(resolveLength: LengthResolver): IndirectObject | null {
    return this.withEnough(() => this.#indirectObject(resolveLength));
  }

  #indirectObject(resolveLength: LengthResolver): IndirectObject | null {
    const objectNumber = this.tryInteger();
    if (objectNumber < 0) return null;
    const generation = this.tryInteger();
    if (generation < 0 || !this.tryWord('obj')) return null;
    // "1 0 obj endobj": an empty object is null.
    this.skipBlanks();
    if (startsWith(this.#bytes, this.#at, 'endobj')) {
      return { objectNumber, generation, object: PDFNull, end: this.position };
    }
    const object = this.object();
    if (!(object instanceof PDFDict && this.tryWord('stream'))) {
      return { objectNumber, generation, object, end: this.position };
    }
    const { stream, start } = this.#stream(object, resolveLength);
    return { objectNumber, generation, object: stream, dataStart: start, end: this.position };
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.nesting) {
      throw new PdfError({ code: 'limit_exceeded', limit: 'nesting', allowed: this.#limits.nesting });
    }
  }

  #name(): PDFName {
    const bytes = this.#bytes;
    const start = ++this.#at;
    let end = start;
    let hash = 0;
    for (; end < bytes.length && isRegular(bytes[end]!); end++)
      hash = (Math.imul(hash, 31) + bytes[end]!) | 0;
    this.#at = end;
    this.#nameHash = hash;
    const frequent = this.#frequentNames.get(hash);
    if (frequent?.raw.length === end - start && startsWith(bytes, start, frequent.raw)) return frequent.name;
    const raw = latin1(bytes, start, end);
    let name = this.#names.get(raw);
    if (name === undefined) {
      // The name class decodes #xx with uppercase digits only.
      name = PDFName.of(raw.replace(/#[0-9a-fA-F]{2}/g, (escaped) => escaped.toUpperCase()));
      this.#names.set(raw, name);
      if (frequent === undefined) this.#frequentNames.set(hash, { raw, name });
    }
    return name;
  }

  /** Keeps the bytes as written, escapes included. */
  #literalString(): PDFString {
    const bytes = this.#bytes;
    const start = ++this.#at;
    let open = 1;
    for (; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at];
      if (byte === 0x5c) this.#at += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29 && --open === 0) {
        const text = latin1(bytes, start, this.#at);
        this.#at += 1;
        return PDFString.of(text);
      }
    }
    this.#at = bytes.length; // a backslash at the end leads past it
    throw this.#problem('a string has no end', start - 1);
  }

  #hexString(): PDFHexString {
    const start = this.#at;
    const end = this.#bytes.indexOf(0x3e, start + 1);
    if (end < 0) {
      this.#at = this.#bytes.length;
      throw this.#problem('a hexadecimal string has no end', start);
    }
    this.#at = end + 1;
    const digits = latin1(this.#bytes, start + 1, end).replace(/[^0-9a-fA-F]/g, '');
    return PDFHexString.of(digits);
  }

  #array(): PDFArray {
    this.#enter();
    const begun = this.#items.begin();
    this.#at += 1;
    for (;;) {
      this.skipBlanks();
      const byte = this.#bytes[this.#at];
      if (byte === 0x5d) {
        this.#at += 1;
        break;
      }
      if (byte === undefined || startsWith(this.#bytes, this.#at, 'endobj')) {
        throw this.#problem('an array has no end');
      }
      if (byte === 0x3e) break; // ">>" without "]": the array ends with its dictionary
      this.#items.add(this.object());
    }
    this.#depth -= 1;
    return trackedArray(this.#items.end(begun), this.#context);
  }

  #dict(): PDFDict {
    this.#enter();
    const begun = this.#entries.begin();
    let keys = 0;
    this.#at += 2;
    for (;;) {
      this.skipBlanks();
      const byte = this.#bytes[this.#at];
      if (byte === 0x3e) {
        this.#at += this.#bytes[this.#at + 1] === 0x3e ? 2 : 1;
        break;
      }
      if (byte === undefined) throw this.#problem('a dictionary has no end');
      if (byte !== 0x2f) {
        // Not a key. At the end of the object or trailer the ">>" is missing; readers skip anything else.
        if (DICT_ENDS.some((word) => startsWith(this.#bytes, this.#at, word))) break;
        if (STRAY_DELIMITERS.has(byte)) this.#at += 1;
        else this.object();
        continue;
      }
      const name = this.#name();
      const hash = (Math.imul(keys, 31) + this.#nameHash) | 0;
      this.skipBlanks();
      if (this.#bytes[this.#at] === 0x3e && this.#bytes[this.#at + 1] === 0x3e) {
        this.#entries.add(name, PDFNull);
        keys = hash;
        continue;
      }
      if (STRAY_DELIMITERS.has(this.#bytes[this.#at]!)) {
        this.#at += 1;
        this.flaws += 1;
        continue;
      }
      this.#entries.add(name, this.object());
      keys = hash;
    }
    this.#depth -= 1;
    return dictOf(this.#entries.end(begun, keys), this.#context);
  }

  #referenceOrNumber(): PDFObject {
    const start = this.#at;
    const objectNumber = this.tryInteger();
    const behindNumber = this.#at;
    const behind = this.#bytes[this.#at]!;
    if (objectNumber >= 0 && isWhite(behind)) {
      const generation = this.tryInteger();
      if (generation >= 0 && isWhite(this.#bytes[this.#at]!)) {
        this.skipBlanks();
        if (this.#bytes[this.#at] === 0x52 && !isRegular(this.#bytes[this.#at + 1] ?? 32)) {
          this.#at += 1;
          return refOf(objectNumber, generation);
        }
      }
      this.#at = behindNumber;
      return number(objectNumber);
    }
    // "/K 7/ID": most numbers are integers.
    if (objectNumber >= 0 && behind !== undefined && !isRegular(behind)) return number(objectNumber);
    this.#at = start;
    return this.#number();
  }

  #number(): PDFObject {
    const start = this.#at;
    while (this.#at < this.#bytes.length && isRegular(this.#bytes[this.#at]!)) this.#at += 1;
    const text = latin1(this.#bytes, start, this.#at);
    if (/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(text)) return number(Number(text));
    // "--5", "12.3.4", "1e5", "-.": readers use the valid leading part. pdfTeX writes -30.1 as "-30.-1": Adobe, pdf.js
    // and poppler skip such a sign among decimals.
    const head = (/^[+-]*([0-9]*(?:\.[0-9-]*)?)/.exec(text)?.[1] ?? '').replaceAll('-', '');
    const value = head === '' || head === '.' ? 0 : Number(head);
    return number(text.startsWith('-') ? -value : value);
  }

  #keyword(): PDFObject {
    const start = this.#at;
    while (this.#at < this.#bytes.length && isRegular(this.#bytes[this.#at]!)) this.#at += 1;
    const word = latin1(this.#bytes, start, Math.min(this.#at, start + 32));
    switch (word) {
      case 'true':
        return PDFBool.True;
      case 'false':
        return PDFBool.False;
      case 'null':
        return PDFNull;
      case '':
      case 'endobj':
      case 'stream':
      case 'endstream':
      case 'obj':
        this.#at = start;
        throw this.#problem('no object', start);
      default:
        return PDFNull;
    }
  }

  /** Parses the data after the keyword `stream` (7.3.8), and its start. */
  #stream(dict: PDFDict, resolveLength: LengthResolver): { stream: PDFRawStream; start: number } {
    // Some writers put spaces before the end of line.
    while (this.#bytes[this.#at] === 32) this.#at += 1;
    if (this.#bytes[this.#at] === 13) this.#at += 1;
    if (this.#bytes[this.#at] === 10) this.#at += 1;
    if (this.#isCut) throw this.#problem('too few bytes at hand');
    const source = this.#source;
    const start = this.position;

    const length = lengthOf(dict, resolveLength);
    if (length !== undefined && start + length <= source.length) {
      this.#goTo(start + length);
      if (this.#skipToEndstream())
        return { stream: PDFRawStream.of(dict, source.read(start, start + length)), start };
    }

    // `/Length` is wrong: the data ends before "endstream", or before "endobj" if that is lost, without one
    // end of line.
    const endstream = this.#endstreams.next(start);
    const endobj = this.#endobjs.next(start);
    const hasEndstream = endstream >= 0 && (endobj < 0 || endstream < endobj);
    const end = hasEndstream ? endstream : endobj >= 0 ? endobj : source.length;
    this.#goTo(hasEndstream ? end + 'endstream'.length : end);
    return {
      stream: PDFRawStream.of(dict, withoutEndOfLine(source.read(start, Math.max(start, end)))),
      start,
    };
  }

  /** Moves within the same object. */
  #goTo(position: number): void {
    if (this.#hasAll) this.#at = position;
    else this.#look(position, WINDOW_BYTES);
  }

  #skipToEndstream(): boolean {
    const limit = Math.min(this.#bytes.length, this.#at + ENDSTREAM_SLACK);
    let at = this.#at;
    while (at < limit && isWhite(this.#bytes[at]!)) at += 1;
    if (startsWith(this.#bytes, at, 'endstream')) {
      this.#at = at + 'endstream'.length;
      return true;
    }
    // The object ends here without "endstream".
    if (startsWith(this.#bytes, at, 'endobj')) {
      this.#at = at;
      return true;
    }
    return false;
  }
}

function withoutEndOfLine(data: Uint8Array): Uint8Array {
  let end = data.length;
  if (data[end - 1] === 10) end -= 1;
  if (data[end - 1] === 13) end -= 1;
  return data.subarray(0, end);
}

function number(value: number): PDFNumber {
  if (Number.isInteger(value) && value >= 0 && value < SMALL_NUMBERS.length) return SMALL_NUMBERS[value]!;
  // More digits than a number can hold.
  return numberOf(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value)));
}

function lengthOf(dict: PDFDict, resolveLength: LengthResolver): number | undefined {
  const length = dict.get(PDFName.of('Length'));
  const value =
    length instanceof PDFRef
      ? resolveLength(length)
      : length instanceof PDFNumber
        ? length.asNumber()
        : undefined;
  return value !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined;
}
