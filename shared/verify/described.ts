import { sha256Hex } from '../codecs/digest/sha256.ts';
import { textOf } from '../pdf/metadata/text-string.ts';
import { dictEntries, PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRawStream } from '../pdf/objects.ts';
import { PACKING_KEYS } from '../pdf/streams.ts';
import { digestOf } from './digest.ts';
import type { PageNaming, Reading } from './reading.ts';
import { entry, nameOf } from './strings.ts';

/** Ways back and positions in other lists: these depend on the writer, or lead to the whole document. Metadata of parts. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...PACKING_KEYS,
  ...['Parent', 'P', 'Prev', 'StructParent', 'DL', 'Metadata', 'PieceInfo', 'LastModified'],
]);
/** Against objects that contain each other many times. */
const MAX_OBJECTS = 2000;
const MAX_DEPTH = 20;
/** Characters; longer texts become digests. */
const MAX_LENGTH = 200;

/**
 * Returns an object and all that it refers to as text: sorted, independent of object numbers and encodings.
 * Pages have their names in the document before.
 */
export function described(object: PDFObject | undefined, reading: Reading, naming: PageNaming): string {
  let left = MAX_OBJECTS;
  const above = new Set<PDFObject>();
  const say = (value: PDFObject | undefined): string => {
    const page = value === undefined ? undefined : reading.pageIndex.get(value);
    if (page !== undefined) return naming(page);
    if (value === undefined || above.has(value) || above.size > MAX_DEPTH || (left -= 1) < 0) return '…';
    above.add(value);
    const text = sayInside(value);
    above.delete(value);
    return text;
  };
  const sayInside = (value: PDFObject): string => {
    if (value instanceof PDFRawStream) return `${entriesOf(value.dict)} ${digestOf(value)}`;
    if (value instanceof PDFDict) return entriesOf(value);
    if (value instanceof PDFArray)
      return `[${Array.from({ length: value.size() }, (_, index) => say(value.lookup(index))).join(' ')}]`;
    // Writers differ in digits.
    if (value instanceof PDFNumber) return String(Math.round(value.asNumber() * 1000) / 1000);
    return textOf(value) ?? nameOf(value) ?? String(value);
  };
  const entriesOf = (dict: PDFDict): string =>
    [...dictEntries(dict)]
      .map(([name]) => name.decodeText())
      .filter((name) => !LEFT_OUT.has(name))
      .sort()
      .map((name) => `${name} ${say(entry(dict, name))}`)
      .join(', ');
  const text = say(object);
  return text.length <= MAX_LENGTH ? text : sha256Hex(new TextEncoder().encode(text)).slice(0, 16);
}
