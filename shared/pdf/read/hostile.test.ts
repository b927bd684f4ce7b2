import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PdfError, type PdfProblem } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../limits.ts';
import { FileBuilder, onePage } from '../../testing/documents/files.ts';
import { pageRefs } from '../page-tree.ts';
import { openDocument } from './open.ts';

const ROOT = '/Root 1 0 R';

/** Result for a file made to cost hours: its page count, or the problem. A hang makes the test time out. */
async function outcome(file: Uint8Array, limits: Partial<Limits> = {}): Promise<number | PdfProblem> {
  try {
    const doc = await openDocument(file, { limits: { ...DEFAULT_LIMITS, ...limits } });
    return pageRefs(doc.trailer).length;
  } catch (thrown) {
    if (thrown instanceof PdfError) return thrown.problem;
    throw thrown;
  }
}

describe('work that grows faster than the file', () => {
  test.each([
    ['trailers', 'trailer '],
    ['trailers with a string that has no end', 'trailer('],
    ['objects with a string that has no end', '1 0 obj('],
    ['objects with a hexadecimal string that has no end', '1 0 obj<'],
    ['objects with an array that has no end', '1 0 obj[0 '],
    ['streams without an end', '1 0 obj<<>>stream '],
    ['streams that only end with their object', '1 0 obj<<>>stream endobj '],
    ['headers of objects', '1 0 obj '],
    ['comments', '1 0 obj %'],
  ])('a million bytes of %s behind a lost cross-reference', async (_, text) => {
    const file = onePage(new FileBuilder()).raw(text.repeat(1_000_000 / text.length));
    expect(await outcome(file.build())).toSatisfy((found) => found === 1 || typeof found === 'object');
  });

  test('objects that all lie in each other, each with its own entry', async () => {
    const count = 30_000;
    const file = onePage(new FileBuilder());
    const kids: string[] = [];
    for (let number = 10; number < 10 + count; number++) {
      file.object(number, '(');
      kids.push(`${number} 0 R`);
    }
    file
      .object(5, `[${kids.join(' ')}]`)
      .object(3, '<< /Type /Page /Parent 2 0 R /X 5 0 R >>')
      .raw(')'.repeat(count));
    expect(await outcome(file.table(ROOT).build())).toBe(1);
  });

  test('an object stream of which every entry is in the wrong place', async () => {
    const objects: Record<number, string> = {};
    const rows: Record<number, [number, number, number]> = {};
    const count = 60_000;
    const kids: string[] = [];
    for (let number = 10; number < 10 + count; number++) {
      objects[number] = '0';
      rows[number] = [2, 5, 0];
      kids.push(`${number} 0 R`);
    }
    const file = onePage(new FileBuilder(), 'q Q', `/X [${kids.join(' ')}]`).objectStream(5, objects);
    for (const number of [1, 2, 3, 4, 5]) rows[number] = [1, file.offsetOf(number), 0];
    expect(await outcome(file.xrefStream(6, ROOT, rows).build())).toBe(1);
  });
});

describe('a few bytes that unpack to very many', () => {
  const zeros = (bytes: number) => new Uint8Array(deflateSync(new Uint8Array(bytes), { level: 9 }));

  test('entries of a cross-reference stream', async () => {
    const file = onePage(new FileBuilder());
    const start = file.length;
    file
      .stream(6, `/Type /XRef /Size 99999999 /W [1 1 1] /Filter /FlateDecode ${ROOT}`, zeros(1_000_000))
      .end(start);
    expect(await outcome(file.build(), { objects: 100_000 })).toMatchObject({
      code: 'limit_exceeded',
      limit: 'objects',
      allowed: 100_000,
    });
  });

  test('a chain of cross-reference streams', async () => {
    const packed = zeros(1_000_000);
    const file = onePage(new FileBuilder());
    let previous = '';
    let start = 0;
    for (let number = 10; number < 30; number++) {
      start = file.length;
      file.stream(number, `/Type /XRef /Size 0 /W [1 1 1] /Filter /FlateDecode ${ROOT} ${previous}`, packed);
      previous = `/Prev ${start}`;
    }
    file.end(start);
    expect(await outcome(file.build(), { totalBytes: 10_000_000 })).toMatchObject({
      code: 'limit_exceeded',
      limit: 'totalBytes',
      allowed: 10_000_000,
    });
  });

  test('the table of an object stream that says it is long', async () => {
    const file = onePage(new FileBuilder(), 'q Q', '/X 7 0 R').stream(
      5,
      '/Type /ObjStm /N 6000000 /First 6000001 /Filter /FlateDecode',
      zeros(6_000_010),
    );
    const rows: Record<number, [number, number, number]> = { 7: [2, 5, 0] };
    for (const number of [1, 2, 3, 4, 5]) rows[number] = [1, file.offsetOf(number), 0];
    expect(await outcome(file.xrefStream(6, ROOT, rows).build())).toBe(1);
  });
});
