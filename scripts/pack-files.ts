import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_PACKING = /\.(js|css|html|wasm|webmanifest|bcmap|pfb|ttf)$/;
/** Packed by pdf.js itself: Brotli would save another twentieth for as much work as all the rest. */
const ONLY_GZIP = /\.bcmap$/;

/**
 * Writes compressed copies beside each built file that gets smaller. The server sends them to clients that accept the
 * encoding; browsers accept Brotli over HTTPS and from this device.
 */
export async function packFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    names.filter((name) => WORTH_PACKING.test(name)).map((name) => packFile(join(folder, name))),
  );
}

async function packFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const write = async (ending: string, packed: Buffer) => {
    if (packed.length < bytes.length) await writeFile(`${path}.${ending}`, packed);
  };
  await write('gz', await promisify(gzip)(bytes, { level: 9 }));
  if (!ONLY_GZIP.test(path))
    await write('br', await promisify(brotliCompress)(bytes, { params: brotliOf(bytes) }));
}

function brotliOf(bytes: Buffer) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
}
