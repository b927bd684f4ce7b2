import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { key, PDFRef } from '../pdf/objects.ts';
import { openDocument } from '../pdf/read/open.ts';
import { dictOf, pagesDocument, stream } from '../testing/documents/documents.ts';
import { FileBuilder, onePage } from '../testing/documents/files.ts';
import { passContext } from '../testing/pass-context.ts';
import { runPass } from '../testing/pass-run.ts';
import { unused } from './unused.ts';

describe('unused objects', () => {
  test('what nothing reaches goes, also when it reaches others or itself', async () => {
    const objects = {
      100: stream('', 'q Q'),
      101: '[102 0 R]',
      102: '<< /Up 101 0 R /Page 3 0 R >>',
      103: stream('/A 103 0 R', 'alone'),
    };
    const { doc, report } = await runPass(unused, () => pagesDocument(['/Contents 100 0 R'], objects));
    expect(report).toEqual({ pass: 'unused', items: 7, changed: 3, savedBytes: 0, skips: {} });
    expect(doc.context.enumerateIndirectObjects().map(([ref]) => ref.objectNumber)).toEqual([1, 2, 3, 100]);
  });

  test('what an earlier pass let go is dropped', async () => {
    const doc = pagesDocument(['/Thumb 100 0 R /Lang (en)'], { 100: stream('/Width 1', 'x') });
    dictOf(doc, 3).delete(key('Thumb'));
    expect((await unused.run(doc, passContext())).changed).toBe(1);
    expect(doc.context.lookup(PDFRef.of(100))).toBeUndefined();
  });

  test('objects of the file that were never read are counted', async () => {
    const file = onePage(new FileBuilder())
      .object(50, '(old)')
      .object(51, '<< /Old 50 0 R >>')
      .table('/Root 1 0 R')
      .build();
    const { report } = await runPass(unused, () => openDocument(file, { limits: DEFAULT_LIMITS }));
    expect(report).toMatchObject({ items: 6, changed: 2 });
  });

  test('everything that is reached stays, from Info as well', async () => {
    const build = () =>
      pagesDocument(
        [''],
        { 100: '<< /Title 101 0 R >>', 101: '(t)' },
        { trailer: '<< /Root 1 0 R /Info 100 0 R >>' },
      );
    const { report } = await runPass(unused, build);
    expect(report).toMatchObject({ items: 5, changed: 0 });
  });
});
