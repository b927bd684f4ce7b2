import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REAL_DOCUMENTS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

// The browser logs the refusal that this test provokes.
test.use({ expectedErrors: /the server responded with a status of 422/ });

test('a page on another origin compresses with a key, and reads the facts and the problems', async ({
  page,
  apiKey,
  baseURL,
}) => {
  const shop = createServer((_request, response) => {
    response
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><title>Shop</title><link rel="icon" href="data:,">');
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  try {
    await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
    const bytes = await readFile(REAL_DOCUMENTS.newspaper);
    const call = { url: `${baseURL}/api/v1/compress`, key: apiKey, base64: bytes.toString('base64') };
    const seen = await page.evaluate(async ({ url, key, base64 }) => {
      const ask = (file: Blob) => {
        const form = new FormData();
        form.append('file', file, 'letter.pdf');
        const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'from the shop' };
        return fetch(url, { method: 'POST', body: form, headers });
      };
      const pdf = await (await fetch(`data:application/pdf;base64,${base64}`)).blob();
      const small = await ask(pdf);
      const refused = await ask(new Blob(['text']));
      return {
        status: small.status,
        bytes: (await small.blob()).size,
        size: Number(small.headers.get('X-Compressed-Size')),
        name: small.headers.get('Content-Disposition'),
        problem: ((await refused.json()) as { code: string }).code,
      };
    }, call);
    expect(seen).toEqual({
      status: 200,
      bytes: seen.size,
      size: seen.size,
      name: expect.stringContaining('letter-light.pdf'),
      problem: 'idempotency_mismatch',
    });
    expect(seen.size).toBeLessThan(bytes.length);
  } finally {
    shop.closeAllConnections();
    shop.close();
  }
});
