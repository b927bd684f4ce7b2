import { expect, test } from 'vitest';
import { PlainMqEncoder } from '../../testing/oracles/plain-mq-encoder.ts';
import { sequence } from '../../testing/pictures/rasters.ts';
import { ArithmeticEncoder } from './arithmetic-encoder.ts';

test('gives the coded data of the test sequence (T.88, H.2)', () => {
  const input =
    '00 02 00 51 00 00 00 C0 03 52 87 2A AA AA AA AA 82 C0 20 00 FC D7 9E F6 BF 7F ED 90 4F 46 A3 BF';
  const coded = '84 C7 3B FC E1 A1 43 04 02 20 00 00 41 0D BB 86 F4 31 7F FF 88 FF 37 47 1A DB 6A DF FF AC';
  for (const encoder of [new ArithmeticEncoder(1, 0), new PlainMqEncoder()]) {
    for (const byte of Buffer.from(input.replaceAll(' ', ''), 'hex')) {
      for (let bit = 7; bit >= 0; bit--) encoder.encode(0, (byte >> bit) & 1);
    }
    expect(Buffer.from(encoder.finish()).toString('hex')).toBe(coded.replaceAll(' ', '').toLowerCase());
  }
});

test('gives what the flow charts of T.88 give, box for box, over many contexts', () => {
  const random = sequence(5);
  for (const bits of [1, 30, 5000, 40_000]) {
    const [encoder, plain] = [new ArithmeticEncoder(4, 0), new PlainMqEncoder()];
    for (let i = 0; i < bits; i += 1) {
      const context = Math.floor(random() * 16);
      // Some contexts are nearly certain, others never.
      const bit = random() < context / 15 ? 1 : 0;
      encoder.encode(context, bit);
      plain.encode(context, bit);
    }
    expect(Buffer.compare(encoder.finish(), plain.finish())).toBe(0);
  }
});
