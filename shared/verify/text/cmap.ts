/** Reads CMaps (ISO 32000-2, 9.7.5 and 9.10.3; Adobe Technical Notes #5014, #5411), as tolerantly as readers do. */
import { latin1 } from '../../pdf/bytes.ts';

/** Meaning of codes: characters, or CIDs in a font. */
export interface CMap {
  /** Code lengths by their first bytes; empty if the map does not define them. */
  readonly codeSpaces: readonly CodeSpace[];
  characters(code: number): string | null;
  cid(code: number): number | null;
}

export interface CodeSpace {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

interface Range<Target> {
  readonly low: number;
  readonly high: number;
  readonly target: Target;
}

/** A map of all characters of a large font has a tenth of this. */
const MAX_BYTES = 8 << 20;
/** Maximum entries of one map. */
const MAX_ENTRIES = 1 << 20;

const TOKEN = /<([0-9A-Fa-f\s]*)>|(\[)|(\])|(-?\d+)|([A-Za-z]+)/g;

export function readCMap(bytes: Uint8Array): CMap {
  const reader = new CMapReader();
  const text = latin1(bytes, 0, Math.min(bytes.length, MAX_BYTES)).replace(/%[^\r\n]*/g, '');
  for (const [, hex, open, close, number, word] of text.matchAll(TOKEN)) {
    if (hex !== undefined) reader.hex(hex.replace(/\s/g, ''));
    else if (open !== undefined) reader.list = [];
    else if (close !== undefined) reader.endList();
    else if (number !== undefined) reader.number(Number(number));
    else if (word !== undefined) reader.word(word);
  }
  return reader.map();
}

type Item = string | number | readonly string[];

class CMapReader {
  list: string[] | null = null;
  readonly #codeSpaces: CodeSpace[] = [];
  readonly #characters = new Map<number, string>();
  readonly #characterRanges: Range<string | readonly string[]>[] = [];
  readonly #cids = new Map<number, number>();
  readonly #cidRanges: Range<number>[] = [];
  #block = '';
  #items: Item[] = [];

  hex(digits: string): void {
    if (this.list !== null) this.list.push(digits);
    else this.#add(digits);
  }

  number(value: number): void {
    if (this.list === null) this.#add(value);
  }

  endList(): void {
    if (this.list !== null) this.#add(this.list);
    this.list = null;
  }

  word(word: string): void {
    this.#block = word.startsWith('begin') ? word.slice('begin'.length) : '';
    this.#items = [];
  }

  map(): CMap {
    const characterRanges = this.#characterRanges.sort(byLow);
    const cidRanges = this.#cidRanges.sort(byLow);
    return {
      codeSpaces: this.#codeSpaces,
      characters: (code) => this.#characters.get(code) ?? characterIn(rangeWith(characterRanges, code), code),
      cid: (code) => this.#cids.get(code) ?? cidIn(rangeWith(cidRanges, code), code),
    };
  }

  #add(item: Item): void {
    if (this.#block === '' || this.#isFull) return;
    this.#items.push(item);
    if (this.#items.length < (this.#block.endsWith('char') || this.#block === 'codespacerange' ? 2 : 3))
      return;
    const [first, second, third] = this.#items;
    this.#items = [];
    if (typeof first === 'string') this.#entry(first, second, third);
  }

  get #isFull(): boolean {
    const { size } = this.#characters;
    return size + this.#characterRanges.length + this.#cids.size + this.#cidRanges.length >= MAX_ENTRIES;
  }

  #entry(first: string, second: Item | undefined, third: Item | undefined): void {
    const low = codeOf(first);
    const high = typeof second === 'string' ? codeOf(second) : low;
    switch (this.#block) {
      case 'codespacerange':
        this.#codeSpaces.push({ bytes: Math.ceil(first.length / 2), low, high });
        break;
      case 'bfchar':
        if (typeof second === 'string') this.#characters.set(low, second);
        break;
      case 'bfrange':
        if (third !== undefined && typeof third !== 'number')
          this.#characterRanges.push({ low, high, target: third });
        break;
      case 'cidchar':
        if (typeof second === 'number') this.#cids.set(low, second);
        break;
      case 'cidrange':
        if (typeof third === 'number') this.#cidRanges.push({ low, high, target: third });
        break;
    }
  }
}

function codeOf(digits: string): number {
  return Number.parseInt(digits, 16) || 0;
}

function byLow(a: Range<unknown>, b: Range<unknown>): number {
  return a.low - b.low;
}

function rangeWith<Target>(ranges: readonly Range<Target>[], code: number): Range<Target> | null {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.low <= code) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range !== undefined && code <= range.high ? range : null;
}

function characterIn(range: Range<string | readonly string[]> | null, code: number): string | null {
  if (range === null) return null;
  const { target, low } = range;
  if (typeof target !== 'string') return target[code - low] ?? null;
  // "the last byte of the string shall be incremented"; readers carry into the previous one.
  const last = Number.parseInt(target.slice(-4), 16) + (code - low);
  return Number.isNaN(last)
    ? null
    : target.slice(0, -4) + last.toString(16).padStart(Math.min(4, target.length), '0');
}

function cidIn(range: Range<number> | null, code: number): number | null {
  return range === null ? null : range.target + (code - range.low);
}

/** Decodes UTF-16BE in hexadecimal. */
export function charactersOf(digits: string): string {
  let text = '';
  for (let at = 0; at < digits.length; at += 4) {
    text += String.fromCharCode(Number.parseInt(digits.slice(at, at + 4), 16) || 0);
  }
  return text;
}
