import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { zipContents } from '../../../shared/testing/zip-contents.ts';
import { jsonWithFile } from '../base64-json.ts';
import { storedZip } from './stored-zip.ts';

const MIB = 1024 * 1024;
const filled = (bytes: number, value: number) => new Uint8Array(bytes).fill(value);

test('a ZIP and its JSON have all files and the length that was told, wherever pieces end', async () => {
  const entries = [0, 1, 2, 3 * MIB + 1, 5].map((bytes, index) => ({
    name: `Größe ${bytes}.pdf`,
    bytes: filled(bytes, index),
  }));
  const file = storedZip('all.zip', entries);
  const zip = await buffer(file.pieces());
  expect(zip.length).toBe(file.byteLength);
  const found = zipContents(zip);
  expect([...found.keys()]).toEqual(entries.map(({ name }) => name));
  for (const { name, bytes } of entries) expect(Buffer.compare(found.get(name)!, bytes)).toBe(0);

  const json = jsonWithFile({ report: 1 }, file);
  const text = (await buffer(json.body)).toString();
  expect(Buffer.byteLength(text)).toBe(json.byteLength);
  const parsed = JSON.parse(text) as { readonly file: { readonly base64: string } };
  expect(parsed.file).toMatchObject({ name: 'all.zip', mediaType: 'application/zip', size: zip.length });
  expect(Buffer.from(parsed.file.base64, 'base64').equals(zip)).toBe(true);
});

test('others get their turn while a large one is made, and no second copy of it is held', async () => {
  const entries = [{ name: 'large.pdf', bytes: filled(32 * MIB, 7) }];
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const before = process.memoryUsage().arrayBuffers;
  for await (const piece of storedZip('large.zip', entries).pieces()) {
    expect(piece.length).toBeLessThanOrEqual(MIB);
  }
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(30);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MIB);
});
