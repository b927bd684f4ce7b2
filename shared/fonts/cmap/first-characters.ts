import { latin1 } from '../../pdf/bytes.ts';

/** 256 codes need a tenth of this. */
const MAX_BYTES = 1 << 18;

/** One pass: no token starts inside another. */
const TOKEN = /<([0-9A-Fa-f\s]*)>|[[\]]|\b(?:begin|end)bf(?:char|range)\b/g;

/**
 * Returns the first character of each one-byte code in a ToUnicode CMap (ISO 32000-2, 9.10.3). Tolerant, like
 * readers that look up glyphs by it: codes may have too many digits, and unknown entries are skipped.
 */
export function firstCharacters(bytes: Uint8Array): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  let entry: Item[] = [];
  let list: string[] | null = null;
  let size = 0;
  for (const [token, digits] of latin1(bytes, 0, Math.min(bytes.length, MAX_BYTES)).matchAll(TOKEN)) {
    if (digits === undefined) {
      if (token === '[') list = [];
      else if (token === ']' && list !== null) entry.push(list);
      if (token !== '[') list = null;
      if (token.startsWith('begin') || token.startsWith('end')) entry = [];
      if (token.startsWith('begin')) size = token.endsWith('char') ? 2 : 3;
      else if (token.startsWith('end')) size = 0;
    } else if (list !== null) {
      list.push(digits);
    } else {
      entry.push(digits);
    }
    if (size === 0 || entry.length < size) continue;
    addEntry(characters, entry);
    entry = [];
  }
  return characters;
}

type Item = string | readonly string[];

/** Code and target, or first code, last code and one or more targets. */
function addEntry(characters: Map<number, number>, entry: readonly Item[]): void {
  const target = entry.at(-1)!;
  const from = hex(entry[0]!);
  const to = Math.min(entry.length === 3 ? hex(entry[1]!) : from, 0xff);
  for (let code = from; code <= to; code++) {
    const offset = code - from;
    const character = typeof target === 'string' ? firstOf(target) + offset : firstOf(target[offset] ?? '');
    if (character > 0) characters.set(code, character);
  }
}

function hex(item: Item): number {
  return typeof item === 'string' ? Number.parseInt(item.replace(/\s/g, ''), 16) : Number.NaN;
}

/**
 * First character of UTF-16BE in hexadecimal; not above 0 if there is none. Surrogate pairs do not occur in
 * such fonts.
 */
function firstOf(digits: string): number {
  const character = Number.parseInt(digits.replace(/\s/g, '').slice(0, 4), 16);
  return Number.isNaN(character) ? Number.NEGATIVE_INFINITY : character;
}
