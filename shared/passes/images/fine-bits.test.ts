import { describe, expect, test } from 'vitest';
import { samplesFromBitmap } from '../../codecs/bitmap.ts';
import { CCITT_DEFAULTS } from '../../codecs/ccitt/decode.ts';
import { compress } from '../../compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../../options.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import { type ObjectSources, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { createTestHost } from '../../testing/host.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { encodeCcitt } from '../../testing/pictures/ccitt-encode.ts';

const SIDE = 1600;
const DRAWING = bitmapOf(SIDE, SIDE, (x, y) => {
  const [dx, dy] = [x - SIDE / 2, y - SIDE / 2];
  const ring = Math.sqrt(dx * dx + dy * dy);
  return (ring > 500 && ring < 560) || Math.abs(dx - dy / 2) < 20 || (x % 400 === 7 && y > 1200);
});
const SIZE = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE}`;
const SAMPLES = samplesFromBitmap(DRAWING);
const PLAIN = stream(`${SIZE} /BitsPerComponent 1 /ColorSpace /DeviceGray`, SAMPLES);
const FAX = stream(
  `${SIZE} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${SIDE} >>`,
  encodeCcitt(DRAWING, { ...CCITT_DEFAULTS, k: -1 }),
);
const STENCIL = stream(`${SIZE} /ImageMask true`, SAMPLES);

/** Shapes that repeat exactly, but no longer at a third of the resolution: 40 is no multiple of 3. */
const REPEATING = bitmapOf(SIDE, SIDE, (x, y) => {
  const shape = (Math.floor(x / 40) * 7 + Math.floor(y / 40) * 11) % 30;
  const [dx, dy] = [x % 40, y % 40];
  if (dx >= 32 || dy >= 32) return false;
  const cell = Math.floor(dx / 4) * 8 + Math.floor(dy / 4);
  return dx < 4 || (Math.imul(shape * 613 + cell, 0x85ebca6b) >>> 12) % 5 < 2;
});

const CAPPED: Partial<CompressOptions> = { maxDimension: 1_000_000, maxDpi: 150 };

/** One page per image, drawn at `dpi`. */
function drawn(images: readonly ReturnType<typeof stream>[], dpi: number, others: ObjectSources = {}) {
  const points = (SIDE / dpi) * 72;
  const pages = images.map(
    (_, index) => `/Resources << /XObject << /Im ${100 + index} 0 R >> >> /Contents 90 0 R`,
  );
  const objects = Object.fromEntries(images.map((image, index) => [100 + index, image]));
  return pagesDocument(pages, {
    90: stream('', `q ${points} 0 0 ${points} 10 10 cm /Im Do Q`),
    ...objects,
    ...others,
  });
}

async function compressed(doc: ReturnType<typeof drawn>, options: Partial<CompressOptions> = CAPPED) {
  const input = writeDocument(doc, { objectStreams: true });
  const { bytes, report } = await compress(
    input,
    { ...DEFAULT_OPTIONS, ...options },
    { host: createTestHost() },
  );
  const sizes = report.images.map(({ outcome, width }) =>
    outcome.kind === 'replaced' ? outcome.width : width,
  );
  return { input, bytes, sizes };
}

describe('a picture of one bit, far finer than print', () => {
  test.each([
    ['plain', PLAIN],
    ['fax', FAX],
    ['a stencil', STENCIL],
  ])('keeps 600 dpi at least where resolution is capped (%s), and looks the same', async (_, image) => {
    const { input, bytes, sizes } = await compressed(drawn([image], 2000));
    expect(sizes).toEqual([Math.ceil(SIDE / 3)]);
    const [difference] = await pdfiumDifferences(input, bytes, { dpis: [96] });
    expect(difference).toMatchObject({ what: 'pixels' });
    // In 255 levels: hairlines look light gray, before and after.
    expect(difference!.most).toBeLessThan(48);
  });

  test('shares what it has in common with others, as small as it is now', async () => {
    const { sizes } = await compressed(drawn([PLAIN, FAX], 1200));
    expect(new Set(sizes)).toEqual(new Set([SIDE / 2]));
  });

  test.each<[string, Partial<CompressOptions>, number]>([
    ['nobody asks for fewer dots', { maxDimension: 100 }, 2000],
    ['dots are asked for', { ...CAPPED, maxDpi: 1300 }, 2000],
    ['it is not twice as fine', CAPPED, 1100],
  ])('keeps every dot where %s', async (_, options, dpi) => {
    const { sizes } = await compressed(drawn([FAX], dpi), options);
    expect(sizes).toEqual([SIDE]);
  });

  test.each([
    ['by itself', 1],
    ['together with another', 2],
  ])('keeps every dot where it takes fewer bytes with all of them (%s)', async (_, count) => {
    const plain = stream(`${SIZE} /BitsPerComponent 1 /ColorSpace /DeviceGray`, samplesFromBitmap(REPEATING));
    const images = Array.from({ length: count }, () => plain);
    const { sizes } = await compressed(drawn(images, 2000));
    expect(new Set(sizes)).toEqual(new Set([SIDE]));
  });

  test('keeps every dot where it masks another picture', async () => {
    const photo = stream(
      `${SIZE} /BitsPerComponent 8 /ColorSpace /DeviceGray /Mask 200 0 R`,
      new Uint8Array(SIDE * SIDE),
    );
    const { sizes } = await compressed(drawn([photo], 2000, { 200: STENCIL }));
    expect(sizes).toContain(SIDE);
  });
});
