import { expect, test } from 'vitest';
import { readImageXObject } from '../../pdf/image/image-xobject.ts';
import { PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { buildDocument, stream } from '../../testing/documents/documents.ts';
import { lumaOf } from './oklab.ts';
import { imageRgb, paletteRgb } from './space-color.ts';

function imageIn(entries: string) {
  const ref = PDFRef.of(5);
  const { context } = buildDocument({ 5: stream(`/Width 1 /Height 1 /BitsPerComponent 8 ${entries}`, '') });
  const object = context.lookup(ref);
  return object instanceof PDFRawStream ? readImageXObject(ref, object)! : null!;
}

const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [.2] /N 1 >>';

test.each<[string, number[], number]>([
  ['/ColorSpace /DeviceGray', [0.5], 127.5],
  ['/ColorSpace /DeviceRGB', [1, 1, 1], 255],
  ['/ColorSpace /DeviceRGB', [0, 0, 1], 0.114 * 255],
  ['/ColorSpace /DeviceRGB', [0, 1, 0], 0.587 * 255],
  ['/ColorSpace /DeviceRGB /Decode [1 0 1 0 1 0]', [1, 1, 1], 0],
  ['/ColorSpace /DeviceCMYK', [0, 0, 0, 1], 0],
  ['/ColorSpace /DeviceCMYK', [1, 0, 0, 0], 0.701 * 255],
  ['/ColorSpace [/Lab << /WhitePoint [.95 1 1.09] >>]', [0, 0.5, 0.5], 0],
  [`/ColorSpace [/Separation /Gold /DeviceGray ${TINT}]`, [1], 51],
  ['/ColorSpace [/Separation /Gold /Nothing /Known]', [0.4], 153],
  ['/ImageMask true', [0], 0],
])('with %s, %j is as light as a reader shows it', (entries, components, light) => {
  expect(lumaOf(imageRgb(imageIn(entries), components.length)!(components))).toBeCloseTo(light, 6);
});

test('a palette has the colors of its entries', () => {
  const palette = paletteRgb(imageIn('/ColorSpace [/Indexed /DeviceRGB 1 <ffffff0000ff>]'))!;
  expect([...palette]).toEqual([255, 255, 255, 0, 0, 255]);
  expect(paletteRgb(imageIn('/ColorSpace /DeviceRGB'))).toBeNull();
});
