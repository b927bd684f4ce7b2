import { expect, test } from 'vitest';
import type { CategoryResult, ReceiptVerdict } from '../../../shared/index.ts';
import { compareWords, keptText, lossText, lostText, receiptCheckText, verdictText } from './verification.ts';

const result = (parts: Partial<CategoryResult>): CategoryResult => ({
  kind: 'links',
  before: 0,
  after: 0,
  lost: 0,
  added: 0,
  notCompared: 0,
  losses: [],
  additions: [],
  ...parts,
});

test.each([
  [{ differentDocuments: false, things: 0, pages: 0 }, 'Nothing was lost'],
  [{ differentDocuments: false, things: 0, pages: 1 }, 'Nothing was lost, but 1 page looks different'],
  [{ differentDocuments: false, things: 3, pages: 2 }, '3 things were lost, 2 pages look different'],
  [{ differentDocuments: false, things: 1, pages: 0 }, '1 thing was lost'],
  [{ differentDocuments: true, things: 5, pages: 4 }, 'These are two different documents'],
])('%o is told as: %s', (parts, words) => {
  expect(verdictText(parts)).toBe(words);
});

test.each<[Partial<CategoryResult>, string]>([
  [{ before: 126, after: 117, lost: 9 }, '9 of 126'],
  [{ before: 1204, after: 0, lost: 1204 }, 'all 1,204'],
  [{ before: 1, after: 0, lost: 1 }, '1 of 1'],
  [{ kind: 'text', before: 324, lost: 2 }, '2 of 324 words'],
])('lost of %o: %s', (parts, words) => {
  expect(lostText(result(parts))).toBe(words);
});

test.each<[Partial<CategoryResult>, string]>([
  [{}, 'none'],
  [{ before: 4, after: 4 }, '4 of 4'],
  [{ before: 4, after: 6, added: 2 }, '4 of 4, 2 new'],
  [{ added: 2, after: 2 }, '2 new'],
  [{ kind: 'text', before: 18204, after: 18204, notCompared: 6 }, '18,204 words, 6 not compared'],
  [{ kind: 'page-sizes', before: 64, after: 64 }, 'same'],
  [{ kind: 'metadata' }, 'none'],
  [{ kind: 'metadata', before: 3, after: 3 }, 'kept'],
  [{ kind: 'metadata', before: 3, lost: 3 }, 'removed'],
  [{ kind: 'metadata', before: 3, after: 2, lost: 2 }, 'changed'],
])('kept of %o: %s', (parts, words) => {
  expect(keptText(result(parts))).toBe(words);
});

const made = (parts: object): ReceiptVerdict => ({
  kind: 'made-again',
  outputMatches: true,
  reproduced: true,
  fileReproduced: false,
  size: 1200,
  sha256: '',
  fields: { different: [], notChecked: [] },
  versions: { receipt: '1.3.0', current: '1.4.0' },
  ...parts,
});

test.each<[ReceiptVerdict, string, RegExp]>([
  [
    made({}),
    'Receipt verified. Compressing the original again gives identical bytes.',
    /^All 1,200 bytes match\.$/,
  ],
  [
    made({ fields: { different: ['imagesChanged', 'x\u001b'], notChecked: [] } }),
    'The receipt isn’t valid.',
    /entries of the receipt don’t: .*imagesChanged and x\ufffd/,
  ],
  [
    made({ fields: { different: [], notChecked: [{ field: 'engine.version', reason: 'engine-version' }] } }),
    'The receipt could only be verified in part.',
    /Not checked: .*engine\.version/,
  ],
  [
    made({ outputMatches: false }),
    'Not verified: compressing again gives different bytes.',
    /This file was modified afterwards/,
  ],
  [
    made({
      outputMatches: false,
      reproduced: false,
      fileReproduced: true,
      fields: { different: ['output.sha256'], notChecked: [] },
    }),
    'The receipt isn’t valid.',
    /entries of the receipt don’t: .*output\.sha256/,
  ],
  [
    made({ reproduced: false }),
    'Not verified: compressing again gives different bytes.',
    /\(1\.3\.0; this is 1\.4\.0\)/,
  ],
  [
    made({ outputMatches: false, reproduced: false }),
    'Not verified: compressing again gives different bytes.',
    /modified after it was compressed, or compressed by another version/,
  ],
  [{ kind: 'other-file' }, 'This receipt belongs to another file.', /checksum/],
])('a receipt is told by what it is worth', (verdict, title, text) => {
  expect(receiptCheckText(verdict).title).toBe(title);
  expect(receiptCheckText(verdict).text).toMatch(text);
});

test('names from the file are cut, and control characters do not stay', () => {
  expect(lossText({ change: 'removed', page: 1, name: `a\u001b${'b'.repeat(200)}` })).toMatch(
    /^a\ufffdb{78}…, gone$/,
  );
  expect(lossText({ change: 'changed', page: 1, name: '1234', before: '1234', after: '1284' })).toBe(
    '1234, changed: 1234 → 1284',
  );
  expect(compareWords.madeBy('pdf-lib (https://example.org)')).toBe('made by pdf-lib');
});
