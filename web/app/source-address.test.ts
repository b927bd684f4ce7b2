import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { sourceAddress } from './source-address.ts';
import { sourceLink } from './source-link-plugin.ts';

test.each([
  ['northquay/pagelight', 'https://github.com/northquay/pagelight'],
  ['gitlab:northquay/pagelight', 'https://gitlab.com/northquay/pagelight'],
  ['https://code.example/northquay/pagelight', 'https://code.example/northquay/pagelight'],
  ['git+https://code.example/northquay/pagelight.git', 'https://code.example/northquay/pagelight'],
  ['http://code.example:3000/northquay/pagelight/', 'http://code.example:3000/northquay/pagelight'],
  ['git+ssh://git@code.example:2222/northquay/pagelight.git', 'https://code.example/northquay/pagelight'],
  ['git@code.example:northquay/pagelight.git', 'https://code.example/northquay/pagelight'],
  ['git://code.example/pagelight.git', 'https://code.example/pagelight'],
  // Credentials in the URL are not shown.
  ['https://laura:secret@code.example/pagelight.git', 'https://code.example/pagelight'],
])('%s is read at %s', (repository, address) => {
  expect(sourceAddress(repository)).toBe(address);
  expect(sourceAddress({ type: 'git', url: repository })).toBe(address);
});

test.each([
  [undefined],
  [null],
  [''],
  [{ type: 'git' }],
  ['file:///srv/pagelight.git'],
  ['javascript:alert(1)'],
  ['pagelight'],
])('%j names no place on the web', (repository) => {
  expect(sourceAddress(repository)).toBeNull();
});

/** The page that Vite builds with this `repository` in package.json. */
async function builtPage(repository: unknown): Promise<string> {
  const vite = await createServer({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [sourceLink(repository)],
  });
  const page = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>');
  await vite.close();
  return page;
}

test('the built page has the address, and nothing of it where there is none', async () => {
  const link = '<link rel="code-repository" href="https://code.example/pagelight">';
  expect(await builtPage('git+https://code.example/pagelight.git')).toContain(link);
  const without = await builtPage(undefined);
  expect(without).toContain('<body>');
  expect(without).not.toContain('<link');
});
