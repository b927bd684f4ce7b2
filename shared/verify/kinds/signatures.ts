import { sha256Hex } from '../../codecs/digest/sha256.ts';
import type { ByteSource } from '../../pdf/byte-source.ts';
import { eachDictionary } from '../../pdf/inventory/dictionaries.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import { PDFArray, type PDFDict } from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import type { Reading } from '../reading.ts';
import { entry, nameOf, numberOf } from '../strings.ts';
import { itemsOf } from '../trees.ts';

/** Maximum ranges of one signature; each is hashed. */
const MAX_RANGES = 16;
/** Maximum bytes that all signatures of a file may cover together, since hashing is work. */
const MAX_BYTES = 4_000_000_000;

/** Signatures with a digest of the bytes they cover: a single changed byte invalidates them (ISO 32000-2, 12.8.1). */
export function signatures({ doc }: Reading): Item[] {
  const found: Item[] = [];
  let left = MAX_BYTES;
  eachDictionary(doc, ({ dict }) => {
    const ranges = entry(dict, 'ByteRange');
    if (!(ranges instanceof PDFArray) || entry(dict, 'Contents') === undefined) return;
    const covered = coveredBytes(doc.input, dict, left);
    left -= covered.length;
    const name = [nameOf(entry(dict, 'Filter')) ?? '', textOf(entry(dict, 'Name')) ?? ''].join(' ').trim();
    found.push(item({ name: name || 'signature', value: covered.text }));
  });
  return found.sort((a, b) => (a.value < b.value ? -1 : Number(a.value > b.value)));
}

function coveredBytes(
  file: ByteSource,
  signature: PDFDict,
  most: number,
): { readonly text: string; readonly length: number } {
  const numbers = itemsOf(entry(signature, 'ByteRange')).map(numberOf);
  const digests: string[] = [];
  let length = 0;
  for (let at = 0; at + 1 < Math.min(numbers.length, MAX_RANGES * 2); at += 2) {
    const [start, size] = [numbers[at] ?? -1, numbers[at + 1] ?? -1];
    if (start < 0 || size < 0 || start + size > file.length || length + size > most)
      return { text: 'covers no bytes of this file', length };
    digests.push(sha256Hex(file.read(start, start + size)));
    length += size;
  }
  return { text: `covers ${length} bytes ${sha256Hex(new TextEncoder().encode(digests.join()))}`, length };
}
