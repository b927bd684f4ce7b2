import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS, PRESETS } from './options.ts';
import { openDocument } from './pdf/open.ts';
import { writeDocument } from './pdf/write.ts';
import { fairEnd } from './testing/fair-end.ts';
import { createTestHost } from './testing/host.ts';
import { mutate } from './testing/mutations.ts';
import { picturesFile } from './testing/pictures-file.ts';
import { richFile } from './testing/rich-document.ts';

const host = createTestHost();
const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`./fixtures/${path}`, import.meta.url)));

interface Original {
  readonly bytes: Uint8Array;
  readonly runs: number;
  readonly options?: CompressOptions;
  readonly password?: string;
}

async function packedAgain(bytes: Uint8Array): Promise<Uint8Array> {
  return writeDocument(await openDocument(bytes, { limits: DEFAULT_LIMITS }), { objectStreams: true });
}

const originals: Record<string, () => Original | Promise<Original>> = {
  'one of everything': () => ({ bytes: richFile(), runs: 150 }),
  'one of everything, in object streams': async () => ({ bytes: await packedAgain(richFile()), runs: 150 }),
  'images of every kind': () => ({ bytes: picturesFile(), runs: 100 }),
  'images of every kind, never as JPEG': () => ({
    bytes: picturesFile(),
    runs: 40,
    options: PRESETS.lossless,
  }),
  'RC4, 40 bits': () => ({ bytes: fixture('encrypted/r2-rc4-40.pdf'), runs: 40, password: 'user' }),
  'AES-128': () => ({ bytes: fixture('encrypted/r4-aes-128.pdf'), runs: 40, password: 'user' }),
  'AES-256 in object streams': () => ({
    bytes: fixture('encrypted/r6-aes-256-object-streams.pdf'),
    runs: 20,
    password: 'user',
  }),
  'an invoice of a PDF/A-3': () => ({ bytes: fixture('real/invoice-pdfa3.pdf'), runs: 4 }),
  'a form with JBIG2': () => ({ bytes: fixture('real/form-jbig2.pdf'), runs: 2, options: PRESETS.lossless }),
};

describe('a file made worse ends fairly', () => {
  test.each(Object.entries(originals))('%s', async (_, original) => {
    const {
      bytes,
      runs,
      options = { ...DEFAULT_OPTIONS, breakSignatures: true },
      password,
    } = await original();
    const run = { host, ...(password === undefined ? {} : { password }) };
    const ends = new Map<string, number>();
    for (let seed = 0; seed < runs; seed++) {
      const { end } = await fairEnd(mutate(bytes, seed), options, run).catch((thrown: unknown) => {
        throw new Error(`seed ${seed}`, { cause: thrown });
      });
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    // That all were refused would prove nothing.
    expect(ends.size).toBeGreaterThan(1);
  });
});
