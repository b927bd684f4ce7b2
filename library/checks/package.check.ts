import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { importsOf } from '../../scripts/checks/boundaries.mjs';
import { TOOLS_FOLDER } from '../../scripts/setup/package-tools.mjs';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { runProgram } from './run-program.ts';

const tarball = inject('tarball');
const installed = join(inject('app'), 'node_modules/pagelight');
const tool = (path: string) => join(TOOLS_FOLDER, 'node_modules', path);

/** In bytes. The worker includes the encoder of JPEG 2000, since it makes no request later. */
const BUDGETS = { light: 10_000, worker: 830_000, tarball: 4_000_000 };

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** A module with all its static imports. */
function withItsImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { target, isLate } of importsOf(file, readFileSync(join(installed, file), 'utf8')))
    if (!isLate && existsSync(join(installed, target))) withItsImports(target, seen);
  return seen;
}

test('publint finds nothing', async () => {
  const { publint } = await import(tool('publint/src/index-node.js'));
  const { formatMessage } = await import(tool('publint/src/utils.js'));
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
  // Parcel reads the field `browser`, and `exports` only if it is set up so.
  const others = messages.filter(({ code }: { readonly code: string }) => code !== 'USE_EXPORTS_BROWSER');
  expect(others.map((message: unknown) => formatMessage(message, pkg))).toEqual([]);
});

test('types are right for modules, CommonJS and bundlers', async () => {
  const { checkPackage, createPackageFromTarballData } = await import(
    tool('@arethetypeswrong/core/dist/index.js')
  );
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: ['./wasm/*'],
  });
  // Resolution in Node 10 knows no exports.
  const problems = analysis.problems.filter(
    ({ resolutionKind }: { readonly resolutionKind?: string }) => resolutionKind !== 'node10',
  );
  // These entries are for browsers and workerd, which have no CommonJS.
  const inBrowsers = new Set(['./browser', './worker', './workerd', './drop']);
  expect(
    problems.filter(
      ({ kind, entrypoint }: { readonly kind: string; readonly entrypoint?: string }) =>
        !(kind === 'CJSResolvesToESM' && inBrowsers.has(entrypoint ?? '')),
    ),
  ).toEqual([]);
});

test('the light entry, the worker and the whole keep their budgets', () => {
  for (const entry of ['index.js', 'index.browser.js']) {
    const files = [...withItsImports(entry)];
    const bytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
    expect({ entry, fits: bytes <= BUDGETS.light, bytes }).toMatchObject({ fits: true });
  }
  // A quality that takes a fifth of the time of the best one, for a tenth more bytes.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const worker = brotliCompressSync(readFileSync(join(installed, 'worker.js')), { params }).length;
  expect({ worker, fits: worker <= BUDGETS.worker }).toMatchObject({ fits: true });
  expect(statSync(tarball).size).toBeLessThan(BUDGETS.tarball);
});

test('nothing comes along: no dependency, no server, no package that must be there', () => {
  expect(readdirSync(join(installed, '..')).filter((name) => !name.startsWith('.'))).toEqual(['pagelight']);
  const scripts = filesOf(installed).filter((name) => /\.(js|cjs)$/.test(name) && name !== 'worker.js');
  const foreign = scripts.flatMap((name) =>
    importsOf(name, readFileSync(join(installed, name), 'utf8'))
      .map(({ target }) => target)
      .filter((target) => !existsSync(join(installed, target)) && !target.startsWith('node:')),
  );
  const builtin = ['fs', 'path', 'url', 'module', 'buffer', 'crypto', 'process'];
  expect(new Set(foreign.filter((name) => !builtin.includes(name)))).toEqual(new Set(['@embedpdf/pdfium']));
});

test('whose work is in it is told, with their licences', () => {
  const told = readFileSync(join(installed, 'THIRD-PARTY.md'), 'utf8');
  const names = ['pdf-lib', '@noble/ciphers', '@jsquash/jpeg', 'pdfjs-dist', 'libdeflate'];
  for (const name of [...names, '@cornerstonejs/codec-openjpeg']) expect(told).toContain(`## ${name} `);
  for (const section of told.split('\n## ').slice(1)) expect(section).toContain('```');
});

test('npx of the package in an empty folder makes a PDF smaller', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-npx-'));
  try {
    const input = join(folder, 'a.pdf');
    writeFileSync(input, await smallPdf());
    const npm = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npx-cli.js');
    const state = join(folder, 'state');
    mkdirSync(state);
    const env = { npm_config_cache: join(folder, 'cache'), PAGELIGHT_STATE_DIR: state };
    const args = [npm, '--yes', '--offline', '--package', tarball, 'pagelight', 'a.pdf', '--json'];
    const { code, out, err } = await runProgram(process.execPath, args, folder, env);
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    const line = JSON.parse(out);
    expect(line).toMatchObject({
      status: 'smaller',
      outputSize: statSync(join(folder, 'a-light.pdf')).size,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
