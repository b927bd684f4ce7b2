import { readFileSync } from 'node:fs';
import { constants, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PdfError } from '../../errors.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { FileBuilder, latin1Bytes, onePage } from '../../testing/documents/files.ts';
import type { PdfDocument } from '../document.ts';
import { decodeStream } from '../filter/filters.ts';
import { key, PDFArray, PDFDict, PDFRawStream, PDFRef } from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import { writeDocument } from '../write/write.ts';
import { openDocument } from './open.ts';

const ROOT = '/Root 1 0 R';

function open(file: FileBuilder | Uint8Array): Promise<PdfDocument> {
  return openDocument(file instanceof FileBuilder ? file.build() : file, { limits: DEFAULT_LIMITS });
}

/** The decoded content of each page, in order. */
async function contents(file: FileBuilder | Uint8Array): Promise<string[]> {
  const doc = await open(file);
  return pageRefs(doc.trailer).map((ref) => {
    const page = doc.context.lookup(ref, PDFDict);
    const stream = page.lookup(key('Contents'));
    if (!(stream instanceof PDFRawStream)) return '(none)';
    const decoded = decodeStream(stream, 1e6);
    return decoded.kind === 'bytes' ? new TextDecoder('latin1').decode(decoded.bytes) : decoded.kind;
  });
}

async function problemOf(file: Uint8Array): Promise<unknown> {
  try {
    await openDocument(file, { limits: DEFAULT_LIMITS });
  } catch (thrown) {
    if (thrown instanceof PdfError) return thrown.problem;
    throw thrown;
  }
  return 'opened';
}

describe('the file says which copy of an object counts', () => {
  test('a stale copy behind the one in the cross-reference is not read', async () => {
    const file = onePage(new FileBuilder(), 'current');
    const current = file.offsetOf(4);
    file.stream(4, '', 'stale');
    const start = file.length;
    file.raw('xref\n0 5\n0000000000 65535 f \n');
    for (const offset of [file.offsetOf(1), file.offsetOf(2), file.offsetOf(3), current]) {
      file.raw(`${String(offset).padStart(10, '0')} 00000 n \n`);
    }
    file.raw(`trailer\n<< /Size 5 ${ROOT} >>\n`).end(start);
    expect(await contents(file)).toEqual(['current']);
  });

  test('the newest revision counts even where it stands before the old one', async () => {
    const file = new FileBuilder();
    file.stream(4, '', 'new');
    const newOffset = file.offsetOf(4);
    onePage(file, 'old');
    const oldXref = file.length;
    file.table(ROOT);
    const start = file.length;
    file.raw(`xref\n4 1\n${String(newOffset).padStart(10, '0')} 00000 n \n`);
    file.raw(`trailer\n<< /Size 5 ${ROOT} /Prev ${oldXref} >>\n`).end(start);
    expect(await contents(file)).toEqual(['new']);
  });

  test('two revisions: the update replaces what it names and keeps the rest', async () => {
    const file = onePage(new FileBuilder(), 'old');
    const oldXref = file.length;
    file.table(ROOT).stream(4, '', 'new').table(`${ROOT} /Prev ${oldXref}`, [4]);
    expect(await contents(file)).toEqual(['new']);
  });

  test('a deleted object stays deleted', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Annots [5 0 R]').object(
      5,
      '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>',
    );
    const oldXref = file.length;
    file.table(ROOT).table(`${ROOT} /Prev ${oldXref}`, [], [5]);
    const doc = await open(file);
    expect(doc.context.lookup(PDFRef.of(5))).toBeUndefined();
  });

  test('a number freed and used again in a later generation is one object, the later', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Lang 7 1 R /Old 7 0 R').object(7, '(first)');
    const oldXref = file.length;
    file.table(ROOT).object(7, '(second)', 1).table(`${ROOT} /Prev ${oldXref}`, [7]);
    const doc = await open(file);
    const page = doc.context.lookup(PDFRef.of(3), PDFDict);
    expect(page.lookup(key('Lang'))?.toString()).toBe('(second)');
    expect(page.lookup(key('Old'))).toBeUndefined();
  });

  test('generation numbers are read as they are', async () => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 7 R >>', 3)
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', 7)
      .object(3, '<< /Type /Page /Parent 2 7 R >>')
      .table('/Root 1 3 R');
    expect(pageRefs((await open(file)).trailer)).toHaveLength(1);
  });

  test('nothing that the trailer does not reach is kept', async () => {
    const file = onePage(new FileBuilder()).object(9, '(orphan)').table(ROOT);
    const doc = await open(file);
    expect(doc.context.lookup(PDFRef.of(9))).toBeUndefined();
    expect(doc.unreachedObjects).toBe(1);
  });
});

