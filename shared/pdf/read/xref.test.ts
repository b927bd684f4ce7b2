import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PdfError, PdfProblem } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../limits.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { sourceOf } from '../byte-source.ts';
import { key, PDFContext } from '../objects.ts';
import { SyntaxProblem } from './parser.ts';
import { readXref, type Xref } from './xref.ts';

type Row = readonly [type: number, second: number, third: number];
interface ReadOptions {
  readonly headerOffset?: number;
  readonly limits?: Partial<Limits>;
}

function read(file: FileBuilder | Uint8Array, { headerOffset = 0, limits = {} }: ReadOptions = {}): Xref {
  const bytes = file instanceof Uint8Array ? file : file.build();
  return readXref(sourceOf(bytes), headerOffset, PDFContext.create(), { ...DEFAULT_LIMITS, ...limits });
}

/** Each number with "free", "byte/generation" or "stream[index]". */
function entriesOf({ entries }: Xref): Record<number, string> {
  const shown: Record<number, string> = {};
  entries.forEach((entry, number) => {
    if (entry.kind === 'free') shown[number] = 'free';
    else if (entry.kind === 'plain') shown[number] = `${entry.offset}/${entry.generation}`;
    else shown[number] = `${entry.stream}[${entry.index}]`;
  });
  return shown;
}

function outcome(run: () => unknown): 'read' | 'broken' | PdfProblem {
  try {
    run();
    return 'read';
  } catch (problem) {
    if (problem instanceof SyntaxProblem) return 'broken';
    return (problem as PdfError).problem;
  }
}

const row = (offset: number, generation: number, kind: string) =>
  `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${kind} \n`;
const HEAD = row(0, 65_535, 'f');
const ROOT = '/Root 1 0 R';

/** A section of these lines, and where it begins. */
function section(file: FileBuilder, lines: string, trailer = ROOT): number {
  const start = file.length;
  file.raw(`xref\n${lines}trailer\n<< ${trailer} >>\n`);
  return start;
}

/** A file of one table. */
function tableFile(lines: string, trailer = ROOT): FileBuilder {
  const file = new FileBuilder();
  return file.end(section(file, lines, trailer));
}

/** Rows as fields of these widths (ISO 32000-2, 7.5.8.3). */
function packedRows(rows: readonly Row[], widths: readonly number[]): Uint8Array {
  return Uint8Array.from(
    rows.flatMap((fields) =>
      widths.flatMap((width, at) =>
        Array.from({ length: width }, (_, byte) =>
          Number((BigInt(fields[at] ?? 0) >> BigInt(8 * (width - 1 - byte))) & 255n),
        ),
      ),
    ),
  );
}

/** A file of one cross-reference stream. */
function streamFile(dict: string, data: string | Uint8Array): FileBuilder {
  const file = new FileBuilder();
  const start = file.length;
  return file.stream(9, `/Type /XRef ${ROOT} ${dict}`, data).end(start);
}

