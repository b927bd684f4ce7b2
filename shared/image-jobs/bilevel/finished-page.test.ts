import { expect, test } from 'vitest';
import { samplesFromBitmap } from '../../codecs/bitmap.ts';
import { codeWholeRegion } from '../../codecs/jbig2/encode.ts';
import { createTestHost } from '../../testing/host.ts';
import { jbig2Page } from '../../testing/judges/expect-jbig2.ts';
import { lettersOf } from '../../testing/pictures/letters.ts';
import { scanned } from '../../testing/pictures/scanned-letters.ts';
import { encodePage, findPageSymbols, type MeasuredPage } from './bilevel-pages.ts';

const host = createTestHost();
const pdfium = () => host.wasmModule('pdfium-bilevel');

function measured(seed: number, mayMove = true): MeasuredPage {
  const bitmap = scanned(lettersOf(3, 600, 300), seed, 60);
  const { width, height } = bitmap;
  return { width, height, rows: samplesFromBitmap(bitmap), region: codeWholeRegion(bitmap), mayMove };
}

const page = measured(1);
const job = findPageSymbols({ kind: 'symbols', pages: [page] }).pages[0]!;

test('a page of which pixels moved is judged as a decoder draws it', async () => {
  const { moved } = await encodePage(job, pdfium);
  expect(moved).toMatchObject({ broken: [] });
  expect(moved!.moved).toBeGreaterThan(100);
});

test('a page that breaks a rule is coded anew, to the pixel, and says so', async () => {
  // As if its encoder had used the noise of another scan.
  const { symbols } = findPageSymbols({ kind: 'symbols', pages: [measured(2)] }).pages[0]!;
  const { image, moved } = await encodePage({ ...job, symbols }, pdfium);
  expect(moved!.broken).toContain('black-shapes');
  if (image.data.kind !== 'jbig2') throw new Error('not JBIG2');
  const shown = jbig2Page(image.data.bytes, null, page.width * page.height);
  expect(samplesFromBitmap(shown)).toEqual(page.rows);
});

test('a page that no decoder reads is coded anew, too', async () => {
  const segments = job.symbols!.segments.slice(0, 40);
  const { image, moved } = await encodePage({ ...job, symbols: { ...job.symbols!, segments } }, pdfium);
  expect(moved!.broken).toEqual(['size']);
  if (image.data.kind !== 'jbig2') throw new Error('not JBIG2');
  expect(samplesFromBitmap(jbig2Page(image.data.bytes, null, page.width * page.height))).toEqual(page.rows);
});