describe('object streams and cross-reference streams', () => {
  const members = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
  };
  const packedRows = (stream: number) =>
    ({ 1: [2, stream, 0], 2: [2, stream, 1], 3: [2, stream, 2] }) as Record<
      number,
      readonly [number, number, number]
    >;

  test.each([
    ['plainly deflated', '/Filter /FlateDecode', 0],
    ['with a PNG predictor', '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 9 >>', 9],
    ['with an abbreviated filter name', '/Filter /Fl', 0],
  ])('an object stream %s is read', async (_, dict, columns) => {
    const file = new FileBuilder().stream(4, '', 'packed').objectStream(5, members, dict, columns);
    file.xrefStream(6, ROOT, { ...packedRows(5), 4: [1, file.offsetOf(4), 0], 5: [1, file.offsetOf(5), 0] });
    expect(await contents(file)).toEqual(['packed']);
  });

  test('the number of an old cross-reference stream may be used again', async () => {
    const file = new FileBuilder().stream(4, '', 'old').objectStream(5, members);
    const oldXref = file.length;
    file.xrefStream(6, ROOT, { ...packedRows(5), 4: [1, file.offsetOf(4), 0], 5: [1, file.offsetOf(5), 0] });
    file.stream(6, '', 'new').object(3, '<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>');
    file.xrefStream(7, `${ROOT} /Prev ${oldXref}`, {
      3: [1, file.offsetOf(3), 0],
      6: [1, file.offsetOf(6), 0],
    });
    expect(await contents(file)).toEqual(['new']);
  });

  test('a hybrid file shows the objects that its table hides', async () => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 8 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R >>')
      .objectStream(5, { 8: '<< /Type /StructTreeRoot >>' });
    const hidden = file.length;
    file.xrefStream(6, ROOT, { 8: [2, 5, 0], 5: [1, file.offsetOf(5), 0] });
    file.table(`${ROOT} /XRefStm ${hidden}`, [1, 2, 3], [5, 6, 8]);
    const doc = await open(file);
    expect(doc.context.lookup(PDFRef.of(8), PDFDict).get(key('Type'))).toBe(key('StructTreeRoot'));
  });

  test('an object stream that claims to be packed in itself leads to nothing and ends', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Lang 8 0 R');
    file.xrefStream(6, ROOT, {
      1: [1, file.offsetOf(1), 0],
      2: [1, file.offsetOf(2), 0],
      3: [1, file.offsetOf(3), 0],
      4: [1, file.offsetOf(4), 0],
      8: [2, 9, 0],
      9: [2, 9, 0],
    });
    expect(await contents(file)).toEqual(['q Q']);
  });
});

describe('streams end where their data ends', () => {
  test.each([
    ['too short', '3'],
    ['too long', '4000'],
    ['negative', '-1'],
    ['no number', '/Nope'],
    ['a reference to nothing', '99 0 R'],
    ['a reference to itself', '4 0 R'],
  ])('a /Length that is %s is mended', async (_, length) => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>')
      .stream(4, '', 'q (text) Tj Q', length)
      .table(ROOT);
    expect(await contents(file)).toEqual(['q (text) Tj Q']);
  });

  test('an indirect /Length is obeyed, so that "endstream" may stand in the data', async () => {
    const data = 'before endstream endobj after';
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>')
      .stream(4, '', data, '5 0 R')
      .object(5, String(data.length))
      .table(ROOT);
    expect(await contents(file)).toEqual([data]);
  });

  test.each([
    ['LF', '\n', '\n'],
    ['CR LF', '\r\n', '\r\n'],
    ['CR alone', '\r', '\r'],
    ['a blank before LF', ' \n', '\n'],
    ['nothing before endstream', '\n', ''],
  ])('ends of line around the data: %s', async (_, before, after) => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>');
    const offset = file.length;
    file.stream(4, '', '');
    const cut = file.build().subarray(0, offset);
    const again = new FileBuilder('')
      .raw(cut)
      .raw(`4 0 obj\n<< /Length 3 >>\nstream${before}q Q${after}endstream\nendobj\n`);
    const start = again.length;
    again.raw('xref\n0 5\n0000000000 65535 f \n');
    for (const at of [file.offsetOf(1), file.offsetOf(2), file.offsetOf(3), offset])
      again.raw(`${String(at).padStart(10, '0')} 00000 n \n`);
    again.raw(`trailer\n<< /Size 5 ${ROOT} >>\n`).end(start);
    expect(await contents(again)).toEqual(['q Q']);
  });

  test('a PDF inside a stream is data', async () => {
    const inner = onePage(new FileBuilder(), 'inner').table(ROOT).build();
    const file = onePage(new FileBuilder(), 'outer', '/Attached 9 0 R')
      .stream(9, '/Type /EmbeddedFile', inner)
      .table(ROOT);
    expect(await contents(file)).toEqual(['outer']);
    const noXref = onePage(new FileBuilder(), 'outer', '/Attached 9 0 R').stream(
      9,
      '/Type /EmbeddedFile',
      inner,
    );
    noXref.raw(`trailer\n<< ${ROOT} >>\n`).end(0);
    expect(await contents(noXref)).toEqual(['outer']);
  });
});

