import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { FileBuilder, onePage } from '../../testing/documents/files.ts';
import { Changes } from '../check/changes.ts';
import { firstDifference } from '../check/check.ts';
import type { PdfDocument } from '../document.ts';
import { decodeStream } from '../filter/filters.ts';
import {
  arrayItems,
  contextEntries,
  key,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  refOf,
} from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import { InputFile } from './input-file.ts';
import { openDocument } from './open.ts';

const LIMITS = { limits: DEFAULT_LIMITS };
const FILE = onePage(new FileBuilder(), 'q Q', '/Shown 5 0 R /Other 6 0 R')
  .object(5, '<< /List [1 [2 3] 4] /Inner << /Kept (text) >> >>')
  .object(6, '[(one) (two)]')
  .table('/Root 1 0 R /ID [<01> <02>]', [1, 2, 3, 4, 5, 6])
  .build();
const [SHOWN, OTHER] = [refOf(5, 0), refOf(6, 0)];

const shownOf = (doc: PdfDocument) => doc.context.lookup(SHOWN, PDFDict);
const listOf = (doc: PdfDocument) => shownOf(doc).lookup(key('List'), PDFArray);

describe('a file that is opened again is what its bytes say', () => {
  /** Changes that passes could make to the first document. */
  const changes: Record<string, (doc: PdfDocument) => unknown> = {
    nothing: () => {},
    'an entry is set': (doc) => shownOf(doc).set(key('New'), PDFNumber.of(1)),
    'an entry is deleted': (doc) => shownOf(doc).delete(key('Inner')),
    'an entry inside is set': (doc) =>
      shownOf(doc).lookup(key('Inner'), PDFDict).set(key('Kept'), PDFNumber.of(1)),
    'an item is set': (doc) => listOf(doc).set(0, PDFNumber.of(7)),
    'an item is added': (doc) => listOf(doc).push(PDFNumber.of(7)),
    'an item is put in between': (doc) => listOf(doc).insert(1, PDFNumber.of(7)),
    'an item is removed': (doc) => listOf(doc).remove(2),
    'an item inside is set': (doc) => listOf(doc).lookup(1, PDFArray).set(0, PDFNumber.of(7)),
    'an object is another one': (doc) => doc.context.assign(OTHER, shownOf(doc)),
    'an object is gone': (doc) => doc.context.delete(OTHER),
    'an object is new': (doc) => shownOf(doc).set(key('New'), doc.context.register(PDFNumber.of(1))),
    'a page is another dictionary': (doc) =>
      doc.context.assign(pageRefs(doc.trailer)[0]!, PDFDict.withContext(doc.context)),
    'the trailer changes': (doc) => doc.trailer.delete(key('Root')),
    'the identifier changes': (doc) =>
      doc.trailer.lookup(key('ID'), PDFArray).set(0, PDFName.of('NoIdentifier')),
  };

  test.each(Object.keys(changes))('although %s', async (name) => {
    const file = new InputFile(FILE, LIMITS);
    changes[name]!(await file.open());
    const again = await file.open();
    const anew = await openDocument(FILE, LIMITS);
    expect(firstDifference(anew, again, new Changes())).toBeNull();
    expect(firstDifference(again, anew, new Changes())).toBeNull();
    expect([...contextEntries(again.context).keys()]).toEqual([...contextEntries(anew.context).keys()]);
    expect(again.trailer.toString()).toBe(anew.trailer.toString());
  });
});

test('what nothing has changed is parsed once', async () => {
  const file = new InputFile(FILE, LIMITS);
  const doc = await file.open();
  const [shown, other] = [shownOf(doc), doc.context.lookup(OTHER)];
  listOf(doc).push(PDFNumber.of(7));
  const again = await file.open();
  expect(again.context.lookup(OTHER)).toBe(other);
  expect(shownOf(again)).not.toBe(shown);
});

test('nobody changes an item and goes unseen', async () => {
  const items = arrayItems(listOf(await new InputFile(FILE, LIMITS).open()));
  // As untyped code would.
  expect(() => Object.assign(items, { 0: PDFNumber.of(7) })).toThrow(TypeError);
});

test('each opening may unpack as much as the first', async () => {
  const packed = onePage(new FileBuilder(), 'q Q', '/Shown 5 0 R')
    .stream(5, '/Filter /FlateDecode', deflateSync(Buffer.alloc(1000)))
    .table('/Root 1 0 R', [1, 2, 3, 4, 5])
    .build();
  const file = new InputFile(packed, { limits: { ...DEFAULT_LIMITS, totalBytes: 1000 } });
  const unpacked = async () => {
    const stream = (await file.open()).context.lookup(SHOWN);
    return stream instanceof PDFRawStream ? decodeStream(stream, 1000).kind : null;
  };
  expect([await unpacked(), await unpacked()]).toEqual(['bytes', 'bytes']);
});
