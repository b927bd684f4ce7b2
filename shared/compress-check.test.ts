import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from './options.ts';
import { Pieces, wholeBytes } from './pdf/byte-source.ts';
import { fromLatin1, latin1 } from './pdf/bytes.ts';
import type * as Rewrite from './run/rewrite.ts';
import { FileBuilder, onePage } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';

/** Changes the output between the writer and the check, as a bug of either might. */
let spoilt: (output: string) => string;

vi.mock('./run/rewrite.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Rewrite>();
  const rewrite: typeof original.rewrite = async (task, search) => {
    const rewritten = await original.rewrite(task, search);
    if (rewritten.kind === 'kept') return rewritten;
    const output = wholeBytes(rewritten.output);
    return { ...rewritten, output: new Pieces([fromLatin1(spoilt(latin1(output, 0, output.length)))]) };
  };
  return { ...original, rewrite };
});

beforeEach(() => {
  spoilt = (output) => output;
});
// If tests share modules, the next one must get the real writer.
afterAll(() => {
  vi.doUnmock('./run/rewrite.ts');
  vi.resetModules();
});

const input = onePage(new FileBuilder(), 'q Q '.repeat(500)).table('/Root 1 0 R').build();

async function result() {
  // Another test may have loaded it with the real writer behind it.
  vi.resetModules();
  const { compress } = await import('./compress.ts');
  const { bytes, report } = await compress(input, DEFAULT_OPTIONS, { host: createTestHost() });
  return {
    isInput: bytes === input || latin1(bytes, 0, bytes.length) === latin1(input, 0, input.length),
    report,
  };
}

test('a sound output is handed out', async () => {
  const { isInput, report } = await result();
  expect(isInput).toBe(false);
  expect(report.warnings).toEqual([]);
});

test.each<[string, (output: string) => string, RegExp]>([
  [
    'holds something else',
    (output) => output.replace(/\/MediaBox\[0 0 (\d)/, (_, digit) => `/MediaBox[0 0 ${9 - Number(digit)}`),
    /MediaBox/,
  ],
  ['needs repair', (output) => output.replace(/startxref\n\d/, 'startxref\n9'), /needs repair/],
  ['cannot be opened', (output) => output.replaceAll(/obj|trailer/g, 'xxx'), /cannot be opened/],
])('the input comes back when the output %s', async (_, spoil, difference) => {
  spoilt = (output) => {
    const changed = spoil(output);
    expect(changed).not.toBe(output);
    return changed;
  };
  const { isInput, report } = await result();
  expect(isInput).toBe(true);
  expect(report.warnings).toContain('verification-failed');
  expect(report).toMatchObject({ unchanged: true });
  expect(JSON.stringify(report)).toMatch(difference);
});