describe('what writers get wrong and readers forgive', () => {
  test('junk before the header, with offsets that count from the header', async () => {
    const file = onePage(new FileBuilder(), 'kept').table(ROOT).build();
    const doc = await open(new FileBuilder('junk before\n').raw(file));
    expect(doc.repairs).toEqual([]);
    expect(pageRefs(doc.trailer)).toHaveLength(1);
  });

  test('a catalog without /Type', async () => {
    const file = onePage(new FileBuilder()).object(1, '<< /Pages 2 0 R >>').table(ROOT);
    expect(await contents(file)).toEqual(['q Q']);
  });

  test.each(['0', '17', '-1', '(one)'])(
    'a /Count of %s: the pages that the tree holds count',
    async (count) => {
      const file = onePage(new FileBuilder())
        .object(2, `<< /Type /Pages /Kids [3 0 R 3 0 R 99 0 R] /Count ${count} >>`)
        .table(ROOT);
      expect(pageRefs((await open(file)).trailer)).toHaveLength(1);
    },
  );

  test('a table that begins at 1 with the head of the free list', async () => {
    const file = onePage(new FileBuilder());
    const start = file.length;
    file.raw('xref\n1 5\n0000000000 65535 f \n');
    for (const number of [1, 2, 3, 4])
      file.raw(`${String(file.offsetOf(number)).padStart(10, '0')} 00000 n \n`);
    file.raw(`trailer\n<< /Size 5 ${ROOT} >>\n`).end(start);
    expect((await open(file)).repairs).toEqual([]);
  });

  test('a chain of revisions that runs in a circle ends', async () => {
    const file = onePage(new FileBuilder());
    const start = file.length;
    file.table(`${ROOT} /Prev ${start}`);
    expect(await contents(file)).toEqual(['q Q']);
  });

  test('#xx in names means the same in small and capital letters', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/A#2fB 1 /A#2FC 2').table(ROOT);
    const page = (await open(file)).context.lookup(PDFRef.of(3), PDFDict);
    expect(page.toString()).toContain('/A#2FB 1');
    expect(page.toString()).toContain('/A#2FC 2');
  });

  test('a page tree that runs in a circle ends', async () => {
    const file = onePage(new FileBuilder())
      .object(2, '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1 >>')
      .table(ROOT);
    expect(await contents(file)).toEqual(['q Q']);
  });
});

