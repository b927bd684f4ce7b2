import { latin1 } from '../../pdf/bytes.ts';
import { type BoxOf, type Drawing, drawingsIn } from '../../pdf/content/hidden-drawing.ts';
import { inheritedResources } from '../../pdf/content/interpret/inherited-resources.ts';
import { IDENTITY_MATRIX, type Matrix } from '../../pdf/content/matrix.ts';
import { PLAIN_NAME } from '../../pdf/content/plain-name.ts';
import type { Rectangle } from '../../pdf/content/visible-images.ts';
import { isImage } from '../../pdf/image/image-xobject.ts';
import { key, PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFRef } from '../../pdf/objects.ts';
import { editedContent } from '../contents/replace-content.ts';

/**
 * Returns the content without invisible paths, images and forms, checked by parsing it again; unchanged if
 * there are none. Text stays, since a search can find it.
 */
export function withoutHiddenDrawing(
  content: Uint8Array,
  { dict, ref }: { readonly dict: PDFDict; readonly ref: PDFRef },
  page: Rectangle,
): Uint8Array {
  const boxOf = boxesOn(dict, ref);
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

const UNIT_SQUARE: Rectangle = { left: 0, bottom: 0, right: 1, top: 1 };

function boxesOn(page: PDFDict, ref: PDFRef): BoxOf {
  const named = inheritedResources({ dict: page, owner: ref, path: [] })?.dict.lookup(key('XObject'));
  return (name) => {
    const stream =
      named instanceof PDFDict && PLAIN_NAME.test(name) ? named.lookup(PDFName.of(name)) : undefined;
    if (!(stream instanceof PDFRawStream)) return null;
    if (isImage(stream)) return { box: UNIT_SQUARE, matrix: IDENTITY_MATRIX };
    if (stream.dict.lookup(key('Subtype')) !== key('Form')) return null;
    const box = numbers(stream.dict.lookup(key('BBox')), 4);
    const matrix = stream.dict.has(key('Matrix'))
      ? numbers(stream.dict.lookup(key('Matrix')), 6)
      : IDENTITY_MATRIX;
    if (box === null || matrix === null) return null;
    const [x, y, right, top] = box;
    const [a, b, c, d, e, f] = matrix;
    const placed: Matrix = [a, b, c, d, e, f];
    return { box: { left: x, bottom: y, right, top }, matrix: placed };
  };
}

function numbers(object: unknown, count: number): readonly number[] | null {
  if (!(object instanceof PDFArray) || object.size() !== count) return null;
  const found = Array.from({ length: count }, (_, at) => object.lookup(at));
  return found.every((value) => value instanceof PDFNumber) ? found.map((value) => value.asNumber()) : null;
}
