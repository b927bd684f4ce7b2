import { latin1 } from '../../pdf/bytes.ts';
import { type BoxOf, type Drawing, drawingsIn } from '../../pdf/content/hidden-drawing.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import type { Rectangle } from '../../pdf/content/visible-images.ts';
import { editedContent } from './replace-content.ts';

/** A form that only paints paths, as its name in the content. */
export interface PathForm {
  readonly name: string;
  /** Its `/BBox`. */
  readonly box: Rectangle;
  readonly matrix: Matrix;
}

const EVERYWHERE: Rectangle = { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 };

/**
 * Returns the content of a page without paths, and without forms of paths, that lie wholly outside of a
 * clipping rectangle of the content itself: nothing on the page can show them. Plots draw all their data and
 * clip to the axes. Other hidden drawings go only on request (`cropHidden`), since the page boxes of a
 * document may change later.
 */
export function withoutClippedPaths(content: Uint8Array, forms: readonly PathForm[]): Uint8Array {
  if (!mayClip(content)) return content;
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

const R = 0x72;
const E = 0x65;
const W = 0x57;
const LAST_WHITE = 0x20;

/** Returns whether the content has `re W`, as a clipping rectangle must; few others need to be read. */
function mayClip(content: Uint8Array): boolean {
  for (let at = content.indexOf(W, 3); at !== -1; at = content.indexOf(W, at + 1)) {
    let before = at - 1;
    while (before > 0 && content[before] <= LAST_WHITE) before -= 1;
    if (before < at - 1 && content[before] === E && content[before - 1] === R) return true;
  }
  return false;
}