describe('repair', () => {
  test('a lost cross-reference is rebuilt; of two copies the later counts', async () => {
    const file = onePage(new FileBuilder(), 'old')
      .stream(4, '', 'new')
      .raw(`trailer\n<< ${ROOT} >>\n`)
      .end(999_999);
    const doc = await open(file);
    expect(doc.repairs).toHaveLength(1);
    expect(doc.incomplete).toBe(false);
    expect(await contents(file)).toEqual(['new']);
  });

  test('without a trailer the catalog is found by its type', async () => {
    expect(await contents(onePage(new FileBuilder(), 'found'))).toEqual(['found']);
  });

  test('a catalog is found by its type where the trailer names something else', async () => {
    const file = onePage(new FileBuilder(), 'found').object(5, '<< /Producer (Other) >>');
    const doc = await open(file.raw('trailer\n<< /Root 5 0 R >>\n').end(999_999));
    expect(doc.incomplete).toBe(false);
    expect(`${doc.trailer.get(key('Root'))}`).toBe('1 0 R');
  });

  test('pages whose tree nothing leads to keep what they have from it', async () => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 7 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90 /Resources << /Font << /F 6 0 R >> >> >>')
      .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>')
      .stream(4, '', 'saved')
      .object(6, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
      .object(7, '(no tree)');
    const doc = await open(file.raw(`trailer\n<< ${ROOT} >>\n`).end(999_999));
    expect(doc.repairs.at(-1)).toBe('page tree rebuilt from 1 pages');
    const page = doc.context.lookup(pageRefs(doc.trailer)[0], PDFDict);
    expect(`${page.get(key('Rotate'))}`).toBe('90');
    expect(page.lookup(key('Resources'), PDFDict).has(key('Font'))).toBe(true);
    expect(page.lookup(key('MediaBox'), PDFArray).size()).toBe(4);
  });

  test('an entry that points beside its object is mended', async () => {
    const bytes = onePage(new FileBuilder(), 'found').table(ROOT).build();
    const text = new TextDecoder('latin1').decode(bytes);
    const shifted = text.replace(
      /(4 1\n)(\d{10})/,
      (_, head: string, offset: string) => head + String(Number(offset) + 5).padStart(10, '0'),
    );
    const doc = await open(latin1Bytes(shifted));
    expect(doc.repairs[0]).toContain('object 4 is not at byte');
    expect(doc.incomplete).toBe(false);
  });

  test('objects inside object streams are found again', async () => {
    const file = new FileBuilder()
      .stream(4, '', 'packed')
      .objectStream(5, {
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
      })
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>');
    expect(await contents(file)).toEqual(['packed']);
  });

  test('a catalog in an object stream is found without trailer and cross-reference', async () => {
    const file = new FileBuilder().stream(4, '', 'packed').objectStream(5, {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    });
    expect(await contents(file)).toEqual(['packed']);
    expect((await open(file)).incomplete).toBe(false);
  });

  test('of two catalogs in object streams the later counts', async () => {
    const file = new FileBuilder()
      .stream(4, '', 'old')
      .objectStream(5, {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
      })
      .stream(7, '', 'new')
      .objectStream(8, {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        3: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
      });
    expect(await contents(file)).toEqual(['new']);
  });

  test('a value that cannot be read does not cost the object around it, but is known to be lost', async () => {
    const file = onePage(new FileBuilder(), 'shown', '/Broken << /ON >60 0 R] >> /Annots }1 0 R]').table(
      ROOT,
    );
    expect(await contents(file)).toEqual(['shown']);
    expect(await open(file)).toMatchObject({ incomplete: true });
  });

  test('a damaged cross-reference stream is not believed by half', async () => {
    const numbers = Array.from({ length: 40 }, (_, i) => 10 + i);
    const file = onePage(
      new FileBuilder(),
      'found',
      `/More [${numbers.map((number) => `${number} 0 R`).join(' ')}]`,
    );
    for (const number of numbers) file.object(number, `(${number})`);
    const packedFile = writeDocument(await open(file.table(ROOT)), { objectStreams: true });
    const text = Buffer.from(packedFile).toString('latin1');
    const data = text.indexOf('stream', text.indexOf('/Type/XRef')) + 'stream\n'.length;
    for (const at of [2, 5, 9]) {
      const damaged = packedFile.slice();
      damaged.fill(0x5a, data + at, data + at + 6);
      const doc = await open(damaged);
      expect(doc.repairs).toHaveLength(1);
      expect(doc.context.enumerateIndirectObjects()).toHaveLength(44);
    }
  });

  test('a cross-reference stream that ends early is believed when it holds all of its entries', async () => {
    const file = onePage(new FileBuilder(), 'found');
    const rows = [0, 1, 2, 3, 4].flatMap((number) => {
      const offset = number === 0 ? 0 : file.offsetOf(number);
      return [number === 0 ? 0 : 1, offset >> 8, offset & 255, 0];
    });
    const unfinished = deflateSync(Uint8Array.from(rows), { finishFlush: constants.Z_SYNC_FLUSH });
    const start = file.length;
    file
      .stream(5, `/Type /XRef /Size 5 /W [1 2 1] /Filter /FlateDecode ${ROOT}`, new Uint8Array(unfinished))
      .end(start);
    expect((await open(file)).repairs).toEqual([]);
    expect(await contents(file)).toEqual(['found']);
  });

  test('an encrypted file of which the cross-reference is damaged opens with its password', async () => {
    const url = new URL('../../fixtures/encrypted/r6-aes-256-object-streams.pdf', import.meta.url);
    const bytes = new Uint8Array(readFileSync(url));
    const text = Buffer.from(bytes).toString('latin1');
    const data = text.indexOf('stream', text.indexOf('/Type /XRef')) + 'stream\n'.length;
    for (let at = 0; at < 12; at++) bytes[data + at]! ^= 0x5a;
    const doc = await openDocument(bytes, { limits: DEFAULT_LIMITS, password: 'user' });
    expect(doc.security).not.toBeNull();
    expect(pageRefs(doc.trailer)).toHaveLength(1);
  });

  test('an encryption dictionary that is lost is damage, not an unknown handler', async () => {
    const file = onePage(new FileBuilder()).table(`${ROOT} /Encrypt 77 0 R`);
    expect(await problemOf(file.build())).toMatchObject({
      code: 'damaged_pdf',
      detail: 'no encryption dictionary',
    });
  });

  test('a file whose lost part held objects is known to be incomplete', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/Lang 5 0 R').raw(`trailer\n<< ${ROOT} >>\n`);
    expect((await open(file)).incomplete).toBe(true);
  });

  describe('a page that names no object as its parent', () => {
    const open1 = (node: string, page: string) =>
      open(
        new FileBuilder()
          .object(1, '<< /Type /Catalog /Pages 3 0 R >>')
          .object(3, `<< /Type /Pages /Kids [5 0 R] /Count 1 ${node} >>`)
          .object(5, `<< /Type /Page /Parent 2 0 R ${page} >>`)
          .raw(`trailer\n<< ${ROOT} >>\n`),
      );
    const BOX = '/MediaBox [0 0 9 9]';

    test('gets the one that lists it', async () => {
      const doc = await open1('', BOX);
      expect(doc).toMatchObject({ incomplete: false });
      expect(doc.repairs.at(-1)).toBe('1 lost objects were the parent of pages');
      expect(`${(doc.context.lookup(PDFRef.of(5)) as PDFDict).get(key('Parent'))}`).toBe('3 0 R');
    });

    test.each([
      ['it inherits something', BOX, '/Resources << >>'],
      ['something else names the object too', '', `${BOX} /PieceInfo 2 0 R`],
    ])('and keeps it where %s: readers differ', async (_name, node, page) => {
      expect((await open1(node, page)).incomplete).toBe(true);
    });
  });

  test('a file that was cut off before its trailer, with objects missing, is refused', async () => {
    const whole = onePage(new FileBuilder(), 'q Q', '/Lang 5 0 R').object(5, '(en)');
    const cut = whole.build().subarray(0, whole.offsetOf(5));
    expect(await problemOf(cut)).toMatchObject({ code: 'damaged_pdf', reason: 'unreadable' });
  });

  test('without the page tree the pages themselves are shown, in file order', async () => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(8, '<< /Type /Page /Parent 2 0 R /Contents 9 0 R >>')
      .stream(9, '', 'first')
      .object(6, '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>')
      .stream(7, '', 'second')
      .raw(`trailer\n<< ${ROOT} >>\n`);
    expect(await contents(file)).toEqual(['first', 'second']);
    expect((await open(file)).incomplete).toBe(true);
  });
});

