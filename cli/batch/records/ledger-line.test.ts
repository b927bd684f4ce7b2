import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathFromBytes } from '../../files/os-path.ts';
import { keyOfLine, type LedgerEntry, ledgerKey, ledgerLine, parsedLine } from './ledger-line.ts';

const paths = fc.oneof(
  fc.string({ minLength: 1 }).map((name) => `/scans/${name}`),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => `/scans/${pathFromBytes(bytes)}.pdf`),
  fc.constantFrom('/a"}}.pdf', '/a","target":"b.pdf', '/été.pdf', '/a\\b.pdf', '/\ud83d\ude00.pdf'),
);
const places = fc.record({ path: paths, bytes: fc.nat(), mtimeMs: fc.double({ noNaN: true, min: 0 }) });
const problems = fc.record({
  code: fc.constantFrom('encrypted_pdf' as const, 'damaged_pdf' as const),
  detail: fc.oneof(fc.constant('It opens only with a password.'), fc.string()),
});
const rest = fc.oneof(
  fc.constant({}),
  fc.record({ problem: problems }),
  fc.record({ output: places }),
  fc.record({
    output: places.map((output) => ({
      ...output,
      parts: [{ ...output, output: output.path, firstPage: 1, lastPage: 2 }],
    })),
  }),
);

test('a line has the key of its entry, parsed or not, and a line that is cut off has none', () => {
  fc.assert(
    fc.property(places, rest, fc.option(paths, { nil: undefined }), (file, more, target) => {
      const entry: LedgerEntry = { ...file, ...more };
      const line = ledgerLine(entry, target);
      const output = entry.output?.path;
      expect(keyOfLine(line)).toBe(ledgerKey(entry.path, target ?? output));
      expect(parsedLine(line)?.path).toBe(entry.path);
      for (let length = 0; length < line.length; length++)
        expect(keyOfLine(line.slice(0, length))).toBe(null);
    }),
    { numRuns: 300 },
  );
});

test('names that differ in a byte that is not UTF-8 have keys of their own', () => {
  const [one, other] = [0xe8, 0xe9].map((byte) => pathFromBytes(Buffer.from([0x2f, byte])));
  expect(ledgerKey(one!, undefined)).not.toBe(ledgerKey(other!, undefined));
});
