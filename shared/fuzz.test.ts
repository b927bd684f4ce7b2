import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { openDocument } from './pdf/read/open.ts';
import { writeDocument } from './pdf/write/write.ts';
import { PRESETS } from './presets.ts';
import type { RunContext } from './run/run.ts';
import { mutate, mutateData } from './testing/documents/mutations.ts';
import { pictures, picturesFile } from './testing/documents/pictures-file.ts';
import { richFile } from './testing/documents/rich-document.ts';
import { fileOf, readFinds } from './testing/fuzz/finds.ts';
import { COLOR_FILES, pictureFile } from './testing/fuzz/small-colors.ts';
import { packedFile, revisedFile, STRUCTURE_FILES } from './testing/fuzz/small-files.ts';
import { FONT_FILES } from './testing/fuzz/small-fonts.ts';
import { fairTrial } from './testing/fuzz/trial.ts';
import { createTestHost } from './testing/host.ts';
import { fairEnd } from './testing/judges/fair-end.ts';

const host = createTestHost();
const SMALL_RUNS = 15;
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
  'one of everything': () => ({ bytes: richFile(), runs: 60 }),
  'one of everything, in object streams': async () => ({ bytes: await packedAgain(richFile()), runs: 40 }),
  'images of every kind': () => ({ bytes: picturesFile(), runs: 40 }),
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
    const ends = new Set<string>();
    for (let seed = 0; seed < runs; seed++) ends.add(await endOf(seed, mutate(bytes, seed), options, run));
    // If all were refused, the test would prove nothing.
    expect(ends.size).toBeGreaterThan(1);
  });

  const small = {
    ...STRUCTURE_FILES,
    ...FONT_FILES,
    ...COLOR_FILES,
    'an object stream': packedFile,
    'two revisions': revisedFile,
    ...Object.fromEntries(pictures().map((_, index) => [`picture ${index}`, () => pictureFile(index)])),
  };

  test.each(Object.entries(small))('%s', async (_, build) => {
    const bytes = build();
    const ends = new Set<string>();
    for (let seed = 0; seed < SMALL_RUNS; seed++) {
      for (const worse of [mutate, mutateData])
        ends.add(await endOf(seed, worse(bytes, seed), PRESETS.lossless, { host }));
    }
    expect(ends).toContain('compressed');
    expect(ends.size).toBeGreaterThan(1);
  });

  async function endOf(
    seed: number,
    file: Uint8Array,
    options: CompressOptions,
    run: RunContext,
  ): Promise<string> {
    const { end } = await fairEnd(file, options, run).catch((thrown: unknown) => {
      throw new Error(`seed ${seed}`, { cause: thrown });
    });
    return end;
  }
});

test('what fuzzing found ends fairly', async () => {
  for (const find of readFinds()) {
    const unfair = await fairTrial({ ...find, file: fileOf(find) }, true).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(unfair, find.name).toBeNull();
  }
});
