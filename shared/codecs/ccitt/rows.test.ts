import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CcittBits } from './bits.ts';
import { BLACK_RUNS, HORIZONTAL, LONGEST_RUN, PASS, VERTICAL, WHITE_RUNS } from './codes.ts';
import { fillRuns, RowReader } from './rows.ts';

function bytesOf(text: string): Uint8Array {
  const digits = text.replaceAll(' ', '');
  const bytes = digits.padEnd(Math.ceil(digits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}

function readerOf(text: string, columns: number): RowReader {
  const data = bytesOf(text);
  return new RowReader(new CcittBits(data), columns, data.length * 8);
}

const changesOf = (reader: RowReader) => [...reader.row.subarray(0, reader.rowLength)];

/** T.4, 4.1: make-up codes of 2560 as often as needed, one of 64 to 2560, and a terminating code. */
function runCode(length: number, isWhite: boolean): string {
  const { terminating, makeUp } = isWhite ? WHITE_RUNS : BLACK_RUNS;
  const codes = makeUp[LONGEST_RUN / 64 - 1]!.repeat(Math.floor(length / LONGEST_RUN));
  const rest = length % LONGEST_RUN;
  return codes + (rest >= 64 ? makeUp[Math.floor(rest / 64) - 1]! : '') + terminating[rest % 64]!;
}

/** Changes of any row of this width. */
const anyRow = (columns: number) =>
  fc.uniqueArray(fc.nat(columns - 1), { maxLength: 30 }).map((at) => at.toSorted((a, b) => a - b));

/** Codes a row by its runs, the first of them white. */
function oneDimensional(changes: readonly number[], columns: number): string {
  const ends = [...changes, columns];
  return ends.map((end, index) => runCode(end - (ends[index - 1] ?? 0), index % 2 === 0)).join('');
}

/** Codes a row by the one above, as the flow diagram of T.4, figure 7, tells. */
function twoDimensional(changes: readonly number[], above: readonly number[], columns: number): string {
  let [code, a0, isWhite] = ['', -1, true];
  const colorAt = (row: readonly number[], x: number) => row.filter((change) => change <= x).length % 2;
  const nextChange = (row: readonly number[], from: number, color: number) =>
    row.find((change) => change > from && colorAt(row, change) === color) ?? columns;
  while (a0 < columns) {
    const opposite = isWhite ? 1 : 0;
    const a1 = changes.find((change) => change > a0 && colorAt(changes, change) === opposite) ?? columns;
    const b1 = nextChange(above, a0, opposite);
    const b2 = above.find((change) => change > b1) ?? columns;
    if (b2 < a1) {
      code += PASS;
      a0 = b2;
    } else if (Math.abs(a1 - b1) <= 3) {
      code += VERTICAL.get(a1 - b1)!;
      a0 = a1;
      isWhite = !isWhite;
    } else {
      const a2 = changes.find((change) => change > a1) ?? columns;
      code += HORIZONTAL + runCode(a1 - Math.max(0, a0), isWhite) + runCode(a2 - a1, !isWhite);
      a0 = a2;
    }
  }
  return code;
}

describe('a one-dimensional row', () => {
  test('gives back any runs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6000 }).chain((columns) => fc.tuple(fc.constant(columns), anyRow(columns))),
        ([columns, changes]) => {
          const reader = readerOf(oneDimensional(changes, columns), columns);
          expect(reader.readOneDimensional()).toBe(true);
          expect(changesOf(reader)).toEqual(changes);
        },
      ),
    );
  });

  test.each([
    ['is longer than its width', runCode(5, true) + runCode(6, false)],
    ['has no such code', '00000000 1'],
    ['ends too soon', '1000'],
    ['has make-up codes without an end', '11011'.repeat(40)],
  ])('is damaged if it %s', (_, code) => {
    expect(readerOf(code, 10).readOneDimensional()).toBe(false);
  });

  test('merges runs around one of no length', () => {
    const reader = readerOf(runCode(3, true) + runCode(0, false) + runCode(2, true) + runCode(5, false), 10);
    expect(reader.readOneDimensional()).toBe(true);
    expect(changesOf(reader)).toEqual([5]);
  });
});

