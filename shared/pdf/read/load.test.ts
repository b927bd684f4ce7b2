import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { FileBuilder, onePage } from '../../testing/documents/files.ts';
import type { PdfDocument } from '../document.ts';
import { key, PDFArray, PDFDict, type PDFObject, PDFRawStream } from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import { openDocument } from './open.ts';

const ROOT = '/Root 1 0 R';

const open = (file: FileBuilder) => openDocument(file.build(), { limits: DEFAULT_LIMITS });

/** The first page's `/Shown`. The file must be read without repairs. */
async function shown(file: FileBuilder): Promise<PDFObject | undefined> {
  const doc = await open(file);
  expect(doc.repairs).toEqual([]);
  return shownBy(doc);
}

function shownBy(doc: PdfDocument): PDFObject | undefined {
  return doc.context.lookup(pageRefs(doc.trailer)[0], PDFDict).lookup(key('Shown'));
}

/** Content of a stream, or the kind of another object. */
function textOf(object: PDFObject | undefined): string {
  return object instanceof PDFRawStream ? Buffer.from(object.contents).toString('latin1') : String(object);
}

const page = (file = new FileBuilder()) => onePage(file, 'q Q', '/Shown 5 0 R');

test.each([
  ['an object that is not there', 5, []],
  ['a free number', 5, [5]],
  ['a number far above all others', 5000, []],
])('a new object does not become the target of a reference to %s', async (_, number, free) => {
  const file = onePage(new FileBuilder(), 'q Q', `/Shown ${number} 0 R`);
  const doc = await open(file.table(ROOT, undefined, free));
  for (let count = 0; count < 5; count += 1) doc.context.register(doc.context.obj({}));
  expect(shownBy(doc)).toBeUndefined();
});

test('a wrong count of pages in a sound tree is no loss of pages', async () => {
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 5 >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>')
    .table(ROOT);
  expect(await open(file)).toMatchObject({ repairs: [], incomplete: false, lostPages: 0 });
});

test('a page tree that stands in the catalog is mended, and that is told', async () => {
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages << /Type /Pages /Kids [3 0 R] /Count 1 >> >>')
    .object(3, '<< /Type /Page /MediaBox [0 0 9 9] /Shown (page) >>')
    .table(ROOT);
  const doc = await open(file);
  expect(doc.repairs).toContain('the page tree stood in the catalog itself');
  expect(textOf(shownBy(doc))).toBe('(page)');
});

describe('a classic table', () => {
  test('the newest trailer names the catalog', async () => {
    const file = page().object(5, '(old)').table(ROOT, [1, 2, 3, 4, 5]);
    const old = file.length;
    file
      .object(7, '<< /Type /Catalog /Pages 8 0 R >>')
      .object(8, '<< /Type /Pages /Kids [9 0 R] /Count 1 >>')
      .object(9, '<< /Type /Page /Parent 8 0 R /Shown (new) >>');
    const before = Buffer.from(file.build()).toString('latin1').lastIndexOf('xref\n0 1', old);
    expect(textOf(await shown(file.table(`/Root 7 0 R /Prev ${before}`, [7, 8, 9])))).toBe('(new)');
  });

  test('an entry in use at byte 0 is a free one', async () => {
    const file = page().table(ROOT, [1, 2, 3, 4, 5]);
    expect(await shown(file)).toBeUndefined();
  });

  test('an entry that leads to another object is mended, not believed', async () => {
    const file = page().object(6, '(another)');
    const wrong = file.offsetOf(6);
    file.object(5, '(right)');
    const rows = [1, 2, 3, 4, 5].map((number) => (number === 5 ? wrong : file.offsetOf(number)));
    const start = file.length;
    file.raw('xref\n0 6\n0000000000 65535 f \n');
    for (const offset of rows) file.raw(`${String(offset).padStart(10, '0')} 00000 n \n`);
    const doc = await open(file.raw(`trailer\n<< ${ROOT} >>\n`).end(start));
    expect(doc.repairs).toHaveLength(1);
    expect(textOf(shownBy(doc))).toBe('(right)');
  });

  test('an object of another generation than its entry says is not the one', async () => {
    const file = page().object(5, '(other)', 1);
    const start = file.length;
    file.raw('xref\n0 6\n0000000000 65535 f \n');
    for (const number of [1, 2, 3, 4, 5])
      file.raw(`${String(file.offsetOf(number)).padStart(10, '0')} 00000 n \n`);
    const doc = await open(file.raw(`trailer\n<< ${ROOT} >>\n`).end(start));
    expect(doc.repairs).toHaveLength(1);
    expect(shownBy(doc)).toBeUndefined();
  });

  test('a reference of another generation leads to nothing, and nothing is wrong with that', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Shown 5 0 R').object(5, '(later)', 2).table(ROOT);
    expect(await shown(file)).toBeUndefined();
  });

  test('what nothing reaches is counted and not read', async () => {
    const file = page().object(5, '(read)').object(6, '(lost)').object(7, '(lost)');
    const doc = await open(file.table(ROOT));
    expect(doc.unreachedObjects).toBe(2);
    expect(doc.context.enumerateIndirectObjects()).toHaveLength(5);
  });
});

