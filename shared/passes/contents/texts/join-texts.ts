/**
 * Joins text objects of a line that follow each other, as office programs write one for each run of letters:
 * `q 0 g BT 56.8 700 Td … ET Q q 0 g BT 95.1 700 Td … ET Q` becomes `q 0 g BT 56.8 700 Td … 38.3 0 Td … ET Q`
 * (ISO 32000-2, 9.4.1). Fonts that are selected again go too.
 *
 * Other text objects stay: where a new one begins, MuPDF may extract a blank line and poppler another order.
 *
 * A text object ends nothing but its matrices, unless text clips or overlapping letters are transparent: the
 * caller must know that nothing on the page is (`opaque-pages.ts`). Between `q` and `Q` only fonts and positions
 * may change, which the next text sets itself.
 */
import { mapped } from '../../../lists.ts';
import { latin1 } from '../../../pdf/bytes.ts';
import { ContentReader } from '../../../pdf/content/syntax/operations.ts';
import { ByteSink } from '../../../pdf/write/byte-sink.ts';
import type { Span } from '../same-tokens.ts';
import { slotOf } from '../tracked.ts';
import { decimalText, millionthsIn } from './decimal.ts';
import { FROM_ORIGIN, isSamePlace, type Line, movedLine, type Point, point } from './text-line.ts';

/** Operators in a text object that change nothing but its matrices and the font. */
const PLAIN_TEXT: ReadonlySet<string> = new Set(['Tf', 'Td', 'Tm', 'Tj', 'TJ', 'T*']);
/** Others that may be in a text object. */
const OTHER_TEXT: ReadonlySet<string> = new Set('Tc Tw Tz TL Ts Tr TD \' " BDC BMC EMC MP DP'.split(' '));
const SPACE = 0x20;
const FIRST_CLIPPING_MODE = 4;

/**
 * Returns the content with fewer text objects; null if none can be joined.
 * @param bytes rewritten content: every operator has its operands
 */
export function joinedTexts(bytes: Uint8Array): Uint8Array | null {
  return new Joining(bytes).run();
}

/** A `q` with the settings up to its text object. */
interface Frame {
  readonly settings: { readonly start: number; end: number };
}

interface TextObject {
  readonly frame: Frame | null;
  /** The operator `BT`. */
  readonly begin: Span;
  /** Null if not known exactly. */
  line: Line | null;
  isPlaced: boolean;
  font: Span | null;
  /** Joined with the one before if it selects a font before its letters: that one's must not draw them. */
  pending: { readonly join: Edit; readonly font: Span } | null;
  /** Changes nothing that lasts beyond it. */
  isPlain: boolean;
}

/** A text object that may be continued. */
interface Closed {
  readonly text: TextObject;
  /** Start of its `ET`. */
  readonly end: number;
}

interface Edit extends Span {
  readonly text: string;
}

