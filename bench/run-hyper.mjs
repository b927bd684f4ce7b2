// One run of hyper-compress-wasm, from its own folder; it is not part of this project.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, input, output] = process.argv.slice(2);
const entry = join(folder, 'node_modules/hyper-compress-wasm/index.js');
const { compress } = await import(pathToFileURL(entry).href);
const { data } = await compress(new Uint8Array(readFileSync(input)), { preset: 'medium' });
writeFileSync(output, data);
