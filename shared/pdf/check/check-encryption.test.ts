import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import type { PdfDocument } from '../document.ts';
import { key, type PDFDict, PDFHexString, PDFNumber } from '../objects.ts';
import { openDocument } from '../read/open.ts';
import { Changes } from './changes.ts';
import { firstDifference } from './check.ts';

const file = readFileSync(new URL('../../fixtures/encrypted/r6-aes-256-empty.pdf', import.meta.url));
const open = () => openDocument(file, { limits: DEFAULT_LIMITS });

/** The check's result after `change` was made to the document's encryption. */
async function verdict(change: (after: PdfDocument) => PdfDocument): Promise<string | null> {
  return firstDifference(await open(), change(await open()), new Changes());
}

function encryptDictionary({ security }: PdfDocument): PDFDict {
  if (security === null) throw new Error('the fixture is not encrypted');
  return security.encryptDictionary;
}

describe('a locked document stays locked in the same way', () => {
  const rows: Record<string, [(doc: PdfDocument) => PdfDocument, RegExp]> = {
    'the lock is gone': [(doc) => ({ ...doc, security: null }), /trailer \/Encrypt: no longer there/],
    'people may do more': [
      (doc) => {
        encryptDictionary(doc).set(key('P'), PDFNumber.of(-1));
        return doc;
      },
      /trailer \/Encrypt\/P: /,
    ],
    'another password opens it': [
      (doc) => {
        encryptDictionary(doc).set(key('U'), PDFHexString.of('00'.repeat(48)));
        return doc;
      },
      /trailer \/Encrypt\/U: /,
    ],
    'its kind is not said any more': [
      (doc) => {
        encryptDictionary(doc).delete(key('V'));
        return doc;
      },
      /trailer \/Encrypt\/V: no longer there/,
    ],
  };
  test.each(Object.entries(rows))('%s', async (_, [change, expected]) => {
    expect(await verdict(change)).toMatch(expected);
  });

  test('an open document gets no lock', async () => {
    const locked = await open();
    const difference = firstDifference({ ...locked, security: null }, locked, new Changes());
    expect(difference).toMatch(/trailer \/Encrypt: was not there before/);
  });

  test('nothing is done', async () => {
    expect(await verdict((doc) => doc)).toBeNull();
  });
});
