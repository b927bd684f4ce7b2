import type { PdfDocument } from '../document.ts';
import { isImageStream, readImageXObject } from '../image/image-xobject.ts';
import {
  contextEntries,
  key,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFRef,
} from '../objects.ts';

/** Longer side of a page, in points. */
const LONGER_SIDE_PT = 144;

/**
 * Turns the given document into one with its images alone: one page per object number, in this order, with
 * the image and its masks on white. A number that is no image gives a blank page. The result is not
 * encrypted, whatever the file was: it is only shown to the user who opened the file, and is not stored.
 */
export function imageSheet(doc: PdfDocument, objects: readonly number[]): PdfDocument {
  const { context } = doc;
  const images = new Map<number, PDFRef>();
  for (const [ref, object] of contextEntries(context)) {
    if (isImageStream(object)) images.set(ref.objectNumber, ref);
  }
  const dict = (entries: Readonly<Record<string, PDFDict | PDFArray | PDFName | PDFNumber | PDFRef>>) => {
    const made = PDFDict.withContext(context);
    for (const [name, value] of Object.entries(entries)) made.set(key(name), value);
    return made;
  };
  const array = (items: readonly (PDFRef | PDFNumber)[]) => {
    const made = PDFArray.withContext(context);
    for (const item of items) made.push(item);
    return made;
  };

  const kids: PDFRef[] = [];
  const tree = context.nextRef();
  for (const object of objects) {
    const ref = images.get(object);
    const { width, height } = sheetPage(doc, ref);
    const drawing = ref === undefined ? '' : `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
    const contents = PDFRawStream.of(dict({}), new TextEncoder().encode(drawing));
    const resources = dict(ref === undefined ? {} : { XObject: dict({ I: ref }) });
    kids.push(
      context.register(
        dict({
          Type: PDFName.of('Page'),
          Parent: tree,
          MediaBox: array([0, 0, width, height].map((side) => PDFNumber.of(side))),
          Resources: resources,
          Contents: context.register(contents),
        }),
      ),
    );
  }
  const pages = dict({ Type: PDFName.of('Pages'), Kids: array(kids), Count: PDFNumber.of(kids.length) });
  context.assign(tree, pages);
  const catalog = context.register(dict({ Type: PDFName.of('Catalog'), Pages: tree }));
  return { ...doc, trailer: dict({ Root: catalog }), security: null };
}

/** Returns the page for an image, with its aspect ratio. */
function sheetPage({ context }: PdfDocument, ref: PDFRef | undefined) {
  const stream = ref === undefined ? undefined : context.lookup(ref);
  const image = ref !== undefined && isImageStream(stream) ? readImageXObject(ref, stream) : null;
  if (image === null) return { width: LONGER_SIDE_PT, height: LONGER_SIDE_PT };
  const scale = LONGER_SIDE_PT / Math.max(image.width, image.height);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(image.width), height: side(image.height) };
}
