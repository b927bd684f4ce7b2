import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import type { PdfError } from '../errors.ts';
import { DEFAULT_OPTIONS, PRESETS } from '../index.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openDocument } from '../pdf/read/open.ts';
import { checkReceipt } from '../receipt/check-receipt.ts';
import { issueReceipt } from '../receipt/issue-receipt.ts';
import { readReceipt } from '../receipt/read-receipt.ts';
import type { SplitPart } from '../report.ts';
import { dividedFile, PICTURE_BYTES } from '../testing/documents/divided-file.ts';
import { createTestHost } from '../testing/host.ts';
import { openInPdfium } from '../testing/oracles/pdfium-render.ts';
import { compareDocuments } from '../verify/compare-documents.ts';
import { verify } from '../verify.ts';
import { splitDocument } from './split-document.ts';

const host = createTestHost();
const PAGES = 7;
/** Room for three pages. */
const LIMIT = 3 * PICTURE_BYTES + 12_000;

const split = (file: Uint8Array, limit = LIMIT) =>
  splitDocument(file, limit, { limits: DEFAULT_LIMITS, breakSignatures: false });

const ranges = (parts: readonly SplitPart[]) => parts.map(({ firstPage, lastPage }) => [firstPage, lastPage]);

const open = (bytes: Uint8Array) => openDocument(bytes, { limits: DEFAULT_LIMITS });

/** Number of entries of a document in each verified category. */
async function kindsOf(bytes: Uint8Array): Promise<Record<string, number>> {
  const doc = await open(bytes);
  const { categories } = await compareDocuments(doc, doc, { host });
  return Object.fromEntries(categories.map(({ kind, before }) => [kind, before]));
}

describe('a document with everything', () => {
  const file = dividedFile(PAGES);

  test('becomes as few parts as fit, whose pages look and read as they did, in PDFium', async () => {
    const parts = await split(file);
    expect(ranges(parts)).toEqual([
      [1, 3],
      [4, 6],
      [7, 7],
    ]);
    const whole = await openInPdfium(file);
    for (const { bytes, firstPage, lastPage } of parts) {
      expect(bytes.length).toBeLessThanOrEqual(LIMIT);
      const part = await openInPdfium(bytes);
      expect(part.pageCount).toBe(lastPage - firstPage + 1);
      for (let index = 0; index < part.pageCount; index += 1) {
        expect(part.text(index)).toBe(whole.text(firstPage - 1 + index));
        expect(part.render(index, 72)).toEqual(whole.render(firstPage - 1 + index, 72));
      }
      part.close();
    }
    whole.close();
  });

  test('keeps bookmarks under their heading, links, fields, tags and labels of its pages, and nothing else', async () => {
    const [first, middle, last] = await split(file);
    // Page 3 links to page 4, and each page to the last one.
    expect(first).toMatchObject({ bookmarks: 4, links: 5, removedLinks: 4 });
    expect(await kindsOf(first!.bytes)).toMatchObject({
      pages: 3,
      bookmarks: 4,
      links: 5,
      fields: 2,
      destinations: 1,
      'page-labels': 3,
      attachments: 0,
    });
    expect(middle).toMatchObject({ bookmarks: 3, links: 5, removedLinks: 4 });
    expect(await kindsOf(middle!.bytes)).toMatchObject({ bookmarks: 4, fields: 0, destinations: 0 });
    expect(last).toMatchObject({ bookmarks: 1, links: 3, removedLinks: 0 });
    expect(await kindsOf(last!.bytes)).toMatchObject({ fields: 1, destinations: 1, tags: 2 });
    for (const { bytes } of [first!, middle!, last!]) {
      const { repairs } = await open(bytes);
      expect(repairs).toEqual([]);
    }
  });

  test('a part is, by verify, what the document is without its other pages', async () => {
    const [, middle] = await split(file);
    const { categories, pages } = await verify(file, middle!.bytes, { host });
    const lost = (kind: string) => categories.find((each) => each.kind === kind)?.losses ?? [];
    expect(pages.map(({ after }) => after)).toEqual([null, null, null, 1, 2, 3, null]);
    for (const kind of ['text', 'pictures', 'page-sizes', 'tags', 'page-labels'])
      expect(lost(kind).filter(({ page }) => page !== null && page >= 4 && page <= 6)).toEqual([]);
    // Links to page 7.
    expect(lost('links').filter(({ page }) => page !== null && page >= 4 && page <= 6)).toHaveLength(4);
    expect(lost('language')).toEqual([]);
  });

  test('is one part, itself, where it fits', async () => {
    const [only, ...more] = await split(file, file.length);
    expect(more).toEqual([]);
    expect(only!.bytes).toBe(file);
    expect(only).toMatchObject({ firstPage: 1, lastPage: PAGES });
  });

  test('can be split as often as it has pages', async () => {
    const parts = await split(file, PICTURE_BYTES + 8000);
    expect(ranges(parts)).toEqual(Array.from({ length: PAGES }, (_, i) => [i + 1, i + 1]));
  });

  test('says which page is alone over the limit, and by how much', async () => {
    const problem = await split(file, PICTURE_BYTES - 1).catch((thrown: PdfError) => thrown.problem);
    expect(problem).toMatchObject({
      code: 'cannot_split',
      reason: 'page-over-limit',
      page: 1,
      allowed: PICTURE_BYTES - 1,
    });
    expect((problem as { found: number }).found).toBeGreaterThan(PICTURE_BYTES);
  });
});

