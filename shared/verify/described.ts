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
  const text = textWith(object, reading, naming, (value) => String(Math.round(value * 1000) / 1000));
  if (text.length <= MAX_LENGTH) return text;
  const coarse = textWith(object, reading, naming, (value) => String(stepOf(value)));
  return sha256Hex(new TextEncoder().encode(coarse)).slice(0, 16);
}

/** Steps per unit. */
const STEPS = 64;
/** No number of few digits lies where a step begins: a writer that keeps seven digits moves it into no other step. */
const OFFSET = 0.4321;

function stepOf(value: number): number {
  return Math.floor(value * STEPS + OFFSET);
}

function textWith(
  object: PDFObject | undefined,
  reading: Reading,
  naming: PageNaming,
  numberText: (value: number) => string,
): string {
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
    if (value instanceof PDFNumber) return numberText(value.asNumber());
    return textOf(value) ?? nameOf(value) ?? String(value);
  };
  const entriesOf = (dict: PDFDict): string =>
    [...dictEntries(dict)]
      .map(([name]) => name.decodeText())
      .filter((name) => !LEFT_OUT.has(name))
      .sort()
      .map((name) => `${name} ${say(entry(dict, name))}`)
      .join(', ');
  return say(object);
}