describe('a cross-reference stream', () => {
  /** Rows of `/W [type offset third]` for these objects, all of which are in the file. */
  function rows(file: FileBuilder, numbers: readonly number[], widths: readonly [number, number, number]) {
    return Uint8Array.from(
      numbers.flatMap((number) => {
        const fields = [1, file.offsetOf(number), 0];
        return fields.flatMap((field, i) =>
          Array.from({ length: widths[i]! }, (_, byte) => (field >> (8 * (widths[i]! - 1 - byte))) & 255),
        );
      }),
    );
  }

  test.each<[readonly [number, number, number]]>([[[1, 2, 1]], [[0, 3, 0]], [[0, 2, 2]], [[1, 4, 0]]])(
    'of widths %j: without a type an object is in use, without a third field it is of generation 0',
    async (widths) => {
      const file = page().object(5, '(found)');
      const data = rows(file, [1, 2, 3, 4, 5], widths);
      const start = file.length;
      file.stream(6, `/Type /XRef /Size 6 /Index [1 5] /W [${widths.join(' ')}] ${ROOT}`, data).end(start);
      expect(textOf(await shown(file))).toBe('(found)');
    },
  );

  test('of which the end is lost is not believed, though all that is left can be read', async () => {
    const file = page().object(5, '(found)');
    const data = rows(file, [1, 2, 3, 4, 5], [1, 2, 1]);
    const packed = deflateSync(data, { level: 0 });
    // The last of five rows is lost: the one for the object that the page shows.
    const cut = packed.subarray(0, packed.length - 4 - 4);
    const start = file.length;
    file
      .stream(
        6,
        `/Type /XRef /Size 6 /Index [1 5] /W [1 2 1] /Filter /FlateDecode ${ROOT}`,
        new Uint8Array(cut),
      )
      .end(start);
    const doc = await open(file);
    expect(doc.repairs).toHaveLength(1);
    expect(textOf(shownBy(doc))).toBe('(found)');
  });
});

describe('an object stream', () => {
  /** Catalog and pages by themselves, 5 as the row says, object stream 8. */
  const packed = (
    objects: Readonly<Record<number, string>>,
    row: readonly [number, number, number],
    shows = '5 0 R',
  ) => {
    const file = onePage(new FileBuilder(), 'q Q', `/Shown ${shows}`).objectStream(8, objects);
    const plain = Object.fromEntries(
      [1, 2, 3, 4, 8].map((number) => [number, [1, file.offsetOf(number), 0] as const]),
    );
    return file.xrefStream(9, ROOT, { ...plain, 5: row });
  };

  test('gives the object of its index, or of its number where the index is wrong', async () => {
    const objects = { 4711: '(no)', 5: '(yes)', 4712: '(no)' };
    for (const index of [1, 0, 2, 77])
      expect(textOf(await shown(packed(objects, [2, 8, index])))).toBe('(yes)');
  });

  test('that does not hold the object is known to miss it', async () => {
    const doc = await open(packed({ 4711: '(no)' }, [2, 8, 0]));
    expect(doc.repairs).toHaveLength(1);
    expect(shownBy(doc)).toBeUndefined();
  });

  test('that is none is known to miss its objects', async () => {
    const doc = await open(packed({ 4711: '(no)' }, [2, 4, 0]));
    expect(doc.repairs).toHaveLength(1);
  });

  test('holds objects of generation 0 alone', async () => {
    expect(await shown(packed({ 5: '(no)' }, [2, 8, 0], '5 1 R'))).toBeUndefined();
  });
});

