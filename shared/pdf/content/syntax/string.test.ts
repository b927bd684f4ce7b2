import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latin1Bytes } from '../../../testing/documents/files.ts';
import { decodeString, literalEnd, StringWriter } from './string.ts';

function written(string: string, mustBePrintable = false): string {
  const out = new Uint8Array(string.length);
  const end = new StringWriter().write(latin1Bytes(string), 0, string.length, out, 0, mustBePrintable);
  return Buffer.from(out.subarray(0, end)).toString('latin1');
}

function decoded(string: string): Uint8Array {
  const out = new Uint8Array(string.length);
  return out.slice(0, decodeString(latin1Bytes(string), 0, string.length, out));
}

test.each([
  ['(abc)', '(abc)'],
  ['<616263>', '(abc)'],
  ['<61 62\n6>', '(ab`)'],
  ['(\\141\\b\\7)', '(a\b\x07)'],
  ['(\\(a\\))', '((a))'],
  ['(\\)a\\()', '(\\)a\\()'],
  ['<285c29>', '((\\\\))'],
  ['<0d0d0d>', '<0d0d0d>'],
  ['<0d41ff>', '(\\rA\xff)'],
  ['()', '()'],
  ['<>', '<>'],
  // Line ends are LF in the standard, but PDFium takes them literally.
  ['(a\rb\\141)', '(a\rb\\141)'],
  ['(a\\\nb\\141)', '(a\\\nb\\141)'],
])('%s is written %s', (string, shortest) => {
  expect(written(string)).toBe(shortest);
});

test.each([
  ['(abc) Tj', 5],
  ['(a(b)c) Tj', 7],
  ['(a\\)b) Tj', 6],
  ['(a\\\\) Tj', 5],
  ['(a(b) Tj', 8],
])('the string in %s ends behind its own parenthesis', (content, end) => {
  expect(literalEnd(latin1Bytes(content), 0, content.length)).toBe(end);
});

test('stays as it is where binary bytes would be taken for image data', () => {
  expect(written('<00ff>', true)).toBe('<00ff>');
  expect(written('<6162>', true)).toBe('(ab)');
});

test('is never longer, and says the same bytes', () => {
  const escaped = fc.constantFrom(
    '\\n',
    '\\r',
    '\\(',
    '\\)',
    '\\\\',
    '\\0',
    '\\12',
    '\\377',
    '\\x',
    '()',
    '\n',
  );
  const literal = fc
    .array(fc.oneof(escaped, fc.stringMatching(/^[^\\()]$/)), { maxLength: 20 })
    .map((parts) => `(${parts.map((part) => (part.charAt(0).charCodeAt(0) > 255 ? '?' : part)).join('')})`);
  const hexadecimal = fc.stringMatching(/^[0-9a-fA-F ]{0,40}$/).map((digits) => `<${digits}>`);
  fc.assert(
    fc.property(fc.oneof(literal, hexadecimal), (string) => {
      const shortest = written(string);
      expect(shortest.length).toBeLessThanOrEqual(string.length);
      expect(decoded(shortest)).toEqual(decoded(string));
    }),
  );
});
