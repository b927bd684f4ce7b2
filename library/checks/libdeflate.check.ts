import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { TOOLS_FOLDER } from '../../scripts/setup/package-tools.mjs';
import { keptText, packagedModule } from '../../scripts/wasm/libdeflate.mjs';
import { libdeflateBytes, zlib } from '../../shared/codecs/flate/libdeflate.ts';

let packaged: (data: Uint8Array, level: number) => Uint8Array;
beforeAll(async () => {
  const entry = join(TOOLS_FOLDER, 'node_modules/libdeflate/index.js');
  ({ zlib: packaged } = await import(pathToFileURL(entry).href));
});

test('the module that is kept is the package’s, byte for byte', async () => {
  expect(Buffer.compare(packagedModule(), libdeflateBytes())).toBe(0);
  expect(await keptText(packagedModule())).toContain(`LIBDEFLATE_BYTES = ${libdeflateBytes().length};`);
});

test.each([0, 1, 100, 30_000])('%i bytes come out as the package deflates them, at every level', (bytes) => {
  let seed = 7;
  const data = Uint8Array.from({ length: bytes }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return 97 + ((seed >>> 16) % 9);
  });
  for (let level = 1; level <= 12; level += 1) expect(zlib(data, level)).toEqual(packaged(data, level));
});

test('level 10 with the package’s depths is the package’s level 10', () => {
  const data = Uint8Array.from({ length: 200_000 }, (_, at) => (at * at) >>> (at % 13));
  const depths = { maxSearchDepth: 35, niceMatchLength: 75 };
  expect(zlib(data, 10, depths)).toEqual(packaged(data, 10));
});
