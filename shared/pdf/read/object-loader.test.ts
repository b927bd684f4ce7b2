import { describe, expect, test } from 'vitest';
import type { PdfError } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../limits.ts';
import { FileBuilder } from '../../testing/documents/files.ts';
import { sourceOf } from '../byte-source.ts';
import { FileLayout } from '../file-layout.ts';
import {
  contextEntries,
  key,
  PDFContext,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { RefMap } from '../ref-map.ts';
import { ObjectLoader } from './object-loader.ts';
import type { Source } from './source.ts';
import { readXref } from './xref.ts';

const ROOT = '/Root 1 0 R';
const JUNK = `${'x'.repeat(30)}\n`;

interface Loaded {
  readonly loader: ObjectLoader;
  readonly source: Source;
  readonly layout: FileLayout;
}

function loaderOf(file: FileBuilder, limits: Partial<Limits> = {}, headerOffset = 0): Loaded {
  const all = { ...DEFAULT_LIMITS, ...limits };
  const context = PDFContext.create();
  const input = sourceOf(file.build());
  const source: Source = {
    input,
    header: { offset: headerOffset, version: '1.7', isMisspelt: false },
    xref: readXref(input, headerOffset, context, all),
    context,
    objects: new RefMap(),
  };
  const layout = new FileLayout();
  return { loader: new ObjectLoader(source, all, layout), source, layout };
}

function textOf(object: PDFObject | null | undefined): string {
  if (object instanceof PDFRawStream) return `stream ${Buffer.from(object.contents).toString('latin1')}`;
  return String(object).replaceAll(/\s+/g, ' ');
}

const peek = ({ loader }: Loaded, number: number, generation = 0) =>
  textOf(loader.peek(PDFRef.of(number, generation)));

/** A file of these packed objects in stream 9, with an entry [stream, index] for each; numbers left out have none. */
function packedFile(
  objects: Readonly<Record<number, string>>,
  entries: Readonly<Record<number, readonly [stream: number, index: number]>>,
  dict?: string,
): FileBuilder {
  const file = new FileBuilder().object(1, '<< /Type /Catalog >>').objectStream(9, objects, dict);
  const rows = Object.entries(entries).map(
    ([number, [stream, index]]) => [number, [2, stream, index]] as const,
  );
  return file.xrefStream(8, ROOT, {
    1: [1, file.offsetOf(1), 0],
    9: [1, file.offsetOf(9), 0],
    ...Object.fromEntries(rows),
  });
}

describe('an object', () => {
  test('is read at its entry, of its generation', () => {
    const loaded = loaderOf(new FileBuilder().object(1, '(one)').object(2, '[1 2]', 3).table(ROOT));
    expect([peek(loaded, 1), peek(loaded, 2, 3)]).toEqual(['(one)', '[ 1 2 ]']);
    expect([peek(loaded, 2), peek(loaded, 1, 1), peek(loaded, 0)]).toEqual(['null', 'null', 'null']);
    expect(loaded.loader.misses).toEqual([]);
  });

  test('is not put into the document by looking at it', () => {
    const loaded = loaderOf(new FileBuilder().object(1, '(one)').table(ROOT));
    peek(loaded, 1);
    expect(loaded.source.context.enumerateIndirectObjects()).toEqual([]);
  });

  test('that is not at its entry is a miss', () => {
    const file = new FileBuilder().object(1, '(one)').object(2, '(two)');
    const [one, two] = [file.offsetOf(1), file.offsetOf(2)];
    const loaded = loaderOf(
      file.xrefStream(8, ROOT, { 1: [1, two, 0], 2: [1, one + 1, 0], 3: [1, 99_999, 0], 4: [1, one, 5] }),
    );
    for (const number of [1, 2, 3]) expect(peek(loaded, number)).toBe('null');
    expect(peek(loaded, 4, 5)).toBe('null');
    expect(loaded.loader.misses).toEqual([
      `object 1 is not at byte ${two}`,
      `object 2 is not at byte ${one + 1}`,
      'object 3 is not at byte 99999',
      `object 4 is not at byte ${one}`,
    ]);
    expect(loaded.loader.dangling.refs).toEqual([]);
  });

  test('without an entry is dangling, which is no miss', () => {
    const loaded = loaderOf(new FileBuilder().object(1, '(one)').table(ROOT, [1], [3]));
    expect([peek(loaded, 2), peek(loaded, 3)]).toEqual(['null', 'null']);
    expect(loaded.loader.dangling.refs).toEqual([PDFRef.of(2)]);
    expect(loaded.loader.misses).toEqual([]);
  });

  test('with a value that cannot be read is kept, and known to be malformed', () => {
    const loaded = loaderOf(
      new FileBuilder().object(1, '<< /A )x /B 2 >>').object(2, '<< /A 1 >>').table(ROOT),
    );
    expect(peek(loaded, 1)).toContain('/B 2');
    expect(peek(loaded, 2)).toBe('<< /A 1 >>');
    expect(loaded.loader.misses).toEqual(['object 1 is malformed']);
    expect([...loaded.loader.malformed]).toEqual([PDFRef.of(1)]);
  });

  test('may have its offset from the header', () => {
    const file = new FileBuilder(`${JUNK}%PDF-1.7\n`).object(1, '(one)').object(2, '(two)');
    const start = file.length;
    const row = (number: number) =>
      `${String(file.offsetOf(number) - JUNK.length).padStart(10, '0')} 00000 n \n`;
    file.raw(`xref\n0 3\n0000000000 65535 f \n${row(1)}${row(2)}trailer\n<< ${ROOT} >>\n`).end(start);
    const loaded = loaderOf(file, {}, JUNK.length);
    expect([peek(loaded, 1), peek(loaded, 2)]).toEqual(['(one)', '(two)']);
    expect(loaded.layout.extents().map((extent) => extent.start)).toEqual([
      file.offsetOf(1),
      file.offsetOf(2),
    ]);
  });

  test('is noted where it stands in the file, with its data', () => {
    const file = new FileBuilder().object(1, '(one)').stream(2, '', 'data').table(ROOT);
    const loaded = loaderOf(file);
    for (const number of [1, 2]) peek(loaded, number);
    const text = Buffer.from(file.build()).toString('latin1');
    const [one, two] = loaded.layout.extents();
    expect(text.slice(one!.start, one!.end)).toBe('1 0 obj\n(one)');
    expect(text.slice(two!.dataStart, two!.dataEnd)).toBe('data');
  });
});

describe('the length of a stream', () => {
  const DATA = 'a endstream b';

  test('may be an object, before or behind it', () => {
    const file = new FileBuilder()
      .object(1, '13')
      .stream(2, '', DATA, '1 0 R')
      .stream(3, '', DATA, '4 0 R')
      .object(4, '13')
      .table(ROOT);
    const loaded = loaderOf(file);
    expect([peek(loaded, 2), peek(loaded, 3)]).toEqual([`stream ${DATA}`, `stream ${DATA}`]);
    expect(loaded.loader.misses).toEqual([]);
  });

  test('may be packed', () => {
    const file = new FileBuilder()
      .object(1, 'null')
      .objectStream(9, { 4: '13' })
      .stream(3, '', DATA, '4 0 R');
    const entries = Object.fromEntries(
      [1, 3, 9].map((number) => [number, [1, file.offsetOf(number), 0] as const]),
    );
    expect(peek(loaderOf(file.xrefStream(8, ROOT, { ...entries, 4: [2, 9, 0] })), 3)).toBe(`stream ${DATA}`);
  });

  test.each([
    ['itself', '2 0 R'],
    ['a stream whose length is this stream', '3 0 R'],
    ['no number', '4 0 R'],
    ['nothing', '77 0 R'],
  ])('that is %s ends at endstream, and is no miss', (_, length) => {
    const file = new FileBuilder()
      .stream(2, '', 'data', length)
      .stream(3, '', 'other', '2 0 R')
      .object(4, '(13)')
      .table(ROOT);
    const loaded = loaderOf(file);
    expect(peek(loaded, 2)).toBe('stream data');
    expect(peek(loaded, 3)).toBe('stream other');
    expect(loaded.loader.misses.filter((miss) => !miss.includes('malformed'))).toEqual([]);
  });
});

describe('a packed object', () => {
  test('is that of its index, or of its number where the index is another’s', () => {
    const objects = { 4: '(four)', 5: '<< /Five 5 >>', 6: '[6]' };
    const loaded = loaderOf(packedFile(objects, { 4: [9, 0], 5: [9, 0], 6: [9, 77] }));
    expect([4, 5, 6].map((number) => peek(loaded, number))).toEqual(['(four)', '<< /Five 5 >>', '[ 6 ]']);
    expect(peek(loaded, 5, 1)).toBe('null');
    expect(loaded.loader.misses).toEqual([]);
  });

  test('is read again as often as asked', () => {
    const loaded = loaderOf(packedFile({ 4: '(four)', 5: '(five)' }, { 4: [9, 0], 5: [9, 1] }));
    expect([4, 5, 4, 5].map((number) => peek(loaded, number))).toEqual([
      '(four)',
      '(five)',
      '(four)',
      '(five)',
    ]);
  });

  test('of which nothing is left, or that cannot be read, is null', () => {
    const loaded = loaderOf(packedFile({ 4: '', 5: '>>' }, { 4: [9, 0], 5: [9, 1] }));
    expect([peek(loaded, 5), loaded.loader.misses]).toEqual(['null', []]);
  });

  test('of two with one number the first is found', () => {
    const table = '5 0 5 4 ';
    const file = new FileBuilder()
      .object(1, 'null')
      .stream(9, `/Type /ObjStm /N 2 /First ${table.length}`, `${table}(a) (b)`);
    const entries = { 1: [1, file.offsetOf(1), 0], 9: [1, file.offsetOf(9), 0], 5: [2, 9, 7] } as const;
    expect(peek(loaderOf(file.xrefStream(8, ROOT, entries)), 5)).toBe('(a)');
  });

  test('that its stream does not hold is a miss', () => {
    const loaded = loaderOf(packedFile({ 4: '(four)' }, { 5: [9, 0], 6: [1, 0], 7: [77, 0], 4: [9, 0] }));
    for (const number of [5, 6, 7]) expect(peek(loaded, number)).toBe('null');
    expect(loaded.loader.misses).toEqual([
      'object 5 is not in object stream 9',
      'object stream 1 cannot be read',
      'object stream 77 cannot be read',
    ]);
    expect(peek(loaded, 4)).toBe('(four)');
  });

  test('in a stream that is packed in itself is a miss', () => {
    const file = packedFile({ 4: '(four)' }, { 4: [9, 0], 9: [9, 0] });
    expect(peek(loaderOf(file), 4)).toBe('null');
  });

  test.each([
    ['no count', '/First 4'],
    ['no first byte', '/N 1'],
    ['a first byte behind its end', '/N 1 /First 900'],
    ['a negative count', '/N -1 /First 4'],
    ['a broken count', '/N 1.5 /First 4'],
    ['data that cannot be decoded', '/N 1 /First 4 /Filter /FlateDecode'],
  ])('in a stream with %s is a miss', (_, dict) => {
    const file = new FileBuilder().object(1, 'null').stream(9, `/Type /ObjStm ${dict}`, '4 0 (four)');
    const entries = { 1: [1, file.offsetOf(1), 0], 9: [1, file.offsetOf(9), 0], 4: [2, 9, 0] } as const;
    const loaded = loaderOf(file.xrefStream(8, ROOT, entries));
    expect(peek(loaded, 4)).toBe('null');
    expect(loaded.loader.misses).toEqual(['object stream 9 cannot be read']);
    expect(loaded.loader.unknownFilter).toBeNull();
  });

  test('in a stream of an unknown filter tells which', () => {
    const loaded = loaderOf(packedFile({ 4: '(four)' }, { 4: [9, 0] }, '/Filter /ZstdDecode'));
    expect([peek(loaded, 4), loaded.loader.unknownFilter]).toEqual(['null', 'ZstdDecode']);
  });

  test('may be the last of a table, whose count is taken for what it is worth', () => {
    const table = '4 0 5 4 ';
    const data = `${table}(a) (b)`;
    for (const [count, found] of [
      [1, 'null'],
      [2, '(b)'],
      [900_000_000, '(b)'],
    ] as const) {
      const file = new FileBuilder()
        .object(1, 'null')
        .stream(9, `/Type /ObjStm /N ${count} /First ${table.length}`, data);
      const entries = { 1: [1, file.offsetOf(1), 0], 9: [1, file.offsetOf(9), 0], 5: [2, 9, 1] } as const;
      expect(peek(loaderOf(file.xrefStream(8, ROOT, entries)), 5)).toBe(found);
    }
  });
});

describe('all that is reachable', () => {
  const web = () =>
    new FileBuilder()
      .object(1, '<< /A 2 0 R /B [3 0 R 7 0 R] >>')
      .object(2, '<< /Back 1 0 R /On 4 0 R >>')
      .stream(3, '/In 5 0 R', 'data')
      .object(4, '(four)')
      .object(5, '5 0 R')
      .object(6, '(not reached)')
      .table(ROOT);
  const numbers = ({ source }: Loaded) =>
    source.context.enumerateIndirectObjects().map(([{ objectNumber }]) => objectNumber);

  test('is put into the document, and kept for the next read', () => {
    const loaded = loaderOf(web());
    loaded.loader.loadReachable(PDFRef.of(1));
    expect(numbers(loaded)).toEqual([1, 2, 3, 4, 5]);
    expect([...loaded.source.objects.keys()].map(({ objectNumber }) => objectNumber)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(loaded.loader.dangling.refs).toEqual([PDFRef.of(7)]);
  });

  test('is not read again where it is there', () => {
    const loaded = loaderOf(web());
    const mine = PDFHexString.of('00');
    loaded.source.context.assign(PDFRef.of(2), mine);
    loaded.loader.loadReachable(PDFRef.of(1));
    expect(contextEntries(loaded.source.context).get(PDFRef.of(2))).toBe(mine);
    expect(numbers(loaded)).not.toContain(4);
  });

  test('comes from an earlier read, unless it was changed since', () => {
    const first = loaderOf(web());
    first.loader.loadReachable(PDFRef.of(1));
    const { source } = first;
    const [changed, kept] = [source.objects.get(PDFRef.of(2)) as PDFDict, source.objects.get(PDFRef.of(1))];
    changed.set(key('Mine'), PDFHexString.of('00'));
    const context = PDFContext.create();
    const again = new ObjectLoader({ ...source, context }, DEFAULT_LIMITS);
    again.loadReachable(PDFRef.of(1));
    expect(context.lookup(PDFRef.of(1))).toBe(kept);
    expect(context.lookup(PDFRef.of(2), PDFDict).has(key('Mine'))).toBe(false);
  });

  test('is no more than the limit', () => {
    loaderOf(web(), { objects: 7 }).loader.loadReachable(PDFRef.of(1));
    const { loader, source } = loaderOf(web(), { objects: 7 });
    const strict = new ObjectLoader(source, { ...DEFAULT_LIMITS, objects: 5 });
    strict.loadReachable(PDFRef.of(1));
    const stricter = new ObjectLoader(
      { ...source, context: PDFContext.create() },
      { ...DEFAULT_LIMITS, objects: 4 },
    );
    try {
      stricter.loadReachable(PDFRef.of(1));
      expect.unreachable();
    } catch (problem) {
      expect((problem as PdfError).problem).toEqual({ code: 'limit_exceeded', limit: 'objects', allowed: 4 });
    }
    expect(loader.misses).toEqual([]);
  });

  test('ends when it is aborted', () => {
    const file = new FileBuilder().object(
      1,
      `[${Array.from({ length: 1100 }, (_, at) => `${at + 2} 0 R`).join(' ')}]`,
    );
    for (let number = 2; number < 1102; number += 1) file.object(number, 'true');
    const { loader, source } = loaderOf(file.table(ROOT));
    expect(() => loader.loadReachable(PDFRef.of(1), AbortSignal.abort(new Error('enough')))).toThrow(
      'enough',
    );
    expect(source.context.enumerateIndirectObjects().length).toBeLessThan(1101);
  });
});

describe('decryption', () => {
  test('is of each object in the file once asked for, and not of packed ones, whose stream was decrypted', () => {
    const loaded = loaderOf(packedFile({ 4: '(four)' }, { 4: [9, 0] }));
    expect(peek(loaded, 1)).toBe('<< /Type /Catalog >>');
    const seen: string[] = [];
    loaded.loader.decryptWith((object, ref) => {
      seen.push(String(ref));
      return object instanceof PDFRawStream ? object : PDFHexString.of('00');
    });
    expect([peek(loaded, 1), peek(loaded, 4)]).toEqual(['<00>', '(four)']);
    expect(seen).toEqual(['1 0 R', '9 0 R']);
  });
});

describe('of a file whose cross-reference is lost', () => {
  /** Two object streams, 8 and 9, and what stands between and behind them. */
  function lost(between: string, behind: string): { loaded: Loaded; adopt: () => void } {
    const file = new FileBuilder().object(1, 'null').objectStream(8, { 4: '(eight)', 5: '(old)' });
    if (between !== '') file.object(5, between);
    file.objectStream(9, { 6: '(nine)', 4: '(later)' });
    if (behind !== '') file.object(6, behind);
    const streams = [8, 9].map((number) => ({ number, offset: file.offsetOf(number) }));
    const loaded = loaderOf(file.table(ROOT));
    return { loaded, adopt: () => loaded.loader.adoptObjectStreams(streams) };
  }

  test('packed objects are found, the later copy if there are two', () => {
    const { loaded, adopt } = lost('', '');
    expect(peek(loaded, 4)).toBe('null');
    adopt();
    expect([4, 5, 6].map((number) => peek(loaded, number))).toEqual(['(later)', '(old)', '(nine)']);
  });

  test('an object by itself counts if it stands behind its stream', () => {
    const { loaded, adopt } = lost('(new)', '(newest)');
    adopt();
    expect([5, 6].map((number) => peek(loaded, number))).toEqual(['(new)', '(newest)']);
  });

  test('an object by itself does not count if it stands before its stream', () => {
    const file = new FileBuilder().object(1, 'null').object(5, '(before)').objectStream(8, { 5: '(packed)' });
    const { offset } = { offset: file.offsetOf(8) };
    const loaded = loaderOf(file.table(ROOT));
    loaded.loader.adoptObjectStreams([
      { number: 8, offset },
      { number: 1, offset: file.offsetOf(1) },
    ]);
    expect(peek(loaded, 5)).toBe('(packed)');
  });

  test('the last packed catalog with pages is found', () => {
    const catalog = (name: string) => `<< /Type /Catalog /Pages 1 0 R /Is /${name} >>`;
    const objects = {
      4: catalog('Old'),
      5: catalog('New'),
      6: '<< /Type /Catalog >>',
      7: '<< /Pages 1 0 R >>',
    };
    const loaded = loaderOf(packedFile(objects, { 4: [9, 0], 5: [9, 1], 6: [9, 2], 7: [9, 3], 17: [9, 4] }));
    expect(loaded.loader.packedCatalog()).toBe(PDFRef.of(5));
    expect(loaded.loader.misses).toEqual([]);
    expect(loaderOf(packedFile({ 4: '<< >>' }, { 4: [9, 0] })).loader.packedCatalog()).toBeNull();
  });
});
