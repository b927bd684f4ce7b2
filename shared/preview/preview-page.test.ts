import { describe, expect, test } from 'vitest';
import { deflate } from '../codecs/flate/deflate.ts';
import { compress } from '../compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../index.ts';
import { FileBuilder, onePage } from '../testing/documents/files.ts';
import { createTestHost } from '../testing/host.ts';
import { jobThreads } from '../testing/job-threads.ts';
import { openInPdfium } from '../testing/oracles/pdfium-render.ts';
import { photo } from '../testing/pictures/rasters.ts';
import type { WorkJob } from '../work/job.ts';
import { previewPage } from './preview-page.ts';

const host = createTestHost();
const [WIDTH, HEIGHT] = [240, 180];
const PHOTO = `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode`;

/** A page with `photos` photos, and content that compresses well. */
function photoPage(photos: number): Uint8Array {
  const numbers = Array.from({ length: photos }, (_, index) => 10 + index);
  const names = numbers.map((number) => `/I${number} ${number} 0 R`).join(' ');
  const draw = numbers.map((number, at) => `q 90 0 0 70 10 ${at * 80} cm /I${number} Do Q`).join('\n');
  const content = `${'q Q '.repeat(400)}${draw}`;
  const file = onePage(new FileBuilder(), content, `/Resources << /XObject << ${names} >> >>`);
  for (const [at, number] of numbers.entries())
    file.stream(number, PHOTO, deflate(photo(WIDTH, HEIGHT, 3, 2 * at + 1).samples, 1));
  return file.table('/Root 1 0 R').build();
}

const options = (quality: number): CompressOptions => ({ ...DEFAULT_OPTIONS, quality });

/** A host whose threads record every job, wherever it runs. */
function noting() {
  const jobs: WorkJob['kind'][] = [];
  const workThreads = jobThreads(host, 2, ({ kind }) => {
    jobs.push(kind);
    return undefined;
  });
  return { jobs, noted: { ...host, workThreads } };
}

describe('a page that settings are tried on', () => {
  test.each([1, 3])('of %i photos takes the job of each and no other', async (photos) => {
    const { jobs, noted } = noting();
    const ready = await previewPage(photoPage(photos), options(75), 'all-but-images', { host });
    await previewPage(ready, options(40), 'images', { host: noted });
    expect(jobs).toEqual(Array.from({ length: photos }, () => 'recode'));
  });

  test('looks as it would in the file, and weighs as much', async () => {
    const page = photoPage(2);
    const ready = await previewPage(page, options(75), 'all-but-images', { host });
    const tried = await previewPage(ready, options(40), 'images', { host });
    const { bytes } = await compress(page, options(40), { host });
    expect(Math.abs(tried.length - bytes.length)).toBeLessThan(bytes.length / 100);
    const [one, other] = [await openInPdfium(tried), await openInPdfium(bytes)];
    expect(one.render(0, 96)).toEqual(other.render(0, 96));
    one.close();
    other.close();
  });

  test('stays as it is where nothing of it becomes smaller', async () => {
    const ready = await previewPage(photoPage(1), options(75), 'all-but-images', { host });
    const tried = await previewPage(ready, options(10), 'images', { host });
    expect(await previewPage(tried, options(95), 'images', { host })).toBe(tried);
  });
});
