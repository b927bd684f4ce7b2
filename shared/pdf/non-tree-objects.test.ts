import { describe, expect, test } from 'vitest';
import { pagesDocument, stream } from '../testing/documents/documents.ts';
import { indirectObjects, type PdfDocument } from './document.ts';
import { nonTreeObjects } from './non-tree-objects.ts';
import { key, PDFDict, PDFNumber, PDFRef } from './objects.ts';

const numbersOf = (doc: PdfDocument) => nonTreeObjects(doc).map(([ref]) => ref.objectNumber);

/** True if the object, with number 100, is found in a document. */
const isSeen = (object: string) => numbersOf(pagesDocument(['/X 100 0 R'], { 100: object })).includes(100);

describe('passed over', () => {
  test.each([
    [
      'a structure element',
      '<< /Type /StructElem /S /P /P 4 0 R /Pg 3 0 R /K [1 2 << /Type /MCR /MCID 3 >>] /T (t) >>',
    ],
    ['one with attributes', '<< /S /TD /P 4 0 R /A << /O /Table /Headers [(a)] /RowSpan 2 >> /Lang (de) >>'],
    ['a node of a name tree', '<< /Limits [(a) (b)] /Names [(a) 5 0 R (b) 6 0 R] >>'],
    ['a node of a number tree', '<< /Nums [0 [4 0 R 5 0 R] 1 6 0 R] >>'],
    [
      'an outline item',
      '<< /Title (one) /Parent 4 0 R /Next 5 0 R /Dest [3 0 R /XYZ null null 0] /Count 1 >>',
    ],
    ['an array of references', '[4 0 R 5 0 R]'],
  ])('%s', (_, object) => {
    expect(isSeen(object)).toBe(false);
  });
});

describe('never passed over', () => {
  test.each([
    ['a structure element with a key of another kind', '<< /S /P /P 4 0 R /Metadata 5 0 R >>'],
    ['one with such a key inside', '<< /S /P /P 4 0 R /K [<< /MCID 1 /XObject 5 0 R >>] >>'],
    ['a page, which passes write into', '<< /Type /Page /Parent 2 0 R >>'],
    ['a node of the page tree', '<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R >>'],
    ['a colour space', '[/ICCBased 5 0 R]'],
    ['a colour space inside', '<< /K [/Separation [/ICCBased 5 0 R]] >>'],
    ['an empty dictionary, which may be filled', '<< >>'],
    ['an empty dictionary inside', '<< /A << >> >>'],
    ['a form field', '<< /T (name) /Parent 4 0 R /FT /Tx >>'],
    ['a reference', '5 0 R'],
    ['a name', '/DeviceRGB'],
    ['a number', '12'],
  ])('%s', (_, object) => {
    expect(isSeen(object)).toBe(true);
  });

  test('a stream', () => {
    expect(numbersOf(pagesDocument(['/Contents 100 0 R'], { 100: stream('/T (t)', 'q Q') }))).toContain(100);
  });

  test('what comes to the document later, also under the number of what was passed over', () => {
    const doc = pagesDocument(['/X 100 0 R'], { 100: '<< /S /P /P 4 0 R >>', 101: '<< /S /P /P 4 0 R >>' });
    expect(numbersOf(doc)).not.toContain(100);
    const dict = PDFDict.withContext(doc.context);
    dict.set(key('K'), PDFNumber.of(1));
    doc.context.assign(PDFRef.of(100), dict);
    const added = doc.context.register(dict);
    expect(numbersOf(doc)).toEqual(expect.arrayContaining([100, added.objectNumber]));
    expect(numbersOf(doc)).not.toContain(101);
  });
});

test('objects come by their numbers, whatever their generations', () => {
  const doc = pagesDocument(['', ''], { 100: '<< /Length 1 >>' });
  doc.context.assign(PDFRef.of(50, 3), PDFNumber.of(1));
  const inOrder = indirectObjects(doc).map(([ref]) => ref.objectNumber);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  expect(numbersOf(doc)).toEqual(inOrder);
});
