import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { issueReceipt } from '../../receipt/issue-receipt.ts';
import { receiptSchema } from '../../receipt/receipt-schema.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { jpegOf } from '../../testing/pictures/image-runs.ts';
import { photo } from '../../testing/pictures/rasters.ts';

const host = createTestHost();
const SIDE = 240;
const GRAY = '/ColorSpace /DeviceGray /BitsPerComponent 8';
const NOT_SEEN_BEHIND_CLIP = 'q 40 50 100 80 re W n 240 0 0 240 0 0 cm /Im Do Q';

interface Drawn {
  readonly content?: string;
  readonly kind?: string;
  readonly data?: Uint8Array;
  readonly page?: string;
  readonly resources?: string;
  /** Further objects, numbered from 6. */
  readonly more?: readonly string[];
}

/** A page of 240 x 240 points that draws an image of the same number of pixels. */
function drawn({
  content = NOT_SEEN_BEHIND_CLIP,
  kind = `${GRAY} /Filter /FlateDecode`,
  data = deflate(photo(SIDE, SIDE, 1).samples),
  page = '',
  resources = '',
  more = [],
}: Drawn): Uint8Array {
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE} ${SIDE}] /Contents 4 0 R ${page}
        /Resources << /XObject << /Im 5 0 R >> ${resources} >> >>`,
    )
    .stream(4, '', latin1Bytes(content))
    .stream(5, `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} ${kind}`, data);
  for (const [index, body] of more.entries()) file.object(6 + index, body);
  return file.table('/Root 1 0 R').build();
}

/** Nothing is lost except by cropping. */
const cropped = (input: Uint8Array, options = {}) =>
  compress(
    input,
    { ...DEFAULT_OPTIONS, quality: 100, maxDimension: 100_000, cropHidden: true, ...options },
    { host },
  );

const grayJpeg = await jpegOf(photo(SIDE, SIDE, 1), 90);
const colorJpeg = await jpegOf(photo(SIDE, SIDE, 3), 90);
const bits = Uint8Array.from({ length: (SIDE / 8) * SIDE }, (_, at) => (at * 37) & 255);

describe('what no page shows of a picture goes', () => {
  test.each([
    ['of samples', {}, { width: 104, height: 84 }],
    ['of a JPEG in gray', { kind: `${GRAY} /Filter /DCTDecode`, data: grayJpeg }, { width: 112, height: 88 }],
    [
      'of a JPEG in colour',
      { kind: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode', data: colorJpeg },
      { width: 112, height: 96 },
    ],
    [
      'of one bit',
      { kind: '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode', data: deflate(bits) },
      { width: 112, height: 84 },
    ],
    ['of a stencil', { kind: '/ImageMask true', data: bits }, { width: 112, height: 84 }],
    [
      'behind the crop box',
      { content: '240 0 0 240 0 0 cm /Im Do', page: '/CropBox [40 50 140 130]' },
      { width: 104, height: 84 },
    ],
    [
      'behind the edge of the page',
      { content: 'q 480 0 0 480 -240 -240 cm /Im Do Q' },
      { width: 122, height: 122 },
    ],
    [
      'turned and mirrored',
      { content: 'q 40 50 100 80 re W* n 0 -240 -240 0 240 240 cm /Im Do Q' },
      { width: 84, height: 104 },
    ],
    [
      'behind two clips, of which one is round',
      {
        content:
          'q 40 50 100 90 re W n 0 0 m 0 200 300 200 240 0 c W n 10 10 200 120 re W n 240 0 0 240 0 0 cm /Im Do Q',
      },
      { width: 104, height: 84 },
    ],
  ] as const)('%s', async (_name, parts, left) => {
    const input = drawn(parts);
    const { bytes, report } = await cropped(input);
    expect(report.warnings).toEqual([]);
    expect(report.images).toMatchObject([{ width: SIDE, height: SIDE, cropped: left }]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });

  test('of a picture that is not seen at all everything, with what draws it', async () => {
    const input = drawn({ content: 'q 240 0 0 240 300 0 cm /Im Do Q 0 0 50 50 re f' });
    const { report } = await cropped(input);
    expect(report.images).toEqual([]);
  });

  test('and with it what a JPEG tells besides', async () => {
    const exif = [0xff, 0xe1, 0, 30, ...latin1Bytes('Exif\0\0the whole picture, small')].slice(0, 32);
    const data = Uint8Array.from([...grayJpeg.subarray(0, 2), ...exif, ...grayJpeg.subarray(2)]);
    const input = drawn({ kind: `${GRAY} /Filter /DCTDecode`, data });
    const { bytes } = await cropped(input, { stripMetadata: false });
    expect(Buffer.from(input).includes('the whole picture')).toBe(true);
    expect(Buffer.from(bytes).includes('the whole picture')).toBe(false);
  });

  test('which report and receipt say', async () => {
    const input = drawn({});
    const receipt = await issueReceipt(input, await cropped(input), { host });
    expect(receipt.imagesChanged).toMatchObject([
      { object: 5, before: { width: SIDE }, cropped: { width: 104, height: 84 } },
    ]);
    expect(receiptSchema.parse(JSON.parse(JSON.stringify(receipt)))).toEqual(receipt);
  });
});

describe('a picture stays whole', () => {
  const mask = `<< /Subtype /Image /Width 1 /Height 1 ${GRAY} /Length 1 >>\nstream\nx\nendstream`;
  test.each([
    ['that is seen', { content: '240 0 0 240 0 0 cm /Im Do' }],
    ['of which hardly anything is hidden', { content: 'q 0 0 240 234 re W n 240 0 0 240 0 0 cm /Im Do Q' }],
    [
      'in a clip that is no rectangle',
      { content: 'q 9 9 m 90 9 l 9 90 l h W n 240 0 0 240 0 0 cm /Im Do Q' },
    ],
    ['in two rectangles', { content: 'q 9 9 20 20 re 90 90 50 50 re W n 240 0 0 240 0 0 cm /Im Do Q' }],
    ['at an angle', { content: 'q 0 0 90 90 re W n 200 9 -9 200 0 0 cm /Im Do Q' }],
    [
      'in a clip at an angle',
      { content: 'q .8 .6 -.6 .8 0 0 cm 0 0 50 50 re W n .8 -.6 .6 .8 0 0 cm 240 0 0 240 0 0 cm /Im Do Q' },
    ],
    ['that is drawn twice', { content: `${NOT_SEEN_BEHIND_CLIP} ${NOT_SEEN_BEHIND_CLIP}` }],
    ['in front of a rectangle', { content: '9 9 20 20 re f 240 0 0 240 0 0 cm /Im Do' }],
    ['where the clip has ended', { content: 'q 9 9 20 20 re W n Q 240 0 0 240 0 0 cm /Im Do' }],
    ['with a soft mask', { kind: `${GRAY} /Filter /FlateDecode /SMask 6 0 R`, more: [mask] }],
    ['that something else knows of', { page: '/PieceInfo << /Own 5 0 R >>' }],
    ['where more states are restored than were saved', { content: `Q ${NOT_SEEN_BEHIND_CLIP}` }],
    ['where content is not clear', { content: `${NOT_SEEN_BEHIND_CLIP} xyz` }],
  ])('%s', async (_name, parts: Drawn) => {
    const { report } = await cropped(drawn(parts), { stripMetadata: false });
    expect(report.images[0]?.cropped).toBeUndefined();
  });

  test('unless it is asked for, or where it was to be kept', async () => {
    const { report } = await cropped(drawn({}), { cropHidden: false });
    expect(report.images[0]!.cropped).toBeUndefined();
    const options = { ...DEFAULT_OPTIONS, cropHidden: true };
    const kept = await compress(drawn({}), options, { host, imageOverrides: { 5: { kind: 'keep' } } });
    expect(kept.report.images[0]!.cropped).toBeUndefined();
  });
});

describe('drawings that no page shows', () => {
  const CLIP = 'q 40 50 100 80 re W n';
  const contentOf = async (content: string, options = {}, resources = '') => {
    const input = drawn({ content, resources });
    const { bytes, report } = await cropped(input, options);
    expect(report.warnings).toEqual([]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
    return report.passes.find(({ pass }) => pass === 'crop')?.changed ?? 0;
  };
  const FAR = '300 300 m 400 300 l 350 390 l';

  test.each([
    ['filled paths outside of a clip', `${CLIP} 1 0 0 rg 0 0 20 20 re f 60 60 9 9 re f Q`],
    ['lines outside of the page', `${FAR} S 9 9 m 99 99 l S`],
    ['curves whose points all lie outside', `${CLIP} 5 200 m 9 210 30 220 9 230 c f Q 9 9 20 20 re f`],
    ['blocks of nothing else', `${CLIP} q 1 0 0 1 900 900 cm 0 0 9 9 re f Q Q 9 9 20 20 re f`],
    ['pictures', `q 9 0 0 9 900 900 cm /Im Do Q 9 9 20 20 re f`],
  ])('go: %s', async (_, content) => {
    expect(await contentOf(content)).toBe(1);
    expect(await contentOf(content, { cropHidden: false })).toBe(0);
  });

  test.each([
    ['a line as thick as the way to the clip', `${CLIP} 40 w 0 0 m 25 0 l 25 90 l S Q`],
    ['a line whose thickness a named state may set', `${CLIP} /G gs 0 0 m 9 9 l S Q`],
    ['a path that goes through', `${CLIP} 0 0 m 240 240 l S Q`],
    ['what clips the rest', `q 900 900 9 9 re W f Q 9 9 20 20 re f`],
    ['text', `${CLIP} BT 300 300 Td ET Q`],
    ['a path beside a clip that is turned', `q .8 .6 -.6 .8 0 0 cm 40 50 100 80 re W n 0 0 20 20 re f Q`],
    ['a drawing near the edge', `${CLIP} 20 60 17 9 re f Q`],
  ])('stay: %s', async (_, content) => {
    expect(await contentOf(content)).toBe(0);
  });

  test('leave the text that is seen in the same block', async () => {
    const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
    const content = `${CLIP} q 0 0 9 9 re f BT /F 30 Tf 60 80 Td (seen) Tj ET Q Q`;
    expect(await contentOf(content, {}, font)).toBe(1);
  });

  test('take a few bytes where there were thousands beside the axes', async () => {
    const marks = Array.from(
      { length: 2000 },
      (_, at) => `${((at * 37) % 100) / 100} 0 1 rg q 1 0 0 1 ${900 + at * 7} ${at * 13} cm 0 0 4 4 re B Q`,
    ).join(' ');
    const content = `${CLIP} ${marks} 60 60 9 9 re f Q`;
    const { bytes } = await cropped(drawn({ content }));
    expect(bytes.length).toBeLessThan(1000);
  });
});
