import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const WORTH_PACKING = /\.(js|css|html|wasm|webmanifest|bcmap|pfb|ttf)$/;

/**
 * Writes a compressed copy beside each built file that gets smaller. The server sends it to clients that accept the
 * encoding.
 */
export function packFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!WORTH_PACKING.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    const packed = gzipSync(bytes, { level: 9 });
    if (packed.length < bytes.length) writeFileSync(join(folder, `${name}.gz`), packed);
  }
}
