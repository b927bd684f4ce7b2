import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import ts from 'typescript';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ensureNode, OTHER_NODES } from '../../scripts/setup/other-nodes.mjs';
import { TOOLS_FOLDER } from '../../scripts/setup/package-tools.mjs';
import { compress } from '../../shared/compress.ts';
import { PRESETS } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { createNodeHost } from '../node/host.ts';
import { openBrowser, type Pages } from './pages.ts';
import { runProgram } from './run-program.ts';

const app = inject('app');
const input = join(app, 'a.pdf');
const tool = (path: string) => join(TOOLS_FOLDER, 'node_modules', path);

let pdf: Uint8Array;
/** The result of the checkout's own core. */
let expected: { readonly sha256: string; readonly ratio: number };
beforeAll(async () => {
  pdf = await albumFile(1);
  writeFileSync(input, pdf);
  const { bytes, report } = await compress(
    pdf,
    { ...PRESETS.balanced, quality: 60 },
    { host: createNodeHost() },
  );
  expected = { sha256: sha256Of(bytes), ratio: report.ratio };
});

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function expectSame(program: string, ...args: readonly string[]): Promise<void> {
  const { code, out, err } = await runProgram(program, [...args, 'a.pdf'], app);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toEqual(expected);
}

describe('without a browser', () => {
  test('Node, as a module', () => expectSame(process.execPath, 'node.mjs'));
  test('Node, as CommonJS', () => expectSame(process.execPath, 'node.cjs'));
  test('Node, the core with a host of its own', () => expectSame(process.execPath, 'core.mjs'));

  test('Node, a module given as text', async () => {
    const text =
      "import { compress } from 'pagelight'; console.log((await compress('a.pdf')).report.unchanged)";
    const { code, out, err } = await runProgram(process.execPath, ['--input-type=module', '-e', text], app);
    expect({ code, out, err }).toEqual({ code: 0, out: 'false\n', err: '' });
  });

  test.each(OTHER_NODES)('Node %s, as a module and as CommonJS', async (version) => {
    const node = await ensureNode(version, console.error);
    if (node === undefined) throw new Error(`Node ${version} cannot be installed`);
    await expectSame(node, 'node.mjs');
    await expectSame(node, 'node.cjs');
  });

  test('Deno', () =>
    expectSame(
      tool(denoProgram()),
      'run',
      '--no-lock',
      '--allow-read',
      '--allow-sys',
      '--allow-env',
      'node.mjs',
    ));
  test('Bun', () => expectSame(tool(bunProgram()), 'run', 'node.mjs'));

  test('inspect, verify, receipts, presets and refusals', async () => {
    const { code, out, err } = await runProgram(process.execPath, ['pair.mjs', 'a.pdf'], app);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const found = JSON.parse(out);
    expect(found).toMatchObject({
      differentDocuments: false,
      schema: 'pagelight-receipt/2',
      refused: 'not_a_pdf',
    });
    expect(found.pages[0]).toBe(found.pages[1]);
  });

  test('calls that are aborted, closed or told off by their own callback', async () => {
    const { code, out, err } = await runProgram(process.execPath, ['calls.mjs', 'a.pdf'], app);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const closed = 'EngineClosedError';
    expect(JSON.parse(out)).toEqual({
      queue: ['queued AbortError', 'first', 'next'],
      closed: [closed, closed, closed, closed],
      callback: ['RangeError', 'done', 'RangeError'],
      shared: 'done',
    });
  });

  test('what is wrong in a call is a TypeError with a sentence', async () => {
    const { code, out, err } = await runProgram(process.execPath, ['wrong-calls.mjs'], app);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const found: Readonly<Record<string, readonly [isTypeError: boolean, sentence: string]>> =
      JSON.parse(out);
    expect(Object.keys(found).length).toBeGreaterThanOrEqual(20);
    for (const [name, [isTypeError, sentence]] of Object.entries(found))
      expect({ name, isTypeError, sentence }).toEqual({
        name,
        isTypeError: true,
        sentence: expect.stringMatching(/ must be |scheme file/),
      });
  });

  test('types, by TypeScript 5.4 and without the DOM library', async () => {
    const compiler = tool('typescript-5.4/bin/tsc');
    const types = join(import.meta.dirname, '../../node_modules/@types');
    const args = [compiler, '-p', 'types-old', '--typeRoots', types];
    expect(await runProgram(process.execPath, args, app)).toMatchObject({ code: 0, out: '' });
  });

  test('types, for modules and for CommonJS', () => {
    const folder = join(app, 'types');
    const read = ts.getParsedCommandLineOfConfigFile(
      join(folder, 'tsconfig.json'),
      { typeRoots: [join(import.meta.dirname, '../../node_modules/@types')] },
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
    );
    if (read === undefined) throw new Error('no settings for the compiler');
    const faults = ts.getPreEmitDiagnostics(ts.createProgram(read.fileNames, read.options));
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});

describe('in a browser', () => {
  let pages: Pages;
  beforeAll(async () => {
    pages = await openBrowser(app);
  });
  afterAll(() => pages?.close());

  async function expectSameIn(path: string): Promise<void> {
    const { bytes, ratio } = await pages.compress(path, pdf);
    expect({ sha256: sha256Of(bytes), ratio }).toEqual(expected);
  }

  test('a plain script of type module', () => expectSameIn('/script/index.html'));

  test('a policy that refuses the worker is named with the way out, which works', async () => {
    const page = await pages.open('/csp/index.html');
    await page.waitForFunction(() => 'refused' in window);
    const refused = () => (window as unknown as { refused(): Promise<readonly string[]> }).refused();
    const [name, reason, message] = await page.evaluate(refused);
    expect([name, reason]).toEqual(['WorkerCrashedError', 'blocked']);
    expect(message).toMatch(/Content-Security-Policy.*worker-src.*workerUrl/);
    await page.close();
    await expectSameIn('/csp/index.html');
  });

  test('a policy that forbids WebAssembly is named with what it needs, which works', async () => {
    const page = await pages.open('/csp/wasm.html');
    await page.waitForFunction(() => 'refused' in window);
    const refused = () => (window as unknown as { refused(): Promise<readonly string[]> }).refused();
    const [name, reason, message] = await page.evaluate(refused);
    expect([name, reason]).toEqual(['WorkerCrashedError', 'blocked']);
    expect(message).toMatch(/Content-Security-Policy.*Add 'wasm-unsafe-eval' to its script-src/);
    await page.close();
    await expectSameIn('/csp/wasm-allowed.html');
  });

  test('Vite', async () => {
    const root = join(app, 'vite');
    await vite({ configFile: false, root, base: './', logLevel: 'error', build: { outDir: 'dist' } });
    await expectSameIn('/vite/dist/index.html');
  });

  test('esbuild, all in one file', async () => {
    const folder = join(app, 'esbuild');
    await esbuild({
      entryPoints: [join(folder, 'main.js')],
      outdir: join(folder, 'built'),
      bundle: true,
      format: 'esm',
      logLevel: 'error',
    });
    await expectSameIn('/esbuild/index.html');
  });

  test('Parcel, without a word of settings: it reads no exports', async () => {
    const folder = join(app, 'parcel');
    const args = [
      tool('parcel/lib/bin.js'),
      'build',
      'index.html',
      '--no-cache',
      '--public-url',
      './',
      '--dist-dir',
      'dist',
    ];
    const { code, out, err } = await runProgram(process.execPath, args, folder);
    expect({ code, err: code === 0 ? '' : out + err }).toEqual({ code: 0, err: '' });
    await expectSameIn('/parcel/dist/index.html');
  });

  test('webpack, without a word of settings', async () => {
    const folder = join(app, 'webpack');
    // The tool is not installed in the checkout, so it has no types here.
    const { default: webpack } = await import(tool('webpack/lib/index.js'));
    const stats = await new Promise<{ hasErrors(): boolean; toString(): string }>((resolve, reject) => {
      const settings = {
        mode: 'production',
        context: folder,
        entry: './main.js',
        output: { path: join(folder, 'built'), filename: 'main.js' },
        performance: { hints: false },
      };
      webpack(settings, (error: Error | null, ended: typeof stats) =>
        error ? reject(error) : resolve(ended),
      );
    });
    expect(stats.hasErrors(), stats.toString()).toBe(false);
    await expectSameIn('/webpack/index.html');
  });
});

/** Each platform has its own package. */
function denoProgram(): string {
  const { platform, arch } = process;
  const suffix = { linux: '-glibc', win32: '', darwin: '' }[platform as string] ?? '';
  return `@deno/${platform}-${arch}${suffix}/deno${platform === 'win32' ? '.exe' : ''}`;
}

function bunProgram(): string {
  const { platform, arch } = process;
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : arch}`;
  return `@oven/bun-${name}/bin/bun${platform === 'win32' ? '.exe' : ''}`;
}
