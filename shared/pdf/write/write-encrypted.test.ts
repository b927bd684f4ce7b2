import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { Changes } from '../check/changes.ts';
import { firstDifference } from '../check/check.ts';
import { dictEntries, key, PDFDict, PDFHexString, PDFRawStream, PDFString } from '../objects.ts';
import { catalogOf } from '../page-tree.ts';
import { openDocument } from '../read/open.ts';
import { writeDocument } from './write.ts';

const FOLDER = new URL('../../fixtures/encrypted/', import.meta.url);
const fixtures = readdirSync(FOLDER).filter((name) => name.endsWith('.pdf') && !name.includes('accents'));
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

const open = (bytes: Uint8Array, password?: string) =>
  openDocument(bytes, { limits: DEFAULT_LIMITS, ...(password === undefined ? {} : { password }) });

/** In a string and in a stream. */
const SECRET = 'nobody may read this without the password';

describe.each(fixtures)('%s', (name) => {
  const input = new Uint8Array(readFileSync(new URL(name, FOLDER)));
  const password = name.includes('empty') ? undefined : 'user';

  test.each([
    ['packed', true],
    ['classic', false],
  ])('written %s it is the same document under the same lock', async (_, objectStreams) => {
    const written = writeDocument(await open(input, password), { objectStreams });
    const after = await open(written, password);
    expect(after.repairs).toEqual([]);
    expect(firstDifference(await open(input, password), after, new Changes())).toBeNull();
    if (password === undefined) return;
    await expect(open(written)).rejects.toMatchObject({ problem: { code: 'encrypted_pdf' } });
  });

  test.each([
    ['packed', true],
    ['classic', false],
  ])('written %s nothing of it stands there in plain but what did before', async (_, objectStreams) => {
    const doc = await open(input, password);
    const catalog = catalogOf(doc.trailer);
    catalog?.set(key('Secret'), PDFString.of(SECRET));
    const stream = PDFRawStream.of(
      PDFDict.withContext(doc.context),
      Uint8Array.from(SECRET, (character) => character.charCodeAt(0)),
    );
    catalog?.set(key('SecretStream'), doc.context.register(stream));
    // A value that may stand in the place of its reference.
    const action = PDFDict.withContext(doc.context);
    action.set(key('Secret'), PDFString.of(SECRET));
    catalog?.set(key('A'), doc.context.register(action));
    const written = writeDocument(doc, { objectStreams });
    expect(latin1(written)).not.toContain(SECRET.slice(0, 12));
    const read = catalogOf((await open(written, password)).trailer);
    for (const owner of [read, read?.lookup(key('A'), PDFDict)]) {
      const text = owner?.lookup(key('Secret'));
      if (!(text instanceof PDFString || text instanceof PDFHexString)) throw new Error('no text');
      expect(latin1(text.asBytes())).toBe(SECRET);
    }
    const packed = read?.lookup(key('SecretStream'));
    expect(packed instanceof PDFRawStream && latin1(packed.contents)).toBe(SECRET);
    // Search engines may read it if the document permits (ISO 32000-2, 7.6.4).
    const isClear = /\/Metadata/.test(latin1(input)) && name.includes('clear');
    expect(latin1(written).includes('<x:xmpmeta') || latin1(written).includes('<rdf')).toBe(isClear);
  });

  test('the dictionary of the lock stands by itself, as it was', async () => {
    const before = await open(input, password);
    const written = writeDocument(before, { objectStreams: true });
    const number = /\/Encrypt (\d+) 0 R/.exec(latin1(written))?.[1];
    expect(latin1(written)).toContain(`\n${number} 0 obj\n<<`);
    const after = await open(written, password);
    const entries = (doc: typeof before) =>
      doc.security === null ? [] : [...dictEntries(doc.security.encryptDictionary).keys()].map(String);
    expect(entries(after)).toEqual(entries(before));
  });
});
