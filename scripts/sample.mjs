import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { ROOT } from './project.mjs';

/**
 * Regenerates the sample of the start page and its two pictures, `web/public/sample*`: `node scripts/sample.mjs`. The
 * sizes that it prints belong in `web/compress/start/sample-sizes.ts`.
 */
register();
const load = (/** @type {string} */ name) => import(new URL(`./sample/${name}`, import.meta.url).href);
const { sampleFile } = await load('sample-file.ts');
const { samplePictures } = await load('sample-pictures.ts');
const file = await sampleFile();
write('sample.pdf', file);
const { compressed, before, after } = await samplePictures(file);
write('sample-before.jpg', before);
write('sample-after.jpg', after);
console.log(`compressed: ${compressed.length} bytes`);

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function write(name, bytes) {
  writeFileSync(join(ROOT, 'web/public', name), bytes);
  console.log(`web/public/${name}: ${bytes.length} bytes`);
}
