import { describe, expect, test } from 'vitest';
import { readJpxHeader } from '../../codecs/jpx/header.ts';
import { type ObjectSource, stream } from '../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../testing/judges/image-renders.ts';
import { entry, IMAGE } from '../../testing/pictures/image-runs.ts';

/**
 * JPEG 2000 in color spaces other than gray, RGB and CMYK, rendered by PDFium before and after: 48 x 32 pixels,
 * written by Pillow 9 with OpenJPEG, since we have no JPEG 2000 encoder.
 */

/** The index at (x, y) is (x / 6 + y / 4) mod 8. */
const INDEXES = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAADAAAQcHAAAAAAAPY29scgEAAAAAABEA' +
    'AAGSanAyY/9P/1EAKQAAAAAAMAAAACAAAAAAAAAAAAAAADAAAAAgAAAAAAAAAAAAAQcBAf9SAAwAAAABAAEEBAAB/1wAB0BASEhQ/2QA' +
    'JQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAABHQAB/5PfhZYQ3AyJ1Z1D/4HAEuQEUkQqTrUTzWhMph5S' +
    'Ev9U0s00JXre3qSLsgyLsgyMFNRHAisg8k/RokodxC8lV6RKH0fVAXGhMUI2e/HO+a3W2eGis2qvsabZ4aKzarNzBYYCOfQ9f05pMm7i' +
    'Sjg2ylg2ylg4KjBY/0aJtgQXq3o8ITrJgB/GH5PkO21dw/dVBTi/nG2BBIoqB/cW8EwapoTBqlgiQ7clnBMGqaE1iLstvBEmmhMGqWCJ' +
    'F11giTTQmDVNCtVydzMbwTBqmhMGp8B8KkB8KcAdRHtPpKTfFT6vHPuHfgkUKrcFXzbPcOldiUjqBY/LueZl+8SHEpIVB2yQroZHfy/R' +
    'MbKFrlNKGv9//9k=',
);
/** The same with the 9-7 filter, which decoders round differently. */
const ROUNDED_INDEXES = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAADAAAQcHAAAAAAAPY29scgEAAAAAABEA' +
    'AAGcanAyY/9P/1EAKQAAAAAAMAAAACAAAAAAAAAAAAAAADAAAAAgAAAAAAAAAAAAAQcBAf9SAAwAAAABAAEEBAAA/1wAC0JIJFfTV9NX' +
    'Yv9kACUAAUNyZWF0ZWQgYnkgT3BlbkpQRUcgdmVyc2lvbiAyLjUuMP+QAAoAAAAAASMAAf+Tz77ZEVBUr/lZTsZFQAADh2qo1MvpFOaY' +
    'VMvpFOaYaVxGinNMPkpltozGQXi4gyi82ki3kfIZZPSCoRRFiWQb7nEdoahGprtTqZRB1QYMBAgmaVv2aB7sI74zCNEQpT1l9JeSm90V' +
    '0nldxDOz3EyupMEdDX77H/g5sLwJslVuS/YcIcgEWxjNd1Bfh0G5QhHhtGLR5x3725doA2fGV0rHCQZsKz78D1xaiCSJ7D/JTT0TYmrp' +
    'l0SxnJIdunTXR7jO1XqjCLZjIhk7TWajD+oeKoX5J0sqYT4qrxeL58A+BCAfClACuHtPpKTfFfBzheNnomRC8L97T6Sk3xXwaw8jVqHa' +
    'jGpp/39skK6GR38v0TGyha5TP//Z',
);
/** 60 + 2x, 100 + x, 90 + 3y. */
const AMOUNTS = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAADAAAwcHAAAAAAAPY29scgEAAAAAABAA' +
    'AAJjanAyY/9P/1EALwAAAAAAMAAAACAAAAAAAAAAAAAAADAAAAAgAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAEEBAAB/1wAB0BA' +
    'SEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAB6AAB/5PPto8RT4oyPhDBqPvVMMC7PAMCCoLs' +
    '7mw/2j+bD/aP5sP3UOmWyRv/CBqR4NbG4fftiloPdMGPp7UpFrQe6bTAQalItaD3TaYCDQNnCfh5vm+b5vm+3/CbEgK26+b5vm+b7NO1' +
    'vmxW3XzfN83zfebDpdNituvm+b5vm+82HS6aAiEhL7qX/hoYAEu3+QzrxjyavcPn0EARUFItloLYXF1DeYi5xn5CM2fCCo3ymAGSmKcA' +
    'ZLVTIvicX6LZoKhPu0R/1sgDjgAtI+xAoOjwf60F5sOKDo8H+tBebD1Bf5SQH4Vt1+8j+G8MVt183zfN838bT0umxW3XzfN83zfebDpd' +
    'Nituvm+b5vm+82HS6bFaViAAAMJCXj2Hx9VUgBDcQmv/V495XX49XtL3otuFVwjeBmszMzMzMVPfbA2vn1VVVCjZJJJJJJJJGwH5aUnO' +
    'c5znOc5znOc50PxW6XOc5znOc5znOc5znOcwhAAAAAA3wJ8DMOTJnpJJHAInOc5znOc5znOc5znOdb5ZAAAAAAAAAAAAAR0kUzzzzzzz' +
    'xMsAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKwB/9H7UkNXCN4GazMzMzL/AOiCC3eeXwBGAgt3noB0UtzgqiL//2Q==',
);

