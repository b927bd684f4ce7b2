import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calledAs } from './called-as.ts';
import { readConfig } from './config.ts';
import { startupBanner } from './startup-banner.ts';

test('how to make a key is said in words that work where the server runs', () => {
  const said = (env: Readonly<Record<string, string>>) => startupBanner(readConfig(env), 3000, null);
  expect(said({ npm_execpath: '/usr/lib/npm-cli.js' })).toContain('npm run -s keys -- create --name my-app');
  // The container has no npm; `docker exec` begins in the folder of the program.
  expect(said({})).toContain(' node dist/package/pagelight.js keys create --name my-app');
  // A shell does not have the settings of a service.
  expect(said({ DATA_DIR: '/var/lib/x' })).toContain(' DATA_DIR=/var/lib/x node dist/package');
  expect(said({ DATABASE_URL: 'postgres://a:secret@b/c', JOBS: 'off' })).toContain(' DATABASE_URL=… node ');
});

test('help and errors call a command as it can be called here', () => {
  expect(calledAs('backup', true)).toBe('npm run -s backup --');
  expect([calledAs('keys', false), calledAs('accounts', false), calledAs('backup', false)]).toEqual([
    'node dist/package/pagelight.js keys',
    'node dist/server/accounts-cli.js',
    'node dist/server/backup-cli.js',
  ]);
});

test.each([
  ['the tab', 'web/text/dashboard/general.ts', ['accounts']],
  ['docs/dashboard.md', 'docs/dashboard.md', ['accounts']],
  ['server/README.md', 'server/README.md', ['backup']],
  ['deploy/README.md', 'deploy/README.md', ['backup', 'keys']],
  ['README.md', 'README.md', ['keys']],
] as const)('%s names commands that work in the image too', (_, file, programs) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  for (const program of programs) expect(text).toContain(`${calledAs(program, false)} `);
});