class Joining {
  readonly #bytes: Uint8Array;
  readonly #reader: ContentReader;
  readonly #edits: Edit[] = [];
  #frame: Frame | null = null;
  #text: TextObject | null = null;
  /** The text object just left. */
  #last: Closed | null = null;
  #awaitsRestore: Closed | null = null;
  /** Text may be part of the clip, which begins at the end of a text object. */
  #clips = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#reader = new ContentReader(bytes);
  }

  run(): Uint8Array | null {
    const reader = this.#reader;
    while (reader.next()) {
      if (reader.problem !== null || !reader.operatorKnown) return null;
      if (this.#text === null) this.#outside();
      else if (!this.#inside(this.#text)) return null;
      if (this.#clips) return null;
    }
    return this.#text === null && reader.problem === null && this.#edits.length > 0 ? this.#edited() : null;
  }

  #outside(): void {
    const reader = this.#reader;
    const { operator } = reader;
    const closed = this.#awaitsRestore;
    this.#awaitsRestore = null;
    if (operator === 'Tr') this.#clips ||= !(reader.number(0) < FIRST_CLIPPING_MODE);
    if (operator === 'q') {
      if (this.#frame !== null) this.#last = null;
      this.#frame = { settings: { start: reader.end, end: reader.end } };
      return;
    }
    if (operator === 'Q' && closed !== null) {
      this.#last = closed;
      return;
    }
    if (this.#frame !== null && isNumericSetting(reader)) {
      this.#frame.settings.end = reader.end;
      return;
    }
    if (operator === 'BT') this.#begin();
    else this.#last = null;
    this.#frame = null;
  }

  #begin(): void {
    const { start, end } = this.#reader;
    const frame = this.#frame;
    const before = this.#last?.text.frame ?? null;
    if (before === null || frame === null || !this.#areSameBytes(before.settings, frame.settings))
      this.#last = null;
    this.#text = {
      frame,
      begin: { start, end },
      line: null,
      isPlaced: false,
      font: null,
      pending: null,
      isPlain: true,
    };
  }

  /** Returns false if the content is in no order that allows conclusions. */
  #inside(text: TextObject): boolean {
    const reader = this.#reader;
    const { operator } = reader;
    if (operator === 'ET') {
      this.#end(text);
      return true;
    }
    if (operator === 'Tr') this.#clips ||= !(reader.number(0) < FIRST_CLIPPING_MODE);
    if (!PLAIN_TEXT.has(operator)) {
      if (!OTHER_TEXT.has(operator) && !isNumericSetting(reader)) return false;
      text.isPlain = false;
    }
    this.#follow(text);
    return true;
  }

  #end(text: TextObject): void {
    const { start } = this.#reader;
    this.#stayApart(text);
    this.#text = null;
    this.#last = null;
    const mayContinue = text.line !== null && text.frame !== null && text.isPlain;
    this.#awaitsRestore = mayContinue ? { text, end: start } : null;
  }

  #follow(text: TextObject): void {
    const reader = this.#reader;
    switch (reader.operator) {
      case 'Tf':
        this.#select(text);
        return;
      case 'Td':
        this.#move(text);
        return;
      case 'Tm':
        this.#setMatrix(text);
        return;
      case 'Tj':
      case 'TJ':
        this.#stayApart(text);
        if (!text.isPlaced) text.line = null;
        break;
      case 'T*':
      case 'TD':
      case "'":
      case '"':
        this.#stayApart(text);
        text.line = null;
        break;
      default:
        return;
    }
    text.isPlaced = true;
  }

  /** Without a font of its own it would be drawn in that of the text object before. */
  #stayApart(text: TextObject): void {
    if (text.pending === null) return;
    text.pending = null;
    text.line = null;
  }

  #select(text: TextObject): void {
    const { start, end } = this.#reader;
    const { pending } = text;
    if (pending !== null) this.#edits.push(pending.join);
    const selected = pending?.font ?? text.font;
    if (selected !== null && this.#areSameBytes(selected, { start, end })) {
      this.#edits.push({ start, end, text: '' });
    }
    text.font = { start, end };
    text.pending = null;
  }

  #move(text: TextObject): void {
    const by = this.#pointAt(0);
    if (text.isPlaced) {
      const { line } = text;
      text.line = line === null || by === null ? null : movedLine(line, by);
      return;
    }
    text.isPlaced = true;
    if (by !== null) this.#place(text, movedLine(FROM_ORIGIN, by));
  }

  #setMatrix(text: TextObject): void {
    const { signX, signY } = this.#signs();
    const at = this.#pointAt(4);
    const line = signX === null || signY === null || at === null ? null : { signX, signY, at };
    if (text.isPlaced || line === null) text.line = line;
    else this.#place(text, line);
    text.isPlaced = true;
  }

  /** The first position in a text object: here it may be joined with the one before. */
  #place(text: TextObject, line: Line): void {
    text.line = line;
    const last = this.#last;
    this.#last = null;
    const before = last?.text.line ?? null;
    if (last === null || before === null) return;
    if (before.signX !== line.signX || before.signY !== line.signY || before.at.y !== line.at.y) return;
    const x = (line.at.x - before.at.x) * line.signX;
    const joined = movedLine(before, point(x, 0));
    if (!isSamePlace(joined, line)) return;
    text.line = joined;
    const { font } = last.text;
    const join = this.#joinAt(last, text, decimalText(x));
    if (text.font === null && font !== null) text.pending = { join, font };
    else this.#edits.push(join);
  }

  /** Replaces all between the texts by what stands before the position, and a move. */
  #joinAt(last: Closed, { begin, font }: TextObject, x: string): Edit {
    const between = { start: begin.end, end: this.#reader.start };
    const isOnlyFont = font !== null && font.end - font.start === this.#textOf(between).trim().length;
    const isAgain = font !== null && last.text.font !== null && this.#areSameBytes(font, last.text.font);
    const kept = isOnlyFont && isAgain ? '' : this.#textOf(between).trim();
    // A name needs no space before it.
    const start = kept.startsWith('/') && this.#bytes[last.end - 1] === SPACE ? last.end - 1 : last.end;
    return { start, end: this.#reader.end, text: `${kept}${kept === '' ? '' : ' '}${x} 0 Td` };
  }

  /** The signs of a matrix that only mirrors; null for any other. */
  #signs(): { readonly signX: 1 | -1 | null; readonly signY: 1 | -1 | null } {
    const reader = this.#reader;
    const sign = (value: number) => (value === 1 || value === -1 ? value : null);
    if (reader.number(1) !== 0 || reader.number(2) !== 0) return { signX: null, signY: null };
    return { signX: sign(reader.number(0)), signY: sign(reader.number(3)) };
  }

  #pointAt(index: number): Point | null {
    const reader = this.#reader;
    const [x, y] = mapped([index, index + 1], (at) =>
      millionthsIn(this.#bytes, reader.operandStart(at), reader.operandEnd(at)),
    );
    return x === null || y === null ? null : point(x, y);
  }

  #areSameBytes(one: Span, other: Span): boolean {
    if (one.end - one.start !== other.end - other.start) return false;
    for (let at = 0; at < one.end - one.start; at++) {
      if (this.#bytes[one.start + at] !== this.#bytes[other.start + at]) return false;
    }
    return true;
  }

  #textOf({ start, end }: Span): string {
    return latin1(this.#bytes, start, end);
  }

  #edited(): Uint8Array {
    const out = new ByteSink(this.#bytes.length);
    let done = 0;
    for (const { start, end, text } of this.#edits) {
      out.bytes(this.#bytes.subarray(done, start));
      out.text(text);
      done = end;
    }
    out.bytes(this.#bytes.subarray(done));
    return out.view();
  }
}

/** A setting of the tracked state by numbers: no pattern, whose letters may be transparent. */
function isNumericSetting(reader: ContentReader): boolean {
  if (slotOf(reader.operator) === undefined) return false;
  for (let index = 0; index < reader.operandCount; index++) {
    const kind = reader.kind(index);
    if (kind !== 'number' && !(kind === 'name' && /^(cs|CS|ri)$/.test(reader.operator)) && kind !== 'array') {
      return false;
    }
  }
  return true;
}
