import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { buildDocument, dictOf, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { FileBuilder, onePage } from '../../testing/documents/files.ts';
import { richFile } from '../../testing/documents/rich-document.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { wholeBytes } from '../byte-source.ts';
import { Changes } from '../check/changes.ts';
import { firstDifference } from '../check/check.ts';
import type { PdfDocument } from '../document.ts';
import { decodeStream } from '../filter/filters.ts';
import { key, PDFArray, PDFDict, PDFHexString, PDFName, PDFRawStream, PDFRef } from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import { openDocument } from '../read/open.ts';
import { deflated } from './packed-objects.ts';
import { writeDocument, writeTogether } from './write.ts';

const FORMS = [
  ['packed', true],
  ['classic', false],
] as const;

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const open = (bytes: Uint8Array) => openDocument(bytes, { limits: DEFAULT_LIMITS });
const packed = (doc: PdfDocument) => writeDocument(doc, { objectStreams: true });
const classic = (doc: PdfDocument) => writeDocument(doc, { objectStreams: false });

/** Many small objects, more than fit into one object stream. */
function longDocument(count = 2500): PdfDocument {
  const notes: Record<number, string> = {};
  for (let number = 100; number < 100 + count; number++)
    notes[number] = `<< /Subtype /Text /Contents (${number}) >>`;
  const annots = Object.keys(notes).map((number) => `${number} 0 R`);
  return pagesDocument([`/Annots [${annots.join(' ')}]`], notes);
}

async function expectSameDocument(before: PdfDocument, bytes: Uint8Array): Promise<PdfDocument> {
  const after = await open(bytes);
  expect(after.repairs).toEqual([]);
  expect(firstDifference(before, after, new Changes())).toBeNull();
  return after;
}

describe.each(FORMS)('a %s file', (_, objectStreams) => {
  const write = (doc: PdfDocument) => writeDocument(doc, { objectStreams });

  test('reads as the same document', async () => {
    const before = await open(richFile());
    await expectSameDocument(before, write(await open(richFile())));
  });

  test('is read by pdf-lib too: pages, text and title', async () => {
    const file = await PDFDocument.load(write(await open(richFile())), { throwOnInvalidObject: true });
    expect(file.getPageCount()).toBe(2);
    const contents = file.getPage(0).node.Contents();
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    const streams = parts.map((part) => file.context.lookup(part));
    const text = streams
      .map((part) => (part instanceof PDFRawStream ? latin1(part.contents) : ''))
      .join('\n');
    expect(text).toContain('The quick brown fox');
    expect(file.getTitle()).toBe('Title');
    expect(file.getPage(1).getRotation().angle).toBe(90);
    expect(file.getForm().getTextField('name').getText()).toBe('value');
  });

  test('of thousands of objects holds every one', async () => {
    const doc = longDocument();
    const bytes = write(doc);
    await expectSameDocument(doc, bytes);
    const file = await PDFDocument.load(bytes, { throwOnInvalidObject: true });
    const annots = file.getPage(0).node.Annots()?.asArray() ?? [];
    expect(annots).toHaveLength(2500);
    for (const [index, ref] of annots.entries()) {
      expect(file.context.lookup(ref, PDFDict).get(PDFName.of('Contents'))?.toString()).toBe(
        `(${100 + index})`,
      );
    }
  });

  test('is the same bytes each time', async () => {
    const [first, second] = [write(await open(richFile())), write(await open(richFile()))];
    expect(latin1(first)).toBe(latin1(second));
  });

  test('written again from what was written is the same bytes', async () => {
    const once = write(await open(richFile()));
    const twice = write(await open(once));
    expect(twice.length).toBe(once.length);
  });

  test('holds nothing that the trailer does not reach', () => {
    const doc = pagesDocument([''], { 100: '(nobody points here)', 101: stream('', 'nor here') });
    const text = latin1(write(doc));
    expect(text).not.toContain('nobody');
    expect(text).not.toContain('nor here');
  });

  test('numbers objects from 1 without gaps, all of generation 0', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Lang 700 3 R')
      .object(700, '(en)', 3)
      .table('/Root 1 0 R')
      .build();
    const after = await expectSameDocument(await open(file), write(await open(file)));
    const refs = after.context.enumerateIndirectObjects().map(([ref]) => ref);
    expect(refs.map((ref) => ref.generationNumber)).toEqual([0, 0, 0, 0, 0]);
    expect(Math.max(...refs.map((ref) => ref.objectNumber))).toBe(5);
  });

  test('has null where a reference leads to nothing', async () => {
    const doc = pagesDocument(['/Lang 900 0 R /Annots [901 0 R 902 0 R] /StructParents 0']);
    const after = await expectSameDocument(doc, write(doc));
    const page = after.context.lookup(pageRefs(after.trailer)[0], PDFDict);
    expect(page.has(key('Lang'))).toBe(false);
    expect(page.lookup(key('Annots'), PDFArray).toString()).toBe('[ null null ]');
  });

  test('names nothing in the trailer that is not in the file', () => {
    const doc = pagesDocument([''], {}, { trailer: '<< /Root 1 0 R /Info 900 0 R >>' });
    expect(latin1(write(doc))).not.toContain('/Info');
  });

  test('keeps streams byte for byte, whatever their data holds', async () => {
    const data = [
      noise(5000),
      new Uint8Array(0),
      Buffer.from('endstream endobj\r\n'),
      Buffer.from('\r\n\r'),
      Buffer.from('%%EOF\nstartxref\n0\n%%EOF\ntrailer<</Root 9 0 R>>'),
    ];
    const streams = Object.fromEntries(
      data.map((bytes, i) => [100 + i, stream('/Type /Any', new Uint8Array(bytes))]),
    );
    const list = data.map((_data, i) => `${100 + i} 0 R`).join(' ');
    const doc = pagesDocument([`/Kept [${list}]`], streams);
    const after = await expectSameDocument(doc, write(doc));
    const kept = after.context.lookup(pageRefs(after.trailer)[0], PDFDict).lookup(key('Kept'), PDFArray);
    for (const [i, bytes] of data.entries()) {
      const found = kept.lookup(i);
      expect(found instanceof PDFRawStream && Buffer.from(found.contents).equals(Buffer.from(bytes))).toBe(
        true,
      );
    }
  });

  test('says the true length of a stream that named a wrong or an indirect one', async () => {
    const doc = pagesDocument(['/Contents 100 0 R'], { 100: stream('/Length 9 0 R', 'q Q'), 9: '3' });
    dictOf(doc, 100).set(key('Length'), PDFRef.of(9));
    const text = latin1(write(doc));
    expect(text).toContain('/Length 3>>stream\nq Q\nendstream');
  });

  test('tells how far it is, up to all', () => {
    const seen: [number, number][] = [];
    writeDocument(longDocument(), { objectStreams, onProgress: (done, total) => seen.push([done, total]) });
    expect(seen.at(-1)).toEqual([2503, 2503]);
    const counts = seen.map(([done]) => done);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });
});