/** The same with alpha: opaque in the left third, half in the middle, transparent on the right. */
const SEEN_THROUGH = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAABPanAyaAAAABZpaGRyAAAAIAAAADAABAcHAAAAAAAPY29scgEAAAAAABAAAAAiY2Rl' +
    'ZgAEAAAAAAABAAEAAAACAAIAAAADAAMAAQAAAAADKWpwMmP/T/9RADIAAAAAADAAAAAgAAAAAAAAAAAAAAAwAAAAIAAAAAAAAAAAAAQHAQEHAQEH' +
    'AQEHAQH/UgAMAAAAAQABBAQAAf9cAAdAQEhIUP9kACUAAUNyZWF0ZWQgYnkgT3BlbkpQRUcgdmVyc2lvbiAyLjUuMP+QAAoAAAAAAqsAAf+Tz7aP' +
    'EU+KMj4Qwaj71TDAuzwDAgqC7O5sP9o/mw/2j+bD91Dplskb/wgakeDWxuH37YpaD3TBj6e1KRa0Hum0wEGpSLWg902mAg0DZwn4eb5vm+b5vt/w' +
    'mxICtuvm+b5vm+zTtb5sVt183zfN833mw6XTYrbr5vm+b5vvNh0umgIhIS+6l/4aGABLt/kM68Y8mr3D59BAEVBSLZaC2FxdQ3mIucZ+QjNnwgqN' +
    '8pgBkpinAGS1UyL4nF+i2aCoT7tEf9bIA44ALSPsQKDo8H+tBebDig6PB/rQXmw9QX+UkB+FbdfvI/hvDFbdfN83zfN/G09LpsVt183zfN833mw6' +
    'XTYrbr5vm+b5vvNh0umxWlYgAADCQl49h8fVVIAQ3EJr/1ePeV1+PV7S96LbhVcI3gZrMzMzMzFT32wNr59VVVQo2SSSSSSSSRsB+WlJznOc5znO' +
    'c5znOdD8VulznOc5znOc5znOc5znMIQAAAAAN8CfAzDkyZ6SSRwCJznOc5znOc5znOc5znW+WQAAAAAAAAAAAAEdJFM8888888TLAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAACsAf/R+1JDVwjeBmszMzMy/34VqNp07amTc3XrfSpBeBOnB+fzDTAAAABhGvI9eK3kbYAAAAGEQQFh/0KYI755DOPaVAjvn' +
    'kM49pUCO+eQzkI4nAR9yjgAADCPuU0R+Kd04I+5TRIRuVYj7lNEg8JmEgvVII+5TRIIqawj6FMEgiprCPoUwSCKmsI+hTBIPVVMI+hTBIIqawj6F' +
    'MEgiprCPoUwSCKmsI+hTBIN0p4R9CmCQRU1hH0KYJBFTWEfQpgkEVNYR9CmCQcA6IILd55fAEYCC3eegHRS3OCqIv8faDgA2nRTAXoKs/9k=',
);

