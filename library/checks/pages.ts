import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { LITTLE_WINDOW } from '../../e2e/support/browser-switches.ts';

/** Serves the pages of a folder to a real browser. */
export interface Pages {
  readonly address: string;
  open(path: string): Promise<Page>;
  /** Calls the page's `run`. */
  compress(path: string, pdf: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly ratio: number }>;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
};

/** Receives a submitted form. */
export type OnPost = (body: Buffer, contentType: string) => Promise<string>;

export async function openBrowser(folder: string, onPost: OnPost = async () => ''): Promise<Pages> {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      response.end(await onPost(Buffer.concat(parts), request.headers['content-type'] ?? ''));
      return;
    }
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const bytes = await readFile(join(folder, normalize(pathname)));
      response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'application/octet-stream');
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { readonly port: number };
  const address = `http://127.0.0.1:${port}`;
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    args: ['--no-sandbox', LITTLE_WINDOW],
    ...(executablePath === undefined ? {} : { executablePath }),
  });

  async function open(path: string): Promise<Page> {
    // axe needs a page with its own context.
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${address}${path}`);
    return page;
  }

  return {
    address,
    open,
    async compress(path, pdf) {
      const page = await open(path);
      await page.waitForFunction(() => 'run' in window);
      const { bytes, ratio } = await page.evaluate(async (base64) => {
        const input = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const run = (window as unknown as { run: RunInPage }).run;
        const result = await run(input);
        let text = '';
        for (const byte of result.bytes) text += String.fromCharCode(byte);
        return { bytes: btoa(text), ratio: result.ratio };
      }, Buffer.from(pdf).toString('base64'));
      await page.close();
      return { bytes: new Uint8Array(Buffer.from(bytes, 'base64')), ratio };
    },
    async close() {
      await browser.close();
      await new Promise((closed) => server.close(closed));
    },
  };
}

type RunInPage = (input: Uint8Array) => Promise<{ readonly bytes: Uint8Array; readonly ratio: number }>;
