import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { ROOT } from './project.mjs';

/** Regenerates the sample of the start page, `web/public/sample.pdf`: `node scripts/sample.mjs`. */
register();
const { sampleFile } = await import(new URL('./sample/sample-file.ts', import.meta.url).href);
const file = await sampleFile();
writeFileSync(join(ROOT, 'web/public/sample.pdf'), file);
console.log(`web/public/sample.pdf: ${file.length} bytes`);