describe('attachments', () => {
  test('go into the first parts that have room, and are all there', async () => {
    const parts = await split(dividedFile(3, [60_000, 60_000, 5000]));
    expect(parts.map(({ attachments }) => attachments).reduce((sum, count) => sum + count)).toBe(3);
    for (const { bytes } of parts) expect(bytes.length).toBeLessThanOrEqual(LIMIT);
    const counts = await Promise.all(parts.map(({ bytes }) => kindsOf(bytes)));
    expect(counts.map(({ attachments }) => attachments).reduce((sum, count) => sum! + count!)).toBe(3);
  });

  test('a page is left for each part that others need', async () => {
    const limit = 400_000;
    const parts = await split(dividedFile(4, [260_000, 260_000, 260_000]), limit);
    expect(parts.map(({ attachments }) => attachments)).toEqual([1, 1, 1]);
    for (const { bytes } of parts) expect(bytes.length).toBeLessThanOrEqual(limit);
  });

  test('one that is over the limit by itself is told', async () => {
    await expect(split(dividedFile(3, [LIMIT + 1]))).rejects.toMatchObject({
      problem: { code: 'cannot_split', reason: 'attachment-over-limit', allowed: LIMIT },
    });
  });
});

test('a signed document is not taken apart', async () => {
  const signature = '/Perms << /DocMDP << /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >> >>';
  await expect(split(dividedFile(4, [], signature))).rejects.toMatchObject({
    problem: { code: 'cannot_split', reason: 'signed' },
  });
});

test('parts of a locked document are locked with the same password', async () => {
  const path = new URL('../fixtures/encrypted/r6-aes-256.pdf', import.meta.url);
  const file = new Uint8Array(await readFile(path));
  const before = await openDocument(file, { limits: DEFAULT_LIMITS, password: 'user' });
  const parts = await splitDocument(file, file.length - 1, {
    limits: DEFAULT_LIMITS,
    breakSignatures: true,
    password: 'user',
  });
  for (const { bytes } of parts) {
    await expect(open(bytes)).rejects.toMatchObject({ problem: { code: 'encrypted_pdf' } });
    const part = await openDocument(bytes, { limits: DEFAULT_LIMITS, password: 'user' });
    expect(part.security?.encryptDictionary.toString()).toBe(before.security?.encryptDictionary.toString());
  }
});

test('time and bytes grow with the pages, not with their square', async () => {
  const made = async (pages: number) => {
    const parts = await split(dividedFile(pages), PICTURE_BYTES + 8000);
    return parts.reduce((sum, part) => sum + part.bytes.length, 0) / pages;
  };
  expect(await made(40)).toBeLessThan((await made(10)) * 1.1);
});

describe('with compress', () => {
  const file = dividedFile(PAGES);
  const options = { ...DEFAULT_OPTIONS, quality: 90, splitSize: 30_000 };

  test('the result comes in parts, which the receipt names and anybody can make again', async () => {
    const fractions: number[] = [];
    const onProgress = ({ fraction }: { readonly fraction: number }) => void fractions.push(fraction);
    const result = await compress(file, options, { host, onProgress });
    expect(fractions.at(-1)).toBe(1);
    const { parts = [], report } = result;
    expect(parts.length).toBeGreaterThan(1);
    expect(report.parts).toEqual(parts.map(({ bytes: _, ...part }) => part));
    for (const part of parts) expect(part.size).toBe(part.bytes.length);
    const receipt = await issueReceipt(file, result, { host });
    expect(receipt.parts?.map(({ firstPage }) => firstPage)).toEqual(parts.map(({ firstPage }) => firstPage));
    const read = readReceipt(JSON.stringify(receipt));
    const verdict = await checkReceipt(read!, file, parts[1]!.bytes, { host });
    expect(verdict).toMatchObject({ kind: 'made-again', outputMatches: true, reproduced: true });
    const other = await checkReceipt(read!, file, file, { host });
    expect(other).toMatchObject({ outputMatches: false, reproduced: true });
  });

  test('without the option there is not a word of parts', async () => {
    const result = await compress(file, PRESETS.balanced, { host });
    expect(result).not.toHaveProperty('parts');
    expect(result.report).not.toHaveProperty('parts');
  });
});