describe('of a file without a cross-reference', () => {
  const lost = (file: FileBuilder) => open(file.raw(`trailer\n<< ${ROOT} >>\n`).end(999_999));

  test('an object by itself wins over one that was packed before it', async () => {
    const file = page().objectStream(8, { 5: '(old)' }).object(5, '(new)');
    expect(textOf(shownBy(await lost(file)))).toBe('(new)');
  });

  test('an object that was packed later wins', async () => {
    const file = page().object(5, '(old)').objectStream(8, { 5: '(new)' });
    expect(textOf(shownBy(await lost(file)))).toBe('(new)');
  });

  test('an object stream that was replaced does not count', async () => {
    const file = page().object(5, '(right)').objectStream(8, { 5: '(replaced)' }).object(8, '(another)');
    expect(textOf(shownBy(await lost(file)))).toBe('(right)');
  });

  test('objects that stand in the data of a stream are not taken', async () => {
    const file = page().object(5, '(right)').stream(6, '', 'see: 5 0 obj (quoted) endobj');
    expect(textOf(shownBy(await lost(file)))).toBe('(right)');
  });

  test('a trailer that names no catalog does not count', async () => {
    const file = page().object(5, '(shown)').object(6, '<< /Title (kept) >>');
    file.raw(`trailer\n<< ${ROOT} /Info 6 0 R >>\n`).raw('trailer\n<< /Size 7 >>\n');
    const doc = await open(file.end(999_999));
    expect(doc.trailer.lookup(key('Info'), PDFDict).has(key('Title'))).toBe(true);
  });

  test('the dictionary of a cross-reference stream is a trailer', async () => {
    const file = page().object(5, '(shown)').object(6, '<< /Title (kept) >>');
    file.stream(7, `/Type /XRef /Size 8 /W [1 2 1] ${ROOT} /Info 6 0 R`, new Uint8Array(4));
    const doc = await open(file.end(999_999));
    expect(doc.trailer.lookup(key('Info'), PDFDict).has(key('Title'))).toBe(true);
  });

  test('pages that are saved keep what is their own, and have a size', async () => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 7 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /Rotate 90 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R /Rotate 180 /MediaBox [0 0 9 9] >>')
      .object(4, '<< /Type /Page /Parent 2 0 R >>')
      .object(7, '(no tree)');
    const doc = await lost(file);
    const pages = pageRefs(doc.trailer).map((ref) => doc.context.lookup(ref, PDFDict));
    expect(pages.map((each) => String(each.get(key('Rotate'))))).toEqual(['180', '90']);
    const boxes = pages.map((each) => each.get(key('MediaBox')) ?? parentOf(each).get(key('MediaBox')));
    expect(boxes.map((box) => (box instanceof PDFArray ? box.toString() : null))).toEqual([
      '[ 0 0 9 9 ]',
      '[ 0 0 612 792 ]',
    ]);
  });
});

function parentOf(node: PDFDict): PDFDict {
  return node.lookup(key('Parent'), PDFDict);
}

describe('a file costs what limits allow', () => {
  const limited = (limits: Partial<typeof DEFAULT_LIMITS>) =>
    openDocument(page().object(5, '(shown)').table(ROOT).build(), {
      limits: { ...DEFAULT_LIMITS, ...limits },
    });

  test('in bytes', async () => {
    await expect(limited({ inputBytes: 100 })).rejects.toMatchObject({
      problem: { code: 'limit_exceeded', limit: 'inputBytes', allowed: 100 },
    });
  });

  test('in objects that the trailer leads to', async () => {
    await expect(limited({ objects: 3 })).rejects.toMatchObject({
      problem: { code: 'limit_exceeded', limit: 'objects', allowed: 3 },
    });
  });
});

describe('a file without a cross-reference', () => {
  test('has nothing of an object stream whose number was given to another object', async () => {
    const packed = '5 0 (packed)';
    const file = page()
      .stream(6, `/Type /ObjStm /N 1 /First 4`, packed)
      .object(6, '(another)')
      .raw(`trailer\n<< ${ROOT} >>\n`)
      .end(999_999);
    expect(shownBy(await open(file))).toBeUndefined();
  });

  test('has the object stream that still is one', async () => {
    const file = page()
      .stream(6, `/Type /ObjStm /N 1 /First 4`, '5 0 (packed)')
      .raw(`trailer\n<< ${ROOT} >>\n`)
      .end(999_999);
    expect(textOf(shownBy(await open(file)))).toBe('(packed)');
  });

  test('whose page tree is lost shows its pages in the order of the file, not of their numbers', async () => {
    const onePageOf = (name: string) => `<< /Type /Page /MediaBox [0 0 9 9] /Name /${name} >>`;
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '(no tree)')
      .object(3, onePageOf('Outdated'))
      .object(5, onePageOf('First'))
      .object(3, onePageOf('Second'))
      .object(4, onePageOf('Third'))
      .table(ROOT);
    const doc = await open(file);
    const names = pageRefs(doc.trailer).map((ref) =>
      String(doc.context.lookup(ref, PDFDict).get(key('Name'))),
    );
    expect(names).toEqual(['/First', '/Second', '/Third']);
  });
});