describe('the form of the file', () => {
  test('object streams hold at most 1000 objects, no streams among them', async () => {
    const text = latin1(packed(longDocument()));
    expect(text.match(/\/Type\/ObjStm\/N \d+/g)).toEqual([
      '/Type/ObjStm/N 1000',
      '/Type/ObjStm/N 1000',
      '/Type/ObjStm/N 503',
    ]);
    expect(text).toContain('/Type/XRef');
    expect(text).not.toContain('trailer');
  });

  test('without object streams there is a classic table that a PDF 1.4 reader reads', () => {
    const text = latin1(classic(longDocument()));
    expect(text).not.toMatch(/ObjStm|\/XRef/);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    expect(text.slice(start, start + 12)).toBe('xref\n0 2504\n');
    const rows = text.slice(start + 12, text.indexOf('trailer', start));
    expect(rows).toHaveLength(2504 * 20);
    // Object 0 heads the list of free objects (7.5.4).
    expect(rows.slice(0, 20)).toBe('0000000000 65535 f \n');
    for (const number of [1, 1000, 2503]) {
      const row = rows.slice(number * 20, number * 20 + 20);
      expect(row).toMatch(/^\d{10} 00000 n \n$/);
      expect(text.slice(Number(row.slice(0, 10)))).toMatch(new RegExp(`^${number} 0 obj\n`));
    }
  });

  test('a tiny file takes the form that is smaller', async () => {
    const tiny = pagesDocument(['']);
    expect(packed(tiny).length).toBeLessThanOrEqual(classic(tiny).length);
    expect(latin1(packed(tiny))).toContain('\nxref\n');
    await expectSameDocument(tiny, packed(tiny));
  });

  test('equal kinds stand side by side, so that many objects pack to little', () => {
    const doc = longDocument();
    expect(packed(doc).length).toBeLessThan(classic(doc).length / 8);
  });

  test('offsets beyond 64 kB and 16 MB are wide enough', async () => {
    for (const bytes of [70_000, 17_000_000]) {
      const doc = pagesDocument(['/Contents 100 0 R'], {
        100: stream('', new Uint8Array(bytes)),
        101: stream('', 'last'),
      });
      dictOf(doc, 3).set(key('Last'), PDFRef.of(101));
      await expectSameDocument(doc, packed(doc));
    }
  });
});

