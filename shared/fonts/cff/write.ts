/** Assembles a CFF font program (Adobe Technical Note #5176). */
import { joinedBytes } from '../../lists.ts';
import { type Dict, type DictEntry, dictEntry, PRIVATE, TOP, TOP_PLACES } from './dict.ts';
import { writeIndex } from './index-table.ts';
import { refuse } from './refused-face.ts';

/** Parts of a font; the writer adds every offset. */
export interface CffParts {
  readonly name: Uint8Array;
  /** Offset entries are left out, the others keep their order. */
  readonly top: Dict;
  readonly strings: readonly Uint8Array[];
  readonly globalSubrs: readonly Uint8Array[];
  readonly charStrings: readonly Uint8Array[];
  /** Data, or the number of a predefined charset. */
  readonly charset: Uint8Array | number;
  /** Data, or the number of a predefined encoding; null in CID-keyed fonts. */
  readonly encoding: Uint8Array | number | null;
  readonly parts: readonly WrittenPart[];
  readonly fdSelect: Uint8Array | null;
}

export interface WrittenPart {
  readonly dict: Dict;
  readonly private: Dict;
  readonly subrs: readonly Uint8Array[];
}

const MAX_ROUNDS = 16;

export function writeCff(font: CffParts): Uint8Array {
  const isCid = font.fdSelect !== null;
  const header = Uint8Array.of(1, 0, 4, 4);
  const front = [header, writeIndex([font.name])];
  const middle = [writeIndex(font.strings), writeIndex(font.globalSubrs)];
  const charStrings = writeIndex(font.charStrings);
  const privates = font.parts.map(writePrivate);

  // Offsets are variable-length, and their length affects later offsets: repeat until stable.
  let topBytes = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const at = new Layout(lengthOf(front) + topBytes + lengthOf(middle));
    const entries: DictEntry[] = font.top.filter(({ operator }) => !TOP_PLACES.has(operator));
    const back: Uint8Array[] = [];
    const place = (data: Uint8Array) => {
      back.push(data);
      return at.after(data.length);
    };
    // A predefined one is stored as its number; 0 is the default.
    const placed = (operator: number, data: Uint8Array | number) => {
      const value = typeof data === 'number' ? data : place(data);
      if (value !== 0) entries.push(dictEntry(operator, [value]));
    };
    placed(TOP.charset, font.charset);
    if (font.encoding !== null) placed(TOP.encoding, font.encoding);
    if (font.fdSelect !== null) placed(TOP.fdSelect, font.fdSelect);
    const privateEntries = privates.map(({ size, data }) => dictEntry(TOP.private, [size, place(data)]));
    if (isCid) {
      const dicts = font.parts.map(({ dict }, index) => [...withoutPrivate(dict), privateEntries[index]!]);
      const fontDicts = writeIndex(dicts.map(writeDict));
      entries.push(dictEntry(TOP.fdArray, [place(fontDicts)]));
    } else entries.push(privateEntries[0]!);
    entries.push(dictEntry(TOP.charStrings, [place(charStrings)]));
    const top = writeIndex([writeDict(entries)]);
    if (top.length === topBytes) return joinedBytes([...front, top, ...middle, ...back]);
    topBytes = top.length;
  }
  return refuse('out-of-range', 'offsets that do not settle');
}

class Layout {
  #at: number;

  constructor(at: number) {
    this.#at = at;
  }

  /** Reserves `length` bytes and returns their start. */
  after(length: number): number {
    const start = this.#at;
    this.#at += length;
    return start;
  }
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function withoutPrivate(dict: Dict): Dict {
  return dict.filter(({ operator }) => operator !== TOP.private);
}

export function writeDict(dict: Dict): Uint8Array {
  return joinedBytes(dict.map(({ bytes }) => bytes));
}

/** Writes the Private DICT followed by its subroutines; `size` is that of the DICT alone. */
function writePrivate(part: WrittenPart): { readonly size: number; readonly data: Uint8Array } {
  const entries = part.private.filter(({ operator }) => operator !== PRIVATE.subrs);
  if (part.subrs.length === 0) {
    const data = writeDict(entries);
    return { size: data.length, data };
  }
  // The offset is the DICT's own length, which includes its digits.
  let dict = writeDict(entries);
  const fixed = dict.length;
  for (let size = fixed + 2; ; size++) {
    dict = writeDict([...entries, dictEntry(PRIVATE.subrs, [size])]);
    if (dict.length === size) break;
    if (size > fixed + 8) refuse('out-of-range', 'Private too long');
  }
  return { size: dict.length, data: joinedBytes([dict, writeIndex(part.subrs)]) };
}
