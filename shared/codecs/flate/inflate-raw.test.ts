import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyShare } from '../../testing/any-share.ts';
import { plainInflate } from '../../testing/oracles/plain-inflate.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { inflatePieces, inflateRaw } from './inflate-raw.ts';

const MAX = 1 << 24;

/** Lines that repeat near and far, incompressible bytes, and runs. */
function mixture(bytes: number, seed: number): Uint8Array {
  const grain = noise(bytes, seed);
  return grain.map((byte, at) => {
    const part = (at >> 9) % 4;
    if (part === 0) return byte;
    if (part === 1) return 32 + (byte & 3);
    return part === 2 ? at % 7 : 200;
  });
}

test.each([0, 1, 3, 6, 9])('a megabyte of level %i comes in pieces, and is what was packed', (level) => {
  const plain = mixture(1_000_003, level);
  const packed = deflateRawSync(plain, { level });
  for (const room of [64, plain.length, 2 * plain.length]) {
    const found = inflateRaw(packed, 0, MAX, room);
    expect(found).toMatchObject({ damaged: false, tooLarge: false });
    expect(Buffer.compare(found.bytes, plain)).toBe(0);
  }
});

test('matches of all near distances and of the farthest one are found again', () => {
  for (const distance of [...Array(40).keys(), 255, 4096, 32767]) {
    const motif = noise(distance + 1, 5);
    const plain = Uint8Array.from({ length: 70_000 }, (_, at) => motif[at % motif.length]!);
    const found = inflateRaw(deflateRawSync(plain, { level: 9, memLevel: 9 }), 0, MAX, 64);
    expect(Buffer.compare(found.bytes, plain)).toBe(0);
  }
});

test('blocks of all three kinds stand behind each other', () => {
  const [text, grain] = [mixture(3000, 1), noise(3000, 2)];
  const parts = [
    deflateRawSync(text, { finishFlush: 2 }),
    deflateRawSync(grain, { level: 0, finishFlush: 2 }),
    deflateRawSync(text, { strategy: 4, finishFlush: 2 }),
    deflateRawSync(grain, { strategy: 2 }),
  ];
  const found = inflateRaw(Buffer.concat(parts), 0, MAX, 64);
  expect(Buffer.compare(found.bytes, Buffer.concat([text, grain, text, grain]))).toBe(0);
});

test('empty blocks stand anywhere, between two pieces of the data too', () => {
  // Z_SYNC_FLUSH ends a block and appends an empty one.
  const part = deflateRawSync(Buffer.from('a'), { finishFlush: 2 });
  const end = deflateRawSync(Buffer.from('end'));
  const parts = Math.ceil(300_000 / part.length);
  for (let shift = 0; shift < 16; shift += 1) {
    const head = deflateRawSync(noise(shift), { level: 0, finishFlush: 2 });
    const packed = Buffer.concat([head, Buffer.alloc(parts * part.length, part), end]);
    const found = inflateRaw(packed, 0, MAX, 64);
    expect(found.damaged).toBe(false);
    const plain = Buffer.concat([noise(shift), Buffer.alloc(parts, 'a'), Buffer.from('end')]);
    expect(Buffer.compare(found.bytes, plain)).toBe(0);
  }
});

test('data that is changed anywhere, or cut, is read as far as symbol by symbol', () => {
  const sources = [1, 6, 9].map((level) => deflateRawSync(mixture(40_000, level), { level }));
  sources.push(
    deflateRawSync(mixture(3000, 4), { strategy: 4 }),
    deflateRawSync(noise(900, 1), { level: 0 }),
  );
  const change = fc.record({
    source: fc.constantFrom(...sources),
    at: anyShare,
    byte: fc.nat(255),
    cut: fc.option(anyShare, { freq: 3 }),
    most: fc.constantFrom(1, 700, 35_000, 40_000, MAX),
  });
  fc.assert(
    fc.property(change, ({ source, at, byte, cut, most }) => {
      const data = Uint8Array.from(source);
      data[Math.floor(at * (data.length - 1))] = byte;
      const given = cut === null ? data : data.subarray(0, Math.floor(cut * data.length));
      const found = inflateRaw(given, 0, most, 64);
      const plain = plainInflate(given, 0, most, 64);
      expect(Buffer.compare(found.bytes, plain.bytes)).toBe(0);
      expect([found.damaged, found.tooLarge]).toEqual([plain.damaged, plain.tooLarge]);
    }),
    { numRuns: 1500 },
  );
});

test('what takes pieces may inflate other data meanwhile', () => {
  const [data, other] = [noise(300_000, 1), noise(50_000, 2)];
  const found: number[] = [];
  const ended = inflatePieces(new Uint8Array(deflateRawSync(data)), 0, (piece) => {
    const inner = inflateRaw(new Uint8Array(deflateRawSync(other)), 0, other.length, other.length);
    expect(Buffer.compare(inner.bytes, other)).toBe(0);
    for (const byte of piece) found.push(byte);
    return true;
  });
  expect(ended).toBe('whole');
  expect(Buffer.compare(Uint8Array.from(found), data)).toBe(0);
});
