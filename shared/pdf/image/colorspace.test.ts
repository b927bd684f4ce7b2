import { expect, test } from 'vitest';
import { buildDocument, stream } from '../../testing/documents/documents.ts';
import { PDFRef } from '../objects.ts';
import { readColorSpace } from './colorspace.ts';

const read = (text: string) => readColorSpace(buildDocument({ 5: text }).context.lookup(PDFRef.of(5)));

test.each<[string, number, number[], number]>([
  ['[/Indexed /DeviceRGB 0 <0a0b0c>]', 0, [10, 11, 12], 1],
  ['[/Indexed /DeviceGray 3 <01020304>]', 3, [1, 2, 3, 4], 4],
  ['[/Indexed /DeviceRGB 2 <0a0b0c0d0e0f10>]', 2, [10, 11, 12, 13, 14, 15, 16, 0, 0], 2],
  ['[/Indexed /DeviceRGB 0 <0a0b0c0d0e0f>]', 0, [10, 11, 12], 1],
])('%s has its entries, and zeros for those that the table lacks', (text, hival, table, given) => {
  expect(read(text)).toMatchObject({ kind: 'Indexed', hival, table: Uint8Array.from(table), given });
});

test.each([
  '[/Indexed /DeviceRGB -1 <>]',
  '[/Indexed /DeviceRGB 256 <00>]',
  '[/Indexed /DeviceRGB 1.5 <00>]',
  '[/Indexed [/Indexed /DeviceRGB 0 <000000>] 0 <00>]',
  '[/Indexed /Pattern 0 <00>]',
  '[/Indexed /DeviceRGB 0]',
])('%s is no space that we know', (text) => {
  expect(read(text).kind).not.toBe('Indexed');
});

test('a space of a profile has the components that the profile says', () => {
  const objects = { 5: '[/ICCBased 6 0 R]', 6: stream('/N 3', new Uint8Array(40)) };
  expect(readColorSpace(buildDocument(objects).context.lookup(PDFRef.of(5)))).toMatchObject({
    kind: 'ICCBased',
    components: 3,
  });
});
