/**
 * Replaces streams of a file by shorter ones and keeps every other byte. All positions that the file states are
 * moved along, right or wrong: wherever a reader looks, by the cross-reference or by scanning, it finds what it
 * found before. So this needs no opinion on what a damaged file means.
 */
import type { Limits } from '../../limits.ts';
import { Pieces } from '../byte-source.ts';
import { fromLatin1 } from '../bytes.ts';
import { createContext } from '../context.ts';
import { key, PDFRawStream } from '../objects.ts';
import { scanFile } from '../read/scan-file.ts';
import { WordIndex } from '../read/word-index.ts';
import { PositionMap, type Splice } from './position-map.ts';
import { streamObject } from './stream-object.ts';
import { type TextOffset, textOffsets } from './text-offsets.ts';
import { offsetsIn, readXrefStream, withOffsets, type XrefStream } from './xref-stream.ts';

/** Bytes by which a cross-reference stream may grow when its offsets change, in addition to the first attempt. */
const XREF_SLACK = 32;

interface XrefObject {
  readonly start: number;
  readonly end: number;
  readonly number: number;
  readonly generation: number;
  readonly xref: XrefStream;
}

interface StatedOffsets {
  /** Ends of the objects that a scan of the file finds, by their starts. */
  readonly objects: ReadonlyMap<number, number>;
  readonly texts: readonly TextOffset[];
  readonly streams: readonly XrefObject[];
}

export interface SplicedFile<Of extends Splice> {
  readonly file: Pieces;
  /** Those that could be applied: no position points into their range. */
  readonly applied: readonly Of[];
}

/**
 * Returns null if positions cannot be moved along.
 * @param splices in file order, each one whole stream object that gets shorter
 */
export function spliceFile<Of extends Splice>(
  bytes: Uint8Array,
  splices: readonly Of[],
  limits: Limits,
): SplicedFile<Of> | null {
  const stated = statedOffsets(bytes, limits);
  if (stated === null) return null;
  const offsets = [
    ...stated.texts.map(({ value }) => value),
    ...stated.streams.flatMap(({ xref }) => offsetsIn(xref)),
  ];
  const whole = mapOf(splices);
  const hit = new Set(offsets.map((offset) => whole.inside(offset)));
  const applied = splices.filter(
    ({ start, end }, index) => !hit.has(index) && stated.objects.get(start) === end,
  );
  const streams = movedXrefStreams(applied, stated.streams, offsets);
  if (streams === null) return null;
  const all = inOrder([...applied, ...streams]);
  const moved = mapOf(all);
  const texts = stated.texts.map(({ start, end, value }) => ({
    start,
    end,
    bytes: fromLatin1(String(value < bytes.length ? moved.at(value) : value).padStart(end - start, '0')),
  }));
  return { file: joined(bytes, inOrder([...all, ...texts])), applied };
}

/** Returns null if a cross-reference stream cannot be read: the offsets in it would become wrong. */
function statedOffsets(bytes: Uint8Array, limits: Limits): StatedOffsets | null {
  const texts: TextOffset[][] = [];
  const streams: XrefObject[] = [];
  const objects = new Map<number, number>();
  const endobjs = new WordIndex(bytes, 'endobj');
  let at = 0;
  for (const found of scanFile(bytes, createContext(), limits)) {
    if (found.kind === 'trailer' || found.start < at) continue;
    texts.push(textOffsets(bytes, at, found.start));
    if (found.kind === 'unreadable') {
      // Its data may hold anything.
      const end = endobjs.next(found.behind);
      at = end < 0 ? found.behind : end;
      continue;
    }
    const { object, objectNumber: number, generation, end } = found.read;
    at = end;
    objects.set(found.start, end);
    if (!(object instanceof PDFRawStream) || object.dict.get(key('Type')) !== key('XRef')) continue;
    const xref = readXrefStream(object, limits);
    if (xref === null) return null;
    streams.push({ start: found.start, end, number, generation, xref });
  }
  texts.push(textOffsets(bytes, at, bytes.length));
  return { objects, texts: texts.flat(), streams };
}

/**
 * Cross-reference streams with the new offsets, padded to lengths that were chosen first: their own length moves
 * what is behind them. Null if there is no such length.
 */
function movedXrefStreams(
  applied: readonly Splice[],
  streams: readonly XrefObject[],
  offsets: readonly number[],
): Splice[] | null {
  const own = new PositionMap(streams.map(({ start, end }) => ({ start, end, length: end - start })));
  if (offsets.some((offset) => own.inside(offset) >= 0)) return null;
  let lengths = streams.map(({ start, end }) => end - start);
  for (let attempt = 0; attempt < 2; attempt++) {
    const reserved = streams.map(({ start, end }, index) => ({ start, end, length: lengths[index]! }));
    const ranges = [
      ...applied.map(({ start, end, bytes }) => ({ start, end, length: bytes.length })),
      ...reserved,
    ];
    const moved = new PositionMap(ranges.sort((a, b) => a.start - b.start));
    const made = streams.map(({ number, generation, xref }) => {
      const { dict, data } = withOffsets(xref, (position) => moved.at(position));
      return streamObject(number, generation, dict, data);
    });
    if (made.every((bytes, index) => bytes.length <= lengths[index]!)) {
      return streams.map(({ start, end }, index) => ({
        start,
        end,
        bytes: padded(made[index]!, lengths[index]!),
      }));
    }
    lengths = lengths.map((length, index) => Math.max(length, made[index]!.length + XREF_SLACK));
  }
  return null;
}

/** Blanks may follow `endstream`. */
function padded(bytes: Uint8Array, length: number): Uint8Array {
  const all = new Uint8Array(length).fill(0x20);
  all.set(bytes);
  return all;
}

function mapOf(splices: readonly Splice[]): PositionMap {
  return new PositionMap(splices.map(({ start, end, bytes }) => ({ start, end, length: bytes.length })));
}

function inOrder(splices: readonly Splice[]): Splice[] {
  return [...splices].sort((a, b) => a.start - b.start);
}

function joined(bytes: Uint8Array, splices: readonly Splice[]): Pieces {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, bytes: instead } of splices) {
    pieces.push(bytes.subarray(at, start), instead);
    at = end;
  }
  pieces.push(bytes.subarray(at));
  return new Pieces(pieces.filter(({ length }) => length > 0));
}
