import { compress } from '../../shared/compress.ts';
import { createTestHost } from '../../shared/testing/host.ts';
import { openInPdfium } from '../../shared/testing/oracles/pdfium-render.ts';
import { createMozjpegCodec } from '../../shared/testing/pictures/mozjpeg.ts';
import { DEFAULT_SETTINGS, optionsOf } from '../../web/options/settings.ts';

/** Twice the pixels of the widest frame on the start page. */
const DPI = 89;
/** The printed part of the first page, in points from its upper left corner. */
const CROP = { left: 46, top: 46, width: 503, height: 632 };

export interface SamplePictures {
  /** The compressed sample. */
  readonly compressed: Uint8Array;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Compresses the sample with the page's settings and draws both first pages as JPEG. */
export async function samplePictures(sample: Uint8Array): Promise<SamplePictures> {
  const host = createTestHost();
  const { bytes } = await compress(sample, optionsOf(DEFAULT_SETTINGS), { host });
  return { compressed: bytes, before: await picture(sample), after: await picture(bytes) };
}

async function picture(file: Uint8Array): Promise<Uint8Array> {
  const document = await openInPdfium(file);
  const page = document.render(0, DPI);
  document.close();
  const pixels = (points: number) => Math.round((points * DPI) / 72);
  const [left, top] = [pixels(CROP.left), pixels(CROP.top)];
  const [width, height] = [pixels(CROP.width), pixels(CROP.height)];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const from = ((top + y) * page.width + left + x) * 4;
      data.set(page.rgbx.subarray(from, from + 3), at);
    }
  }
  const raster = { width, height, channels: 3, samples: data } as const;
  return createMozjpegCodec(createTestHost()).encode(raster, {
    quality: 72,
    chroma: '4:2:0',
    scans: 'progressive',
  });
}