describe('what cannot be opened', () => {
  test.each([
    ['nothing', '', { code: 'not_a_pdf', reason: 'empty' }],
    ['plain text', 'Dear reader, this is not a PDF.', { code: 'not_a_pdf', reason: 'no-header' }],
    [
      'a header alone',
      '%PDF-1.7\n',
      { code: 'damaged_pdf', reason: 'no-xref', detail: 'no startxref at byte 9' },
    ],
  ])('%s is refused by name', async (_, text, problem) => {
    expect(await problemOf(latin1Bytes(text))).toEqual(problem);
  });

  test('a document without pages', async () => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Kids [] >>')
      .table(ROOT);
    expect(await problemOf(file.build())).toMatchObject({ code: 'damaged_pdf', reason: 'no-pages' });
  });

  test.each([
    ['arrays', '['.repeat(100_000)],
    ['dictionaries', '<< /A '.repeat(100_000)],
  ])('%s nested without end break the limit, not the stack', async (_, body) => {
    const file = onePage(new FileBuilder(), 'q Q', '/Deep 5 0 R').object(5, body).table(ROOT);
    expect(await problemOf(file.build())).toMatchObject({ code: 'limit_exceeded', limit: 'nesting' });
  });

  test('more objects than the limit', async () => {
    const file = onePage(new FileBuilder()).table(ROOT).build();
    const opening = openDocument(file, { limits: { ...DEFAULT_LIMITS, objects: 3 } });
    await expect(opening).rejects.toMatchObject({
      problem: { code: 'limit_exceeded', limit: 'objects', allowed: 3 },
    });
  });

  test('an aborted opening throws the signal’s reason', async () => {
    const file = onePage(new FileBuilder()).raw('damaged').build();
    const abort = AbortSignal.abort(new Error('stop'));
    await expect(openDocument(file, { limits: DEFAULT_LIMITS, signal: abort })).rejects.toThrow('stop');
  });
});
