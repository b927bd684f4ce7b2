import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compress, PRESETS } from 'pagelight/core';

const wasm = (name) => fileURLToPath(import.meta.resolve(`pagelight/wasm/${name}.wasm`));
const host = { wasmModule: async (name) => WebAssembly.compile(await readFile(wasm(name))) };
const input = await readFile(process.argv[2]);
const { bytes, report } = await compress(input, { ...PRESETS.balanced, quality: 60 }, { host });
console.log(
  JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex'), ratio: report.ratio }),
);
