/**
 * Reads ToUnicode CMaps (ISO 32000-2, 9.10.3; Adobe Technical Note #5411) strictly: returns none if readers
 * could differ on its meaning.
 */

/** A map by code. */
export interface ToUnicodeMap {
  /** UTF-16BE in uppercase hexadecimal, by code. */
  readonly targets: ReadonlyMap<number, string>;
  /** Text before and after all mappings, without lines of comments. */
  readonly before: string;
  readonly behind: string;
}

/** Longer ones take long, and belong to no real font. */
const MAX_CHARACTERS = 4 << 20;

/** Other kinds of mappings, and maps that extend others: not found in fonts written today. */
const FOREIGN =
  /\b(usecmap|begincidchar|begincidrange|beginnotdefchar|beginnotdefrange|beginrearrangedfont)\b/;
const HEX = /<([0-9A-Fa-f\s]*)>/g;
/** Items of a block: strings, and lists of strings. */
const ITEM = /\s*(?:<([0-9A-Fa-f\s]*)>|\[((?:\s*<[0-9A-Fa-f\s]*>)*)\s*\])/y;

/** @param codeBytes bytes per code of the font. Null if the map cannot be read with certainty. */
export function readToUnicodeMap(source: string, codeBytes: 1 | 2): ToUnicodeMap | null {
  if (source.length > MAX_CHARACTERS) return null;
  const text = withoutCommentLines(source);
  if (FOREIGN.test(text)) return null;
  if (text.includes('%', text.indexOf('begincodespacerange'))) return null;
  const spaces = blocksOf(text, ['codespacerange']);
  const blocks = blocksOf(text, ['bfchar', 'bfrange']);
  if (spaces === null || blocks === null || !isPlainCodeSpace(spaces, codeBytes)) return null;
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return null;

  const targets = new Map<number, string>();
  let end = first.start;
  for (const { kind, body, start, end: blockEnd } of blocks) {
    const items = itemsOf(body);
    if (items === null || text.slice(end, start).trim() !== '') return null;
    const isRead =
      kind === 'bfchar' ? addChars(items, codeBytes, targets) : addRanges(items, codeBytes, targets);
    if (!isRead) return null;
    end = blockEnd;
  }
  return { targets, before: text.slice(0, first.start), behind: text.slice(end) };
}

const COMMENT_LINE = /^[ \t\f\0]*%/;

/**
 * TeX writes maps as PostScript resources, with lines of comments before and after. They stay where a string
 * may go on from one line to the next, since it could hold such a line.
 */
function withoutCommentLines(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const code = lines.filter((line) => !COMMENT_LINE.test(line));
  return code.length < lines.length && code.every(closesStrings) ? code.join('\n') : text;
}

function closesStrings(line: string): boolean {
  return !line.includes('(') || (!line.includes('\\') && /^(?:[^()]|\([^()]*\))*$/.test(line));
}

interface Block {
  readonly kind: string;
  readonly body: string;
  /** From the number of entries to the end of the closing word. */
  readonly start: number;
  readonly end: number;
}

/** Returns everything between `begin…` and `end…`; null if a block is not closed. */
function blocksOf(text: string, kinds: readonly string[]): Block[] | null {
  const begins = new RegExp(`\\bbegin(${kinds.join('|')})\\b`, 'g');
  const blocks: Block[] = [];
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const [word, kind = ''] = begin;
    const bodyStart = begin.index + word.length;
    const bodyEnd = text.indexOf(`end${kind}`, bodyStart);
    if (bodyEnd < 0) return null;
    const end = bodyEnd + `end${kind}`.length;
    const count = COUNT.exec(text.slice(Math.max(0, begin.index - COUNT_CHARACTERS), begin.index));
    blocks.push({
      kind,
      body: text.slice(bodyStart, bodyEnd),
      start: begin.index - (count?.[0].length ?? 0),
      end,
    });
    begins.lastIndex = end;
  }
  return blocks;
}

const COUNT = /\d+\s*$/;
const COUNT_CHARACTERS = 16;

/** Returns whether every code space has the font's code length; others would divide text differently. */
function isPlainCodeSpace(spaces: readonly Block[], codeBytes: 1 | 2): boolean {
  const ends = spaces.flatMap(({ body }) =>
    [...body.matchAll(HEX)].map(([, digits = '']) => plainHex(digits)),
  );
  return ends.length > 0 && ends.every((digits) => digits.length === codeBytes * 2);
}

type Item = string | readonly string[];

/** Null if it contains anything else. */
function itemsOf(body: string): Item[] | null {
  const items: Item[] = [];
  let at = 0;
  for (ITEM.lastIndex = 0; ; at = ITEM.lastIndex) {
    const match = ITEM.exec(body);
    if (match === null) return body.slice(at).trim() === '' ? items : null;
    const [, digits, list = ''] = match;
    items.push(
      digits !== undefined
        ? plainHex(digits)
        : [...list.matchAll(HEX)].map(([, each = '']) => plainHex(each)),
    );
  }
}

function plainHex(digits: string): string {
  return digits.replace(/\s+/g, '').toUpperCase();
}

function addChars(items: readonly Item[], codeBytes: 1 | 2, targets: Map<number, string>): boolean {
  if (items.length % 2 === 1) return false;
  for (let i = 0; i < items.length; i += 2) {
    const code = codeOf(items[i]!, codeBytes);
    if (code === null || !add(targets, code, items[i + 1])) return false;
  }
  return true;
}

function addRanges(items: readonly Item[], codeBytes: 1 | 2, targets: Map<number, string>): boolean {
  if (items.length % 3 !== 0) return false;
  for (let i = 0; i < items.length; i += 3) {
    const from = codeOf(items[i]!, codeBytes);
    const to = codeOf(items[i + 1]!, codeBytes);
    const target = items[i + 2]!;
    // "the first byte of both codes shall be the same"
    if (from === null || to === null || to < from || from >> 8 !== to >> 8) return false;
    for (let code = from; code <= to; code++) {
      const said = typeof target === 'string' ? following(target, code - from) : target[code - from];
      if (said === null || !add(targets, code, said)) return false;
    }
  }
  return true;
}

function codeOf(item: Item, codeBytes: 1 | 2): number | null {
  if (typeof item !== 'string' || item.length !== codeBytes * 2) return null;
  return Number.parseInt(item, 16);
}

const IS_UTF16 = /^(?:[0-9A-F]{4})+$/;

/** Returns false if a code has two meanings. */
function add(targets: Map<number, string>, code: number, target: Item | undefined): boolean {
  if (typeof target !== 'string' || !IS_UTF16.test(target)) return false;
  const known = targets.get(code);
  targets.set(code, target);
  return known === undefined || known === target;
}

/** "The last byte of the string shall be incremented", and shall not overflow; null if it does. */
export function following(target: string, steps: number): string | null {
  const lastByte = Number.parseInt(target.slice(-2), 16) + steps;
  if (!(lastByte <= 0xff)) return null;
  return target.slice(0, -2) + lastByte.toString(16).toUpperCase().padStart(2, '0');
}
