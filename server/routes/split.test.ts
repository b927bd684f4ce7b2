import { afterEach, beforeEach, expect, test } from 'vitest';
import { dividedFile } from '../../shared/testing/documents/divided-file.ts';
import { openInPdfium } from '../../shared/testing/oracles/pdfium-render.ts';
import { zipContents } from '../../shared/testing/zip-contents.ts';
import { startTestService, type TestService } from '../testing/service.ts';

const PAGES = 5;

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

function send(fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(dividedFile(PAGES))], { type: 'application/pdf' }), 'a.pdf');
  return service.app.request('/api/v1/compress', {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${service.key}`, ...headers },
  });
}

interface SplitAnswer {
  readonly report: { readonly parts: readonly { readonly size: number }[] };
  readonly receipt: { readonly parts: readonly unknown[] };
  readonly file: { readonly base64: string };
}

const split = { splitSize: '30KB', quality: '90' };

test('splitSize gives a ZIP of parts that have all pages, the same each time', async () => {
  const answer = await send(split);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/zip');
  expect(answer.headers.get('Content-Disposition')).toContain('filename="a-light.zip"');
  const zip = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('Content-Length')).toBe(String(zip.length));
  const parts = [...zipContents(zip)];
  expect(parts.map(([name]) => name)).toEqual(
    parts.map((_, index) => `a-light-${index + 1}of${parts.length}.pdf`),
  );
  let pages = 0;
  for (const [, bytes] of parts) {
    expect(bytes.length).toBeLessThanOrEqual(30_000);
    const part = await openInPdfium(new Uint8Array(bytes));
    pages += part.pageCount;
    part.close();
  }
  expect(parts.length).toBeGreaterThan(1);
  expect(pages).toBe(PAGES);
  expect(Buffer.from(await (await send(split)).arrayBuffer()).equals(zip)).toBe(true);
});

test('as JSON it is the ZIP in base64, beside a report and a receipt that name the parts', async () => {
  const answer = await send(split, { Accept: 'application/json' });
  const { report, receipt, file } = (await answer.json()) as SplitAnswer;
  expect(file).toMatchObject({ name: 'a-light.zip', mediaType: 'application/zip' });
  const parts = zipContents(Buffer.from(file.base64, 'base64'));
  expect(report.parts.map(({ size }) => size)).toEqual([...parts.values()].map(({ length }) => length));
  expect(receipt.parts).toHaveLength(parts.size);
});

test('a page that is over the size is a problem with numbers', async () => {
  const answer = await send({ splitSize: '2000' });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    code: 'cannot_split',
    reason: 'page-over-limit',
    page: 1,
    allowed: 2000,
    detail: expect.stringContaining('Page 1 alone needs'),
  });
});