describe('the header', () => {
  const versionOf = (bytes: Uint8Array) => /^%PDF-(\d\.\d)\n%[\x80-\xff]{4}\n/.exec(latin1(bytes))?.[1];

  test.each([
    ['1.0', '1.5', '1.4'],
    ['1.3', '1.5', '1.4'],
    ['1.4', '1.5', '1.4'],
    ['1.5', '1.5', '1.5'],
    ['1.7', '1.7', '1.7'],
    ['2.0', '2.0', '2.0'],
  ])('of a %s document says %s with object streams and %s without', (headerVersion, withStreams, without) => {
    const objects: Record<number, string> = {};
    for (let number = 100; number < 140; number++) objects[number] = `<< /Contents (${number}) >>`;
    const annots = Object.keys(objects).map((number) => `${number} 0 R`);
    const doc = pagesDocument([`/Annots [${annots.join(' ')}]`], objects, { headerVersion });
    expect(versionOf(packed(doc))).toBe(withStreams);
    expect(versionOf(classic(doc))).toBe(without);
  });
});

describe('the identifier', () => {
  const ID = '/ID [<00112233445566778899aabbccddeeff> <ffeeddccbbaa99887766554433221100>]';
  const build = (contents: string, id = ID) =>
    pagesDocument(
      ['/Contents 100 0 R'],
      { 100: stream('', contents) },
      { trailer: `<< /Root 1 0 R ${id} >>` },
    );

  async function identifierOf(bytes: Uint8Array): Promise<string[]> {
    const { trailer } = await open(bytes);
    const id = trailer.lookup(key('ID'));
    if (!(id instanceof PDFArray)) return [];
    return id.asArray().map((half) => (half instanceof PDFHexString ? half.asString() : String(half)));
  }

  test.each(FORMS)(
    'keeps its first half and has a new second half, in a %s file',
    async (_, objectStreams) => {
      const [first, second] = await identifierOf(writeDocument(build('q Q'), { objectStreams }));
      expect(first).toBe('00112233445566778899aabbccddeeff');
      expect(second).toMatch(/^[0-9a-f]{32}$/);
      expect(second).not.toBe('ffeeddccbbaa99887766554433221100');
    },
  );

  test('depends on the content, and on nothing else', async () => {
    const [one, same, other] = await Promise.all(
      ['q Q', 'q Q', 'Q q'].map((contents) => identifierOf(packed(build(contents)))),
    );
    expect(one).toEqual(same);
    expect(one![1]).not.toBe(other![1]);
  });

  test('a document without one gets none', async () => {
    expect(await identifierOf(packed(build('q Q', '')))).toEqual([]);
  });

  test.each(['/ID []', '/ID 12', '/ID [12 13]', '/ID [900 0 R 900 0 R]', '/ID null'])(
    '%s, which is none, does no harm',
    async (id) => {
      const after = await open(packed(build('q Q', id)));
      expect(after.repairs).toEqual([]);
      expect(pageRefs(after.trailer)).toHaveLength(1);
    },
  );

  test('one that is indirect stands in the trailer itself', async () => {
    const doc = buildDocument(
      {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        3: '<< /Type /Page /Parent 2 0 R >>',
        9: '[ 10 0 R <01> ]',
        10: '<aabb>',
      },
      { trailer: '<< /Root 1 0 R /ID 9 0 R >>' },
    );
    expect((await identifierOf(packed(doc)))[0]).toBe('aabb');
  });
});

test('streams that only pass through are not packed twice', async () => {
  const doc = pagesDocument(['/Contents 100 0 R'], { 100: stream('/Filter /ASCIIHexDecode', '712051>') });
  const after = await open(packed(doc));
  const page = after.context.lookup(pageRefs(after.trailer)[0], PDFDict);
  const contents = page.lookup(key('Contents'));
  if (!(contents instanceof PDFRawStream)) throw new Error('no content stream');
  expect(latin1(contents.contents)).toBe('712051>');
  const decoded = decodeStream(contents, 100);
  expect(decoded.kind === 'bytes' && latin1(decoded.bytes)).toBe('q Q');
});

test('object streams are asked to be deflated together, and whoever does it changes no byte', async () => {
  const doc = longDocument();
  const asked: number[] = [];
  const pieces = await writeTogether(doc, { objectStreams: true }, async (wanted) => {
    asked.push(wanted.length);
    return wanted.map(deflated);
  });
  expect(asked).toEqual([3]);
  expect(latin1(wholeBytes(pieces))).toBe(latin1(packed(doc)));
});
