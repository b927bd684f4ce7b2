import type { BoxOf } from '../../pdf/content/hidden-drawing.ts';
import { inheritedResources } from '../../pdf/content/interpret/inherited-resources.ts';
import { IDENTITY_MATRIX } from '../../pdf/content/matrix.ts';
import { PLAIN_NAME } from '../../pdf/content/plain-name.ts';
import type { Rectangle } from '../../pdf/content/rectangle.ts';
import { isImage } from '../../pdf/image/image-xobject.ts';
import { key, PDFDict, PDFName, PDFRawStream, type PDFRef } from '../../pdf/objects.ts';
import { formPlace } from '../contents/path-forms.ts';
import { withoutHidden } from '../contents/visible-drawing.ts';

/**
 * Returns the content of a page without invisible paths, images and forms, checked by parsing it again; unchanged
 * if there are none.
 */
export function withoutHiddenDrawing(
  content: Uint8Array,
  { dict, ref }: { readonly dict: PDFDict; readonly ref: PDFRef },
  page: Rectangle,
): Uint8Array {
  return withoutHidden(content, page, boxesOn(dict, ref));
}

const UNIT_SQUARE: Rectangle = { left: 0, bottom: 0, right: 1, top: 1 };

function boxesOn(page: PDFDict, ref: PDFRef): BoxOf {
  const named = inheritedResources({ dict: page, owner: ref, path: [] })?.dict.lookup(key('XObject'));
  return (name) => {
    const stream =
      named instanceof PDFDict && PLAIN_NAME.test(name) ? named.lookup(PDFName.of(name)) : undefined;
    if (!(stream instanceof PDFRawStream)) return null;
    if (isImage(stream)) return { box: UNIT_SQUARE, matrix: IDENTITY_MATRIX };
    return formPlace(stream.dict);
  };
}