/** The same, opaque everywhere. */
const OPAQUE = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAABPanAyaAAAABZpaGRyAAAAIAAAADAABAcHAAAAAAAPY29scgEAAAAAABAAAAAiY2Rl' +
    'ZgAEAAAAAAABAAEAAAACAAIAAAADAAMAAQAAAAACcWpwMmP/T/9RADIAAAAAADAAAAAgAAAAAAAAAAAAAAAwAAAAIAAAAAAAAAAAAAQHAQEHAQEH' +
    'AQEHAQH/UgAMAAAAAQABBAQAAf9cAAdAQEhIUP9kACUAAUNyZWF0ZWQgYnkgT3BlbkpQRUcgdmVyc2lvbiAyLjUuMP+QAAoAAAAAAfMAAf+Tz7aP' +
    'EU+KMj4Qwaj71TDAuzwDAgqC7O5sP9o/mw/2j+bD91Dplskb/wgakeDWxuH37YpaD3TBj6e1KRa0Hum0wEGpSLWg902mAg0DZwn4eb5vm+b5vt/w' +
    'mxICtuvm+b5vm+zTtb5sVt183zfN833mw6XTYrbr5vm+b5vvNh0umgIhIS+6l/4aGABLt/kM68Y8mr3D59BAEVBSLZaC2FxdQ3mIucZ+QjNnwgqN' +
    '8pgBkpinAGS1UyL4nF+i2aCoT7tEf9bIA44ALSPsQKDo8H+tBebDig6PB/rQXmw9QX+UkB+FbdfvI/hvDFbdfN83zfN/G09LpsVt183zfN833mw6' +
    'XTYrbr5vm+b5vvNh0umxWlYgAADCQl49h8fVVIAQ3EJr/1ePeV1+PV7S96LbhVcI3gZrMzMzMzFT32wNr59VVVQo2SSSSSSSSRsB+WlJznOc5znO' +
    'c5znOdD8VulznOc5znOc5znOc5znMIQAAAAAN8CfAzDkyZ6SSRwCJznOc5znOc5znOc5znW+WQAAAAAAAAAAAAEdJFM8888888TLAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAACsAf/R+1JDVwjeBmszMzMy/z7QcFABcr/lZb8A6IILd55fAEYCC3eegHRS3OCqIv4D/2Q==',
);

const TINT = 120;
const RGB_TABLE = '<000000FF000000FF000000FFFFFF00FF00FF00FFFFFFFFFF>';

function jpx(data: Uint8Array, space: string): ObjectSource {
  return stream(
    `/Subtype /Image /Width 48 /Height 32 /BitsPerComponent 8 /ColorSpace ${space} /Filter /JPXDecode`,
    padded(data),
  );
}