describe('a table', () => {
  test('is read by its subsections (the example of ISO 32000-2, 7.5.4)', () => {
    const lines =
      `0 1\n${HEAD}3 1\n${row(25_325, 0, 'n')}` +
      `23 2\n${row(25_518, 2, 'n')}${row(25_635, 0, 'n')}30 1\n${row(25_777, 0, 'n')}`;
    expect(entriesOf(read(tableFile(lines)))).toEqual({
      0: 'free',
      3: '25325/0',
      23: '25518/2',
      24: '25635/0',
      30: '25777/0',
    });
  });

  test('takes an object at byte 0 for a deleted one', () => {
    expect(entriesOf(read(tableFile(`4 2\n${row(0, 0, 'n')}${row(1, 0, 'n')}`)))).toEqual({
      4: 'free',
      5: '1/0',
    });
  });

  test('that begins at 1 with the head of the free list is off by one', () => {
    const rows = HEAD + row(15, 0, 'n') + row(99, 0, 'n');
    expect(entriesOf(read(tableFile(`1 3\n${rows}`)))).toEqual({ 0: 'free', 1: '15/0', 2: '99/0' });
  });

  test.each([
    ['a head that was never object 0', row(0, 1, 'f')],
    ['a deleted object that may be used again', row(7, 65_535, 'f')],
  ])('that begins at 1 with %s is as it says', (_, first) => {
    expect(entriesOf(read(tableFile(`1 2\n${first}${row(15, 0, 'n')}`)))).toEqual({ 1: 'free', 2: '15/0' });
  });

  test('that begins elsewhere with the head of the free list is as it says', () => {
    expect(entriesOf(read(tableFile(`2 2\n${HEAD}${row(15, 0, 'n')}`)))).toEqual({ 2: 'free', 3: '15/0' });
    expect(entriesOf(read(tableFile(`1 2\n${row(15, 0, 'n')}${HEAD}`)))).toEqual({ 1: '15/0', 2: 'free' });
    const used = row(0, 65_535, 'n') + row(15, 0, 'n');
    expect(entriesOf(read(tableFile(`1 2\n${used}`)))).toEqual({ 1: 'free', 2: '15/0' });
  });

  test.each([
    ['a first number that is none', `x 1\n${row(15, 0, 'n')}`],
    ['no count', '0\n'],
    ['an entry without an offset', '1 1\nx 00000 n \n'],
    ['an entry without a generation', '1 1\n0000000015 n \n'],
    ['an entry of an unknown kind', `1 1\n${row(15, 0, 'x')}`],
    ['fewer entries than it says', `1 2\n${row(15, 0, 'n')}`],
    ['more entries than it says', `1 1\n${row(15, 0, 'n')}${row(15, 0, 'n')}`],
    ['more entries than the file has bytes for', `1 100000\n${row(15, 0, 'n')}`],
  ])('with %s is not believed', (_, lines) => {
    expect(outcome(() => read(tableFile(lines)))).toBe('broken');
  });

  test('whose trailer is no dictionary is not believed', () => {
    const file = new FileBuilder();
    const start = file.length;
    file.raw(`xref\n0 1\n${HEAD}trailer\n[ ${ROOT} ]\n`).end(start);
    expect(outcome(() => read(file))).toBe('broken');
  });
});

