/** Loads objects of a cross-reference on demand. */
import { PdfError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../byte-source.ts';
import { isUnmodified } from '../dirty-tracking.ts';
import type { FileLayout } from '../file-layout.ts';
import { decodeStream } from '../filter/filters.ts';
import { unknownFilterOf } from '../filter/unknown-filter.ts';
import {
  contextEntries,
  key,
  type PDFContext,
  PDFDict,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { type RefMap, RefSet } from '../ref-map.ts';
import { eachRef } from '../walk.ts';
import { ObjectParser, SyntaxProblem } from './parser.ts';
import { ReadBudget } from './read-budget.ts';
import type { Source } from './source.ts';
import type { Xref } from './xref.ts';

/** Decrypts one indirect object; strings in place or as a copy. */
export type ObjectDecryptor = (object: PDFObject, ref: PDFRef) => PDFObject;

interface ObjectStream {
  readonly parser: ObjectParser;
  /** Object number and position of each packed object. */
  readonly numbers: Int32Array;
  readonly offsets: Int32Array;
  /** Index by object number, built when an xref entry first has a wrong index. */
  indexes: Map<number, number> | null;
}

export class ObjectLoader {
  /** Entries that point to no such object; there is no attempt to guess. */
  readonly misses: string[] = [];
  /** Objects with syntax errors. */
  readonly malformed = new Set<PDFRef>();
  /** Reached references without an xref entry; each reads as null. */
  readonly dangling = new RefSet();
  /** Filter of an object stream that could not be read; null if there was none. */
  unknownFilter: string | null = null;
  readonly #file: ByteSource;
  readonly #xref: Xref;
  readonly #context: PDFContext;
  readonly #limits: Limits;
  readonly #layout: FileLayout | null;
  readonly #budget = new ReadBudget();
  readonly #parser: ObjectParser;
  readonly #objectStreams = new Map<number, ObjectStream | null>();
  readonly #lengthsInWork = new Set<number>();
  readonly #objects: RefMap<PDFObject>;
  #decrypt: ObjectDecryptor | null = null;
  #count = 0;

  /** @param layout records every object that is read */
  constructor({ input, xref, context, objects }: Source, limits: Limits, layout: FileLayout | null = null) {
    this.#file = input;
    this.#xref = xref;
    this.#context = context;
    this.#objects = objects;
    this.#limits = limits;
    this.#layout = layout;
    this.#parser = new ObjectParser(input, context, limits, 0, this.#budget);
  }

  /**
   * Adds the packed objects of these object streams to the xref, for a file whose own xref is lost. Later
   * streams win, and a plain object after its stream wins over the packed one.
   */
  adoptObjectStreams(streams: readonly { readonly number: number; readonly offset: number }[]): void {
    for (const { number, offset } of streams) {
      const packed = this.#objectStream(number);
      if (packed === null) continue;
      for (const [index, object] of packed.numbers.entries()) {
        if (object < 0) continue;
        const known = this.#xref.entries.get(object);
        if (known?.kind === 'plain' && known.offset > offset) continue;
        this.#xref.entries.set(object, { kind: 'packed', stream: number, index });
      }
    }
  }

  /** Returns the last packed catalog, for a file whose trailer is lost too; null if there is none. */
  packedCatalog(): PDFRef | null {
    let catalog: PDFRef | null = null;
    const misses = this.misses.length;
    this.#xref.entries.forEach((entry, number) => {
      if (entry.kind !== 'packed') return;
      const ref = PDFRef.of(number);
      const object = this.#readPacked(ref, entry.stream, entry.index);
      if (!(object instanceof PDFDict) || object.get(key('Type')) !== key('Catalog')) return;
      if (object.has(key('Pages'))) catalog = ref;
    });
    this.misses.length = misses;
    return catalog;
  }

  /** Reads one object without adding it to the context; null if the file has none. */
  peek(ref: PDFRef): PDFObject | null {
    return this.#readOrDangling(ref);
  }

  /** Decrypts every object read from now on, but not those read before (the Encrypt dictionary). */
  decryptWith(decrypt: ObjectDecryptor): void {
    this.#decrypt = decrypt;
  }

  /**
   * Adds `root` and everything reachable to the context.
   * @throws PdfError `limit_exceeded` for too many objects
   */
  loadReachable(root: PDFObject, signal?: AbortSignal): void {
    const reached = new RefSet();
    const collect = (ref: PDFRef) => reached.add(ref);
    eachRef(root, collect);
    const known = contextEntries(this.#context);
    for (const ref of reached.refs) {
      if (known.has(ref)) continue;
      const before = this.#readBefore(ref);
      const object = before ?? this.#readOrDangling(ref);
      if (object === null) continue;
      if (++this.#count % 1024 === 0) signal?.throwIfAborted();
      if (this.#count > this.#limits.objects) {
        throw new PdfError({ code: 'limit_exceeded', limit: 'objects', allowed: this.#limits.objects });
      }
      this.#context.assign(ref, object);
      if (before === null) this.#objects.set(ref, object);
      eachRef(object, collect);
    }
  }

  /**
   * Returns the unchanged object of an earlier read, equal to parsing again; null if there is none or it was
   * changed.
   */
  #readBefore(ref: PDFRef): PDFObject | null {
    const object = this.#objects.get(ref);
    return object !== undefined && isUnmodified(object) ? object : null;
  }

  #readOrDangling(ref: PDFRef): PDFObject | null {
    const object = this.#read(ref);
    if (object === null && this.#xref.entries.get(ref.objectNumber) === undefined) this.dangling.add(ref);
    return object;
  }

  /** Reads one object; null if the file has none, since a dangling reference is null (7.3.10). */
  #read(ref: PDFRef): PDFObject | null {
    const entry = this.#xref.entries.get(ref.objectNumber);
    if (entry === undefined || entry.kind === 'free') return null;
    if (entry.kind === 'packed') {
      return ref.generationNumber === 0 ? this.#readPacked(ref, entry.stream, entry.index) : null;
    }
    if (entry.generation !== ref.generationNumber) return null;
    const object = this.#readAt(entry.offset, ref);
    if (object === null) {
      this.misses.push(`object ${ref.objectNumber} is not at byte ${entry.offset}`);
      return null;
    }
    return this.#decrypt === null ? object : this.#decrypt(object, ref);
  }

  #readAt(offset: number, ref: PDFRef): PDFObject | null {
    const { headerOffset } = this.#xref;
    for (const at of headerOffset > 0 ? [offset, offset + headerOffset] : [offset]) {
      if (at >= this.#file.length) continue;
      this.#parser.position = at;
      const { flaws } = this.#parser;
      try {
        const found = this.#parser.indirectObject((length) => this.#lengthAt(length));
        if (found?.objectNumber === ref.objectNumber && found.generation === ref.generationNumber) {
          this.#layout?.add(ref, at, found);
          if (this.#parser.flaws > flaws) {
            this.misses.push(`object ${ref.objectNumber} is malformed`);
            this.malformed.add(ref);
          }
          return found.object;
        }
      } catch (problem) {
        if (!(problem instanceof SyntaxProblem)) throw problem;
      }
    }
    return null;
  }

  #lengthAt(ref: PDFRef): number | undefined {
    const known = this.#context.lookup(ref);
    if (known !== undefined) return known instanceof PDFNumber ? known.asNumber() : undefined;
    // A stream whose /Length is the stream itself, or a cycle of such.
    if (this.#lengthsInWork.has(ref.objectNumber)) return undefined;
    this.#lengthsInWork.add(ref.objectNumber);
    const { position } = this.#parser;
    const misses = this.misses.length;
    const length = this.#read(ref);
    this.misses.length = misses;
    this.#parser.position = position;
    this.#lengthsInWork.delete(ref.objectNumber);
    return length instanceof PDFNumber ? length.asNumber() : undefined;
  }

  #readPacked(ref: PDFRef, stream: number, index: number): PDFObject | null {
    const packed = this.#objectStream(stream);
    if (packed === null) {
      this.misses.push(`object stream ${stream} cannot be read`);
      return null;
    }
    const { numbers, offsets, parser } = packed;
    const found = numbers[index] === ref.objectNumber ? index : indexIn(packed, ref.objectNumber);
    if (found === undefined) {
      this.misses.push(`object ${ref.objectNumber} is not in object stream ${stream}`);
      return null;
    }
    parser.position = offsets[found]!;
    try {
      return parser.object();
    } catch (problem) {
      if (!(problem instanceof SyntaxProblem)) throw problem;
      // Also an empty slot: "obj endobj" has no packed bytes.
      return PDFNull;
    }
  }

  /**
   * Decodes an object stream (7.5.7); null if it cannot be decoded. `/Extends` is not needed: the xref names
   * all objects.
   */
  #objectStream(number: number): ObjectStream | null {
    const known = this.#objectStreams.get(number);
    if (known !== undefined) return known;
    // Against an object stream that contains itself.
    this.#objectStreams.set(number, null);
    const opened = this.#openObjectStream(number);
    this.#objectStreams.set(number, opened);
    return opened;
  }

  #openObjectStream(number: number): ObjectStream | null {
    const entry = this.#xref.entries.get(number);
    if (entry?.kind !== 'plain') return null;
    const { position } = this.#parser;
    const stream = this.#read(PDFRef.of(number, entry.generation));
    this.#parser.position = position;
    if (!(stream instanceof PDFRawStream)) return null;
    const count = integerOf(stream.dict, 'N');
    const first = integerOf(stream.dict, 'First');
    const decoded = decodeStream(stream, this.#limits.streamBytes);
    this.unknownFilter ??= unknownFilterOf(decoded);
    if (
      decoded.kind !== 'bytes' ||
      count === undefined ||
      first === undefined ||
      first > decoded.bytes.length
    )
      return null;
    // Each object needs at least "1 0 " in the table, whatever /N says.
    const most = Math.min(count, (first + 1) >> 2, this.#limits.objects);
    const parser = new ObjectParser(decoded.bytes, this.#context, this.#limits, 0, this.#budget);
    const numbers = new Int32Array(most).fill(-1);
    const offsets = new Int32Array(most);
    for (let i = 0; i < most; i++) {
      const object = parser.tryInteger();
      const offset = parser.tryInteger();
      if (object < 0 || offset < 0) break;
      numbers[i] = object;
      offsets[i] = first + offset;
    }
    return { parser, numbers, offsets, indexes: null };
  }
}

function indexIn(stream: ObjectStream, objectNumber: number): number | undefined {
  if (stream.indexes === null) {
    stream.indexes = new Map();
    for (const [index, number] of stream.numbers.entries()) {
      if (!stream.indexes.has(number)) stream.indexes.set(number, index);
    }
  }
  return stream.indexes.get(objectNumber);
}

function integerOf(dict: PDFDict, name: string): number | undefined {
  const value = dict.lookup(key(name));
  return value instanceof PDFNumber && Number.isInteger(value.asNumber()) && value.asNumber() >= 0
    ? value.asNumber()
    : undefined;
}