/** Adds a box that decoders skip (T.800, I.2.2), so that any other form is smaller. */
function padded(data: Uint8Array): Uint8Array {
  const free = Buffer.concat([Buffer.from([0, 0, 0x20, 0]), Buffer.from('free'), Buffer.alloc(8184)]);
  return Buffer.concat([data.subarray(0, 32), free, data.subarray(32)]);
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

test.each([
  ['DeviceRGB', `[ /Indexed /DeviceRGB 7 ${RGB_TABLE} ]`],
  ['DeviceGray', '[ /Indexed /DeviceGray 7 <0020406080A0C0E0> ]'],
  [
    'DeviceCMYK',
    '[ /Indexed /DeviceCMYK 7 <00000000FF00000000FF00000000FF00000000FFFF000000FFFF000000FF00FF> ]',
  ],
])('indexes into a palette of %s name the same colours afterwards', async (_base, space) => {
  const { doc, before, after, report } = await imageRenders({ [IMAGE]: jpx(INDEXES, space) });
  expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
  expect(entry(doc, 'ColorSpace')).toContain('/Indexed');
  expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
});

test('indexes stay exact in a lossless run, where no JPEG may be written', async () => {
  const objects = { [IMAGE]: jpx(INDEXES, `[ /Indexed /DeviceRGB 7 ${RGB_TABLE} ]`) };
  const { before, after, report } = await imageRenders(objects, { convertToJpeg: false, quality: 100 });
  expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
  expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
});

/** The indexes with a palette of their own (T.800, I.5.3.4): eight entries, all gray 255 in one column. */
function withOwnPalette(data: Uint8Array): Uint8Array {
  const at = Buffer.from(data).indexOf('jp2h') - 4;
  const length = new DataView(data.buffer, data.byteOffset).getUint32(at);
  const palette = box('pclr', [0, 8, 1, 7, ...Array<number>(8).fill(255)]);
  const mapping = box('cmap', [0, 0, 1, 0]);
  const header = data.slice(at, at + length);
  new DataView(header.buffer).setUint32(0, length + palette.length + mapping.length);
  return Buffer.concat([data.subarray(0, at), header, palette, mapping, data.subarray(at + length)]);
}

function box(type: string, bytes: readonly number[]): Uint8Array {
  return Buffer.concat([Buffer.from([0, 0, 0, bytes.length + 8]), Buffer.from(type), Buffer.from(bytes)]);
}

test('indexes with a palette inside of the data too name the colors of the dictionary', async () => {
  const data = withOwnPalette(INDEXES);
  expect(readJpxHeader(data)?.obstacle).toBe('palette');
  const space = `[ /Indexed /DeviceRGB 7 ${RGB_TABLE} ]`;
  const own = await imageRenders({ [IMAGE]: jpx(data, space) });
  const plain = await imageRenders({ [IMAGE]: jpx(INDEXES, space) });
  expect(own.report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
  expect(drawnDifference(own.before, plain.before)).toEqual({ mean: 0, worst: 0 });
  expect(drawnDifference(own.before, own.after)).toEqual({ mean: 0, worst: 0 });
});

test('samples that are no indexes of the dictionary keep a palette inside of the data', async () => {
  const { report } = await imageRenders({ [IMAGE]: jpx(withOwnPalette(INDEXES), '/DeviceGray') });
  expect(report.outcome).toEqual({ kind: 'kept', reason: 'unsupported-filter' });
});

test.each([
  ['unsupported-color-space', ROUNDED_INDEXES, `[ /Indexed /DeviceRGB 7 ${RGB_TABLE} ]`],
  ['damaged-data', INDEXES, '[ /Indexed /DeviceRGB 2 <000000FF000000FF00> ]'],
] as const)('indexes that readers may take for others stay: %s', async (reason, data, space) => {
  const { report } = await imageRenders({ [IMAGE]: jpx(data, space) });
  expect(report.outcome).toEqual({ kind: 'kept', reason });
});

test.each([
  ['Lab', '[ /Lab << /WhitePoint [0.9505 1 1.089] /Range [-128 127 -128 127] >> ]'],
  ['DeviceN', `[ /DeviceN [/One /Two /Three] /DeviceRGB ${TINT} 0 R ]`],
])('amounts in %s are drawn as before', async (_name, space) => {
  const { before, after, report } = await imageRenders({
    [IMAGE]: jpx(AMOUNTS, space),
    [TINT]: stream('/FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1]', '{ 3 1 roll 0.5 mul }'),
  });
  expect(report.outcome.kind).toBe('replaced');
  expect(drawnDifference(before, after).mean).toBeLessThan(2);
});

test('a header says whether its samples are the same to every decoder', () => {
  expect([INDEXES, ROUNDED_INDEXES].map((data) => readJpxHeader(data)?.reversible)).toEqual([true, false]);
});

/** Side of the rendering in pixels. */
const SIDE = 158;

/** The color in the middle of a row, where the image has alpha 128 of 255 (ISO 32000-2, 11.3.6). */
function blendedByHalf(column: number): Uint8Array {
  const x = ((column + 1.5) / 160) * 48;
  const y = ((79 + 1.5) / 160) * 32;
  const colors = [60 + 2 * x, 100 + x, 90 + 3 * y];
  const behind = [51, 153, 229.5];
  const row = new Uint8Array(SIDE * SIDE * 3);
  const blended = colors.map((color, at) => Math.round((color * 128 + behind[at]! * 127) / 255));
  row.set(blended, (79 * SIDE + column) * 3);
  return row;
}

describe('opacity inside of the data', () => {
  const seenThrough = (more: string, data = SEEN_THROUGH): ObjectSource =>
    stream(
      `/Subtype /Image /Width 48 /Height 32 /BitsPerComponent 8 /Filter /JPXDecode ${more}`,
      padded(data),
    );

  test.each([
    ['in a space of the dictionary', '/ColorSpace /DeviceRGB /SMaskInData 1'],
    ['in the space of the data', '/SMaskInData 1'],
  ])('becomes a soft mask: %s', async (_name, more) => {
    const { doc, before, after, report } = await imageRenders({ [IMAGE]: seenThrough(more) });
    expect(report.outcome.kind).toBe('replaced');
    expect(entry(doc, 'SMask')).toContain('/DeviceGray');
    expect(entry(doc, 'SMaskInData')).toBe('undefined');
    for (const [column, reader] of [
      [20, before],
      [140, before],
      // PDFium composites half-transparent pixels on white first: these are the values of the standard, MuPDF
      // and Ghostscript.
      [79, blendedByHalf(79)],
    ] as const) {
      const at = (79 * SIDE + column) * 3;
      const off = [0, 1, 2].map((channel) => Math.abs(reader[at + channel]! - after[at + channel]!));
      expect(Math.max(...off), `column ${column}`).toBeLessThanOrEqual(3);
    }
  });

  test('that hides nothing leaves no mask', async () => {
    const { doc, report } = await imageRenders({ [IMAGE]: seenThrough('/SMaskInData 1', OPAQUE) });
    expect(report.outcome.kind).toBe('replaced');
    expect(entry(doc, 'SMask')).toBe('undefined');
  });

  test.each([
    ['with colours that are blended already', '/SMaskInData 2'],
    ['beside a stencil', `/SMaskInData 1 /Mask ${TINT} 0 R`],
  ])('stays %s', async (_name, more) => {
    const stencil = stream('/Subtype /Image /ImageMask true /Width 8 /Height 1 /BitsPerComponent 1', 'x');
    const { report } = await imageRenders({ [IMAGE]: seenThrough(more), [TINT]: stencil });
    expect(report.outcome).toEqual({ kind: 'kept', reason: 'jpx-alpha' });
  });

  test('stays where the data does not say that it is opacity: MuPDF takes it for ink, Ghostscript for nothing', async () => {
    const undefinedChannels = SEEN_THROUGH.slice();
    undefinedChannels.set(Buffer.from('free'), Buffer.from(SEEN_THROUGH).indexOf('cdef'));
    const image = seenThrough('/ColorSpace /DeviceRGB /SMaskInData 1', undefinedChannels);
    const { report } = await imageRenders({ [IMAGE]: image });
    expect(report.outcome).toEqual({ kind: 'kept', reason: 'jpx-alpha' });
  });

  test('stays where nothing may be lost, and where pictures become gray', async () => {
    const image = seenThrough('/SMaskInData 1');
    const lossless = await imageRenders({ [IMAGE]: image }, { convertToJpeg: false, quality: 100 });
    expect(lossless.report.outcome).toEqual({ kind: 'kept', reason: 'jpeg-not-allowed' });
    const gray = await imageRenders({ [IMAGE]: image }, { grayscale: true });
    expect(gray.report.grayscaleSkipped).toBe('unsupported-filter');
    expect(gray.warnings).toContain('color-kept');
  });
});
