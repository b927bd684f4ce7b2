import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { TOOLS_FOLDER } from '../../scripts/setup/package-tools.mjs';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { runProgram } from './run-program.ts';

const YARN = join(TOOLS_FOLDER, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');

test('the command writes where Yarn’s Plug’n’Play is the file system', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-pnp-'));
  try {
    const here = (name: string) => join(folder, name);
    const dependencies = { pagelight: `file:${inject('tarball')}` };
    writeFileSync(here('package.json'), JSON.stringify({ name: 'app', private: true, dependencies }));
    writeFileSync(here('.yarnrc.yml'), 'enableNetwork: false\nenableGlobalCache: false\n');
    writeFileSync(here('yarn.lock'), '');
    writeFileSync(here('a.pdf'), await smallPdf());
    copyFileSync(here('a.pdf'), here('original.pdf'));
    const env = { PAGELIGHT_STATE_DIR: here('state'), YARN_ENABLE_TELEMETRY: '0' };
    const yarn = async (...args: readonly string[]) => {
      const { code, out, err } = await runProgram(process.execPath, [YARN, ...args], folder, env);
      expect({ args, code, said: code === 0 ? '' : out + err }).toEqual({ args, code: 0, said: '' });
    };
    await yarn('install');
    expect(existsSync(here('.pnp.cjs')) && !existsSync(here('node_modules'))).toBe(true);
    await yarn('pagelight', 'a.pdf', '-o', 'small.pdf', '--receipt');
    await yarn('pagelight', 'a.pdf', '--in-place', '--backup', 'kept');
    expect(readFileSync(here('kept/a.pdf'))).toEqual(readFileSync(here('original.pdf')));
    expect(readFileSync(here('a.pdf'))).toEqual(readFileSync(here('small.pdf')));
    await yarn('pagelight', 'archive', 'plan', 'kept', 'run');
    await yarn('pagelight', 'archive', 'run', 'run', '--to', 'to');
    expect(readFileSync(here('to/a.pdf'))).toEqual(readFileSync(here('small.pdf')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
