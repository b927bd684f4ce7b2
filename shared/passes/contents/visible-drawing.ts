import { latin1 } from '../../pdf/bytes.ts';
import { type BoxOf, type Drawing, drawingsIn, type XObjectPlace } from '../../pdf/content/hidden-drawing.ts';
import type { Rectangle } from '../../pdf/content/rectangle.ts';
import { editedContent } from './replace-content.ts';

/** A form that only paints paths, as its name in the content. */
export interface PathForm extends XObjectPlace {
  readonly name: string;
}

const EVERYWHERE: Rectangle = { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 };

/**
 * Returns the content of a page without paths, and without forms of paths, that lie wholly outside of a
 * clipping rectangle of the content itself: nothing on the page can show them. Plots draw all their data and
 * clip to the axes. Other hidden drawings go only on request (`cropHidden`), since the page boxes of a
 * document may change later.
 */
export function withoutClippedPaths(content: Uint8Array, forms: readonly PathForm[]): Uint8Array {
  if (!mayHide(content, forms.length > 0)) return content;
  const named = new Map(forms.map((form) => [form.name, form]));
  return withoutHidden(content, EVERYWHERE, (name) => named.get(name) ?? null);
}

/**
 * Returns the content without the drawings that `page` and its clipping rectangles hide, checked by parsing it
 * again; unchanged if there are none. Text stays, since a search can find it.
 */
export function withoutHidden(content: Uint8Array, page: Rectangle, boxOf: BoxOf): Uint8Array {
  const drawings = drawingsIn(content, page, boxOf) ?? [];
  const hidden = drawings.filter(({ isHidden }) => isHidden);
  if (hidden.length === 0) return content;
  const left = editedContent(
    content,
    hidden.map(({ start, end }) => ({ start, end, text: ' ' })),
  );
  const kept = drawings.filter(({ isHidden }) => !isHidden);
  const found = drawingsIn(left, page, boxOf) ?? [];
  return texts(left, found) === texts(content, kept) && found.every(({ isHidden }) => !isHidden)
    ? left
    : content;
}

function texts(content: Uint8Array, drawings: readonly Drawing[]): string {
  return drawings.map(({ start, end }) => latin1(content, start, end)).join('\n');
}

const [R, E, W, D, O] = [0x72, 0x65, 0x57, 0x44, 0x6f];
const [ZERO, NINE, POINT] = [0x30, 0x39, 0x2e];
const LAST_WHITE = 0x20;
/** The last letter of operators that add lines, curves or rectangles to a path. */
const ADDS_TO_PATH = new Uint8Array(256);
for (const letter of 'lcvye') ADDS_TO_PATH[letter.charCodeAt(0)] = 1;

/**
 * Returns whether drawing follows a clipping rectangle: few other contents need to be read. Letters of a text that look
 * like operators only cost time.
 *
 * @param draws a form may be hidden too
 */
function mayHide(content: Uint8Array, draws: boolean): boolean {
  const from = firstClip(content);
  if (from < 0) return false;
  for (let at = from; at < content.length; at += 1) {
    const byte = content[at]!;
    if (draws && byte === O && content[at - 1] === D) return true;
    if (ADDS_TO_PATH[byte] === 0) continue;
    const first = byte === E ? at - 1 : at;
    if (byte === E && content[first] !== R) continue;
    if (content[first - 1]! > LAST_WHITE || content[at + 1]! > LAST_WHITE) continue;
    if (isDigit(content[beforeWhite(content, first)]!) && !(byte === E && isClip(content, at + 1)))
      return true;
  }
  return false;
}

/** Returns the end of the first `re W`, as every clipping rectangle must have it; -1 if there is none. */
function firstClip(content: Uint8Array): number {
  for (let at = content.indexOf(W, 3); at !== -1; at = content.indexOf(W, at + 1)) {
    const before = beforeWhite(content, at);
    if (before < at - 1 && content[before] === E && content[before - 1] === R) return at;
  }
  return -1;
}

/** Returns the position of the last byte before `at` that is no white space. */
function beforeWhite(content: Uint8Array, at: number): number {
  let before = at - 1;
  while (before > 0 && content[before]! <= LAST_WHITE) before -= 1;
  return before;
}

function isClip(content: Uint8Array, from: number): boolean {
  let at = from;
  while (at < content.length && content[at]! <= LAST_WHITE) at += 1;
  return content[at] === W;
}

function isDigit(byte: number): boolean {
  return (byte >= ZERO && byte <= NINE) || byte === POINT;
}