describe('a two-dimensional row', () => {
  test('gives back any row below any other', () => {
    const rows = fc
      .integer({ min: 1, max: 200 })
      .chain((columns) =>
        fc.tuple(fc.constant(columns), fc.array(anyRow(columns), { minLength: 1, maxLength: 5 })),
      );
    fc.assert(
      fc.property(rows, ([columns, all]) => {
        const code = all
          .map((changes, index) => twoDimensional(changes, all[index - 1] ?? [], columns))
          .join('');
        const reader = readerOf(code, columns);
        for (const changes of all) {
          expect(reader.readTwoDimensional()).toBe(true);
          expect(changesOf(reader)).toEqual(changes);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [
      'goes back before its last change',
      HORIZONTAL + runCode(5, true) + runCode(3, false) + VERTICAL.get(-3),
    ],
    ['goes back to its last change', HORIZONTAL + runCode(4, true) + runCode(3, false) + VERTICAL.get(-3)],
    ['goes beyond its width', VERTICAL.get(1)!],
    ['has runs beyond its width', HORIZONTAL + runCode(6, true) + runCode(5, false)],
    ['has no such mode', '0000 0001'],
    ['has no such run', `${HORIZONTAL}000000001`],
    ['has no such second run', `${HORIZONTAL}${runCode(1, true)}000000001`],
    ['ends too soon', HORIZONTAL + runCode(1, true) + runCode(1, false)],
  ])('is damaged if it %s', (_, code) => {
    expect(readerOf(code, 10).readTwoDimensional()).toBe(false);
  });

  test('after damage may be the one above, or white', () => {
    const good = oneDimensional([2, 5], 10);
    const reader = readerOf(`${good}0000 0001`, 10);
    expect(reader.readOneDimensional()).toBe(true);
    expect(reader.readTwoDimensional()).toBe(false);
    reader.repeatPrevious();
    expect(changesOf(reader)).toEqual([2, 5]);
    reader.makeWhite();
    expect(changesOf(reader)).toEqual([]);
  });

  test('below one that was repeated or made white is read by that', () => {
    const good = oneDimensional([2, 5], 10);
    const same = VERTICAL.get(0)!;
    const repeated = readerOf(`${good} ${same.repeat(3)}`, 10);
    repeated.readOneDimensional();
    expect([repeated.readTwoDimensional(), changesOf(repeated)]).toEqual([true, [2, 5]]);
    const white = readerOf(`${good} ${same}`, 10);
    white.readOneDimensional();
    white.makeWhite();
    expect([white.readTwoDimensional(), changesOf(white)]).toEqual([true, []]);
  });
});

test('noise ends in a row or in damage, with changes that ascend below the width', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 80 }),
      fc.boolean(),
      (data, columns, isMixed) => {
        const reader = new RowReader(new CcittBits(data), columns, data.length * 8);
        for (let row = 0; row < 12; row += 1) {
          const isRead = isMixed && row % 2 === 0 ? reader.readOneDimensional() : reader.readTwoDimensional();
          if (!isRead) return;
          const changes = changesOf(reader);
          expect(
            changes.every((change, index) => change > (changes[index - 1] ?? -1) && change < columns),
          ).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('runs are painted from each black change to the next white one, or to the width', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90 }).chain((columns) => fc.tuple(fc.constant(columns), anyRow(columns))),
      ([columns, changes]) => {
        const stride = Math.ceil(columns / 8);
        const bytes = new Uint8Array(stride * 3);
        fillRuns(bytes, stride, Int32Array.from([...changes, -1]), changes.length, columns);
        const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
        const expected = Array.from({ length: stride * 8 }, (_, x) =>
          x < columns ? String(changes.filter((change) => change <= x).length % 2) : '0',
        ).join('');
        expect(bits).toBe('0'.repeat(stride * 8) + expected + '0'.repeat(stride * 8));
      },
    ),
  );
});