describe('a cross-reference stream', () => {
  test('is read as the specification says: deleted, in use, packed', () => {
    const rows: Row[] = [
      [0, 0, 65_535],
      [1, 500, 2],
      [2, 11, 3],
      [7, 1, 1],
    ];
    const xref = read(streamFile('/Size 4 /W [1 2 2]', packedRows(rows, [1, 2, 2])));
    expect(entriesOf(xref)).toEqual({ 0: 'free', 1: '500/2', 2: '11[3]' });
    expect(xref.streams.map(({ dict }) => dict)).toEqual([xref.trailer]);
  });

  test('has fields of any widths, and numbers in any ranges', () => {
    const widths = fc.tuple(fc.integer({ min: 1, max: 2 }), fc.nat(8), fc.nat(8));
    const kinds = fc.array(fc.tuple(fc.nat(2), fc.nat(2 ** 48), fc.nat(2 ** 48)), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(widths, kinds, fc.nat(40), fc.nat(11), ([type, second, third], rows, from, cut) => {
        const fits = (value: number, width: number) => value % 256 ** width;
        const data = packedRows(rows, [type, second, third]);
        const first = Math.min(cut, rows.length);
        const numberOf = (at: number) => (at < first ? from + at : from + 100 + at);
        const index = `${from} ${first} ${from + 100 + first} ${rows.length - first}`;
        const expected = rows.map(([kind, one, other], at) => {
          const [place, last] = [fits(one, second), fits(other, third)];
          return [numberOf(at), ['free', `${place}/${last}`, `${place}[${last}]`][kind]!];
        });
        const dict = `/Size 500 /Index [${index}] /W [${type} ${second} ${third}]`;
        expect(entriesOf(read(streamFile(dict, data)))).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  test('without types has objects in use, and without third fields generation 0', () => {
    const data = packedRows(
      [
        [0, 15, 0],
        [0, 700, 0],
      ],
      [0, 2, 0],
    );
    expect(entriesOf(read(streamFile('/Size 2 /W [0 2 0]', data)))).toEqual({ 0: '15/0', 1: '700/0' });
  });

  test('may have fields behind the third, which mean nothing', () => {
    const data = Uint8Array.of(1, 15, 0, 99, 99, 1, 16, 0, 99, 99);
    expect(entriesOf(read(streamFile('/Size 2 /W [1 1 1 2]', data)))).toEqual({ 0: '15/0', 1: '16/0' });
  });

  test('has no more entries than it says, and no more than it has data for', () => {
    const data = packedRows(
      [
        [1, 15, 0],
        [1, 16, 0],
        [1, 17, 0],
      ],
      [1, 1, 1],
    );
    expect(entriesOf(read(streamFile('/Size 2 /W [1 1 1]', data)))).toEqual({ 0: '15/0', 1: '16/0' });
    const short = data.subarray(0, 8);
    expect(entriesOf(read(streamFile('/Size 9 /W [1 1 1]', short)))).toEqual({ 0: '15/0', 1: '16/0' });
    const odd = streamFile('/Size 9 /Index [4 1 7] /W [1 1 1]', data);
    expect(entriesOf(read(odd))).toEqual({ 4: '15/0' });
  });

  test.each([
    ['has no widths', '/Size 1'],
    ['has two widths', '/Size 1 /W [1 2]'],
    ['has a negative width', '/Size 1 /W [1 -2 1]'],
    ['has a width beyond eight bytes', '/Size 1 /W [1 9 1]'],
    ['has a width that is no integer', '/Size 1 /W [1 2.5 1]'],
    ['has a width that is no number', '/Size 1 /W [1 (2) 1]'],
    ['has entries of no bytes', '/Size 1 /W [0 0 0]'],
    ['has no size', '/W [1 2 1]'],
    ['has a negative size', '/Size -1 /W [1 2 1]'],
    ['cannot be decoded', '/Size 1 /W [1 2 1] /Filter /FlateDecode'],
  ])('that %s is not believed', (_, dict) => {
    expect(outcome(() => read(streamFile(dict, new Uint8Array(40).fill(1))))).toBe('broken');
  });

  test('in a filter that is unknown says which', () => {
    const dict = '/Size 1 /W [1 2 1] /Filter /ZstdDecode';
    expect(outcome(() => read(streamFile(dict, new Uint8Array(4))))).toEqual({
      code: 'unsupported_filter',
      filter: 'ZstdDecode',
    });
  });

  test('is not mistaken for another object', () => {
    const file = new FileBuilder();
    const start = file.length;
    file.object(4, `<< /Size 1 /W [1 1 1] ${ROOT} >>`).end(start);
    expect(outcome(() => read(file))).toBe('broken');
  });
});

describe('of several sections', () => {
  test('the newest that knows an object counts, also for what it deletes', () => {
    const file = new FileBuilder();
    const old = section(file, `1 4\n${[11, 12, 13, 14].map((at) => row(at, 0, 'n')).join('')}`);
    const middle = section(file, `2 2\n${row(22, 1, 'n')}${row(0, 1, 'f')}`, `${ROOT} /Prev ${old}`);
    file.end(section(file, `2 1\n${row(32, 2, 'n')}`, `${ROOT} /Prev ${middle}`));
    expect(entriesOf(read(file))).toEqual({ 1: '11/0', 2: '32/2', 3: 'free', 4: '14/0' });
  });

  test('the newest trailer with a catalog is the one', () => {
    const file = new FileBuilder();
    const old = section(file, `0 1\n${HEAD}`, '/Root 1 0 R /Old true');
    const middle = section(file, `0 1\n${HEAD}`, `/Root 2 0 R /Middle true /Prev ${old}`);
    file.end(section(file, `0 1\n${HEAD}`, `/New true /Prev ${middle}`));
    expect(read(file).trailer.has(key('Middle'))).toBe(true);
  });

  test('streams are told newest first', () => {
    const file = new FileBuilder();
    const starts = [file.length];
    const data = packedRows([[1, 15, 0]], [1, 1, 1]);
    file.stream(7, `/Size 1 /W [1 1 1] ${ROOT} /Old true`, data);
    starts.push(file.length);
    file.stream(8, `/Size 1 /W [1 1 1] ${ROOT} /Prev ${starts[0]}`, data).end(starts[1]!);
    expect(read(file).streams.map(({ dict }) => dict.has(key('Old')))).toEqual([false, true]);
  });

  test('none has a catalog: then nothing is known', () => {
    expect(outcome(() => read(tableFile(`0 1\n${HEAD}`, '/Size 1')))).toBe('broken');
  });

  test('an older one that cannot be read makes all doubtful', () => {
    expect(outcome(() => read(tableFile(`0 1\n${HEAD}`, `${ROOT} /Prev 3`)))).toBe('broken');
    expect(outcome(() => read(tableFile(`0 1\n${HEAD}`, `${ROOT} /Prev 99999`)))).toBe('broken');
    expect(outcome(() => read(tableFile(`0 1\n${HEAD}`, `${ROOT} /XRefStm 3`)))).toBe('broken');
  });

  test.each(['-1', '1.5', '(0)', 'null'])('none is older for /Prev %s', (prev) => {
    expect(entriesOf(read(tableFile(`0 1\n${HEAD}`, `${ROOT} /Prev ${prev}`)))).toEqual({ 0: 'free' });
  });

  test('circles end', () => {
    const file = new FileBuilder();
    const first = file.length;
    // The length of the second offset is that of the first.
    const second = first + `xref\n1 1\n${row(15, 0, 'n')}trailer\n<< ${ROOT} /Prev 99 >>\n`.length;
    section(file, `1 1\n${row(15, 0, 'n')}`, `${ROOT} /Prev ${second}`);
    expect(file.length).toBe(second);
    section(file, `2 1\n${row(16, 0, 'n')}`, `${ROOT} /Prev ${first} /XRefStm ${second}`);
    expect(entriesOf(read(file.end(second)))).toEqual({ 1: '15/0', 2: '16/0' });
  });
});

describe('a hybrid file', () => {
  const rows = (...kinds: readonly Row[]) => packedRows(kinds, [1, 1, 1]);

  test('has used objects of its table, then those that the table hides, then what is older', () => {
    const file = new FileBuilder();
    const old = section(file, `1 5\n${[11, 12, 13, 14, 15].map((at) => row(at, 0, 'n')).join('')}`);
    const hidden = file.length;
    const data = rows([1, 91, 0], [2, 92, 0], [0, 0, 0], [0, 0, 0]);
    file.stream(9, `/Type /XRef /Size 5 /Index [1 4] /W [1 1 1]`, data);
    const lines = `1 2\n${row(31, 0, 'n')}${row(0, 0, 'f')}4 2\n${row(34, 0, 'n')}${row(0, 0, 'f')}`;
    file.end(section(file, lines, `${ROOT} /XRefStm ${hidden} /Prev ${old}`));
    // 1 and 4 are in the table; 2 is free there, and hidden; 3 is deleted by the hidden stream, 5 by the table.
    expect(entriesOf(read(file))).toEqual({ 1: '31/0', 2: '92[0]', 3: 'free', 4: '34/0', 5: 'free' });
  });
});

describe('where a file begins and ends', () => {
  const lines = `1 1\n${row(15, 0, 'n')}`;

  test('offsets count from its start, or from a header behind other bytes', () => {
    const whole = tableFile(lines).build();
    const junk = latin1Bytes('HTTP/1.1 200 OK\r\n\r\n');
    const later = Uint8Array.from([...junk, ...whole]);
    expect(entriesOf(read(later, { headerOffset: junk.length }))).toEqual({ 1: '15/0' });
    expect(outcome(() => read(later))).toBe('broken');
    const file = new FileBuilder('junk\n%PDF-1.7\n');
    expect(entriesOf(read(file.end(section(file, lines)), { headerOffset: 5 }))).toEqual({ 1: '15/0' });
    expect(read(file, { headerOffset: 5 }).headerOffset).toBe(5);
  });

  test('a section at the header’s offset is found where the plain offset lies behind the end', () => {
    const junk = new Uint8Array(3000).fill(0x20);
    const file = tableFile(lines);
    const later = Uint8Array.from([...junk, ...file.build()]);
    expect(entriesOf(read(later, { headerOffset: junk.length }))).toEqual({ 1: '15/0' });
  });

  test('up to two kilobytes may follow its end', () => {
    const whole = tableFile(lines).build();
    const behind = Buffer.from(whole).length - Buffer.from(whole).lastIndexOf('startxref');
    const padded = (bytes: number) => Uint8Array.from([...whole, ...new Uint8Array(bytes)]);
    expect(outcome(() => read(padded(2048 - behind)))).toBe('read');
    expect(outcome(() => read(padded(2049 - behind)))).toBe('broken');
  });

  test('the last of several startxref counts', () => {
    const file = new FileBuilder();
    const [one, other] = [section(file, lines), section(file, `2 1\n${row(16, 0, 'n')}`)];
    expect(entriesOf(read(file.end(one).end(other)))).toEqual({ 2: '16/0' });
    expect(entriesOf(read(file.end(one)))).toEqual({ 1: '15/0' });
  });

  test.each([' ', '\r', '\n', '\r\n', '\t', '\0', '\f', '   \n\n ', ''])(
    'the offset may stand behind %j',
    (white) => {
      const file = new FileBuilder();
      const start = section(file, lines);
      for (const end of ['', '\n%%EOF', '%%EOF', '/', ':'])
        expect(
          entriesOf(
            read(
              latin1Bytes(`${Buffer.from(file.build()).toString('latin1')}startxref${white}${start}${end}`),
            ),
          ),
        ).toEqual({ 1: '15/0' });
    },
  );

  test.each(['startxref', 'startxref\n', 'startxref\n-5\n', 'startxref\nnone\n', 'start\n9\n', ''])(
    'no offset is in %j',
    (end) => {
      const file = new FileBuilder();
      section(file, lines);
      expect(outcome(() => read(file.raw(end)))).toBe('broken');
    },
  );

  test('an offset behind the end leads to nothing, however long its number', () => {
    for (const offset of ['500', '9'.repeat(15), '9'.repeat(400)])
      expect(outcome(() => read(new FileBuilder().raw(`startxref\n${offset}\n`)))).toBe('broken');
  });
});

describe('limits', () => {
  test('of sections: one more is not believed', () => {
    const file = new FileBuilder();
    let last: number | null = null;
    for (let count = 0; count < 5; count += 1)
      last = section(file, `0 1\n${HEAD}`, last === null ? ROOT : `${ROOT} /Prev ${last}`);
    file.end(last!);
    expect(outcome(() => read(file, { limits: { xrefSections: 5 } }))).toBe('read');
    expect(outcome(() => read(file, { limits: { xrefSections: 4 } }))).toBe('broken');
  });

  test('of objects: entries of all sections count together', () => {
    const file = new FileBuilder();
    const old = section(file, `0 2\n${HEAD}${row(15, 0, 'n')}`);
    const data = packedRows(
      [
        [1, 15, 0],
        [1, 16, 0],
      ],
      [1, 1, 1],
    );
    const start = file.length;
    file.stream(9, `/Type /XRef /Size 2 /W [1 1 1] ${ROOT} /Prev ${old}`, data).end(start);
    expect(outcome(() => read(file, { limits: { objects: 4 } }))).toBe('read');
    for (const objects of [3, 1])
      expect(outcome(() => read(file, { limits: { objects } }))).toEqual({
        code: 'limit_exceeded',
        limit: 'objects',
        allowed: objects,
      });
  });
});

test('damage ends in a cross-reference, or is told', () => {
  const file = new FileBuilder();
  const old = section(file, `0 2\n${HEAD}${row(15, 0, 'n')}`);
  const start = file.length;
  const data = packedRows(
    [
      [1, 15, 0],
      [2, 16, 0],
    ],
    [1, 1, 1],
  );
  const whole = file
    .stream(9, `/Type /XRef /Size 2 /W [1 1 1] ${ROOT} /Prev ${old}`, data)
    .end(start)
    .build();
  for (let length = 0; length <= whole.length; length += 1)
    expect(['read', 'broken']).toContain(outcome(() => read(whole.subarray(0, length))));
  const change = fc.tuple(
    fc.nat(whole.length - 1),
    fc.oneof(fc.nat(255), fc.constantFrom(...latin1Bytes('0129-[]/ '))),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
      const bytes = whole.slice();
      for (const [at, value] of changes) bytes[at] = value;
      const found = outcome(() => read(bytes));
      if (typeof found !== 'string')
        expect(found.code).toMatch(/^(limit_exceeded|unsupported_filter|damaged_pdf)$/);
    }),
    { numRuns: 400 },
  );
});
