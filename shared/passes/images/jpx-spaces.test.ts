import { expect, test } from 'vitest';
import { readJpxHeader } from '../../codecs/jpx/header.ts';
import { type ObjectSource, stream } from '../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../testing/judges/image-renders.ts';
import { entry, IMAGE } from '../../testing/pictures/image-runs.ts';

/**
 * JPEG 2000 in colour spaces other than gray, RGB and CMYK, drawn by PDFium before and after. Of 48 x 32 pixels, written
 * by Pillow 9 with OpenJPEG, since nothing here encodes JPEG 2000.
 */

/** At (x, y) the index (x / 6 + y / 4) mod 8. */
const INDEXES = fromBase64(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAADAAAQcHAAAAAAAPY29scgEAAAAAABEA' +
    'AAGSanAyY/9P/1EAKQAAAAAAMAAAACAAAAAAAAAAAAAAADAAAAAgAAAAAAAAAAAAAQcBAf9SAAwAAAABAAEEBAAB/1wAB0BASEhQ/2QA' +
    'JQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAABHQAB/5PfhZYQ3AyJ1Z1D/4HAEuQEUkQqTrUTzWhMph5S' +
    'Ev9U0s00JXre3qSLsgyLsgyMFNRHAisg8k/RokodxC8lV6RKH0fVAXGhMUI2e/HO+a3W2eGis2qvsabZ4aKzarNzBYYCOfQ9f05pMm7i' +
    'Sjg2ylg2ylg4KjBY/0aJtgQXq3o8ITrJgB/GH5PkO21dw/dVBTi/nG2BBIoqB/cW8EwapoTBqlgiQ7clnBMGqaE1iLstvBEmmhMGqWCJ' +
    'F11giTTQmDVNCtVydzMbwTBqmhMGp8B8KkB8KcAdRHtPpKTfFT6vHPuHfgkUKrcFXzbPcOldiUjqBY/LueZl+8SHEpIVB2yQroZHfy/R' +
    'MbKFrlNKGv9//9k=',
);
/** The same by the 9-7 filter, which no two decoders round alike. */
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

const TINT = 120;
const RGB_TABLE = '<000000FF000000FF000000FFFFFF00FF00FF00FFFFFFFFFF>';

function jpx(data: Uint8Array, space: string): ObjectSource {
  return stream(
    `/Subtype /Image /Width 48 /Height 32 /BitsPerComponent 8 /ColorSpace ${space} /Filter /JPXDecode`,
    padded(data),
  );
}

/** With a box that decoders skip (T.800, I.2.2), so that any other form is smaller. */
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
