import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkReceipt, readReceipt } from 'pagelight/core';

const wasm = (name) => fileURLToPath(import.meta.resolve(`pagelight/wasm/${name}.wasm`));
const host = { wasmModule: async (name) => WebAssembly.compile(await readFile(wasm(name))) };
const [before, after, receipts] = await Promise.all(process.argv.slice(2).map((path) => readFile(path)));
const told = [];
for (const receipt of JSON.parse(receipts)) {
  const { reproduced, outputMatches, fields } = await checkReceipt(
    readReceipt(JSON.stringify(receipt)),
    before,
    after,
    { host },
  );
  told.push([reproduced && outputMatches, ...fields.different, ...fields.notChecked]);
}
console.log(JSON.stringify(told));
