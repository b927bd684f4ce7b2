import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { type ObjectSources, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { wholeBytes } from '../byte-source.ts';
import { Changes } from '../check/changes.ts';
import { firstDifference } from '../check/check.ts';
import { openDocument } from '../read/open.ts';
import { writeInPieces } from './write.ts';

/** The classic form of a page with these entries, whose objects can be read in its text. */
async function written(page: string, objects: ObjectSources = {}, catalog = ''): Promise<string> {
  const made = () => pagesDocument([page], objects, { catalog });
  const bytes = wholeBytes(writeInPieces(made(), { objectStreams: false }));
  const after = await openDocument(bytes, { limits: DEFAULT_LIMITS });
  expect(firstDifference(made(), after, new Changes())).toBeNull();
  return Buffer.from(bytes).toString('latin1');
}

const LINK = { 100: '<< /Subtype /Link /Rect [1 2 3 4] /A 101 0 R >>', 101: '<< /S /URI /URI (a) >>' };

describe('a value that is referred to once is written in place of its reference', () => {
  test('an action of a link, while the link stays an object', async () => {
    const text = await written('/Annots [100 0 R]', LINK);
    expect(text).toContain('/A<</S/URI/URI(a)>>');
    expect(text).toMatch(/\/Annots\[\d+ 0 R\]/);
  });

  test('attributes in a list', async () => {
    const text = await written('/Shown << /A [100 0 R 0 101 0 R] >>', {
      100: '<< /O /Layout >>',
      101: '<< /O /Table >>',
    });
    expect(text).toContain('/A[<</O/Layout>>0<</O/Table>>]');
  });

  test('a destination in a tree of names', async () => {
    const names = { 100: '<< /Names [(a) 101 0 R (b) 102 0 R] >>' };
    const values = { 101: '[3 0 R /Fit]', 102: '<< /D [3 0 R /Fit] >>' };
    const text = await written('', { ...names, ...values }, '/Names << /Dests 100 0 R >>');
    expect(text).toMatch(/\/Names\[\(a\)\[\d+ 0 R\/Fit\]\(b\)<<\/D\[\d+ 0 R\/Fit\]>>\]/);
  });

  test('a title, and a value inside such a value', async () => {
    const text = await written('/Resources 100 0 R', {
      100: '<< /Font 101 0 R /Title 103 0 R >>',
      101: '<< /F1 102 0 R >>',
      102: '<< /Type /Font >>',
      103: '(Title)',
    });
    expect(text).toMatch(/\/Resources<<\/Font<<\/F1 \d+ 0 R>>\/Title\(Title\)>>/);
  });
});

describe('it stays an object', () => {
  test.each<[what: string, page: string, objects: ObjectSources, entry: RegExp]>([
    [
      'where two refer to it',
      '/Annots [100 0 R 102 0 R]',
      { ...LINK, 102: '<< /A 101 0 R >>' },
      /\/A \d+ 0 R/,
    ],
    ['where something else refers to it too', '/Annots [100 0 R] /Other [101 0 R]', LINK, /\/A \d+ 0 R/],
    ['if it is a stream', '/Resources 100 0 R', { 100: stream('', 'data') }, /\/Resources \d+ 0 R/],
    ['under a key whose values are found by number', '/Parts 100 0 R', { 100: '(a)' }, /\/Parts \d+ 0 R/],
    [
      'in a tree of names that are no destinations',
      '/Names [(a) 100 0 R]',
      { 100: '<< /Type /Filespec /F (a) >>' },
      /\/Names\[\(a\)\d+ 0 R\]/,
    ],
    ['deep inside itself', '/A 100 0 R', { 100: `${'['.repeat(9)}${']'.repeat(9)}` }, /\/A \d+ 0 R/],
    [
      'deep inside another',
      `/Deep ${'['.repeat(8)}<< /A 100 0 R >>${']'.repeat(8)}`,
      { 100: '[1]' },
      /\/A \d+ 0 R/,
    ],
  ])('%s', async (_, page, objects, entry) => {
    expect(await written(page, objects)).toMatch(entry);
  });

  test('in the dictionary of a stream, which is never deflated', async () => {
    const text = await written('/Shown 100 0 R', { 100: stream('/ColorSpace 101 0 R', 'x'), 101: '[/A /B]' });
    expect(text).toMatch(/\/ColorSpace \d+ 0 R/);
  });

  test('below three others, so that a long chain stays a chain', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [100 + index, `<< /A ${101 + index} 0 R >>`]),
    );
    const text = await written('/A 100 0 R', { ...chain, 2100: '(end)' });
    expect(text).toContain('/A<</A<</A<</A ');
    expect(text).not.toContain('/A<</A<</A<</A<<');
  });
});
