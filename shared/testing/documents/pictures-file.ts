import { deflate } from '../../codecs/flate/deflate.ts';
import { encodeJbig2 } from '../../codecs/jbig2/encode.ts';
import { screenedRamp } from '../pictures/bitmaps.ts';
import { encodeCcitt } from '../pictures/ccitt-encode.ts';
import { frameOf, jpegOf } from '../pictures/jpeg-frames.ts';
import { photo } from '../pictures/rasters.ts';
import { FileBuilder, latin1Bytes } from './files.ts';

/** A small image of every kind: its dictionary entries, and its data. The third is object 12. */
export function pictures(): readonly (readonly [dict: string, data: Uint8Array])[] {
  const bits = screenedRamp(48, 32);
  const color = photo(24, 16, 3).samples;
  const gray = photo(24, 16, 1).samples;
  const recipe = { width: 40, height: 24, density: 0.1, seed: 5 };
  const rows = new Uint8Array(17 * 24).map((_, i) => (i % 17 === 0 ? (i / 17) % 5 : (i * 3) & 255));
  return [
    [
      `/Width 40 /Height 24 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode /SMask 12 0 R`,
      jpegOf(
        frameOf({
          ...recipe,
          sampling: [
            [2, 2],
            [1, 1],
            [1, 1],
          ],
        }),
        'sequential',
      ),
    ],
    [
      `/Width 40 /Height 24 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode`,
      jpegOf(frameOf({ ...recipe, sampling: [[1, 1]] }), 'progressive'),
    ],
    [
      `/Width 24 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode`,
      deflate(gray, 1),
    ],
    [
      `/Width 48 /Height 32 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode`,
      encodeJbig2(bits),
    ],
    [
      `/Width 48 /Height 32 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 48 /Rows 32 >>`,
      encodeCcitt(bits, {
        k: -1,
        endOfLine: false,
        encodedByteAlign: false,
        endOfBlock: true,
        blackIs1: false,
      }),
    ],
    [
      `/Width 24 /Height 16 /BitsPerComponent 8 /ColorSpace [/ICCBased 9 0 R] /Filter /FlateDecode`,
      deflate(color, 1),
    ],
    [
      `/Width 16 /Height 24 /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 255 8 0 R] /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 16 >>`,
      deflate(rows, 1),
    ],
    [`/Width 12 /Height 16 /BitsPerComponent 16 /ColorSpace /DeviceGray`, gray],
    [`/Width 24 /Height 16 /ImageMask true /BitsPerComponent 1 /Decode [1 0]`, bits.data.slice(0, 48)],
  ];
}

/** The palette and the profile that `pictures` refer to, as objects 8 and 9. */
export function withPictureColors(file: FileBuilder): FileBuilder {
  const palette = new Uint8Array(768).map((_, i) => i);
  return file.stream(8, '', palette).stream(9, '/N 3 /Alternate /DeviceRGB', new Uint8Array(128));
}

/** One page with a small image of every kind, and object streams around them. */
export function picturesFile(): Uint8Array {
  const head = '/Type /XObject /Subtype /Image';
  const images = pictures();
  const names = images.map((_, i) => `/I${i} ${10 + i} 0 R`).join(' ');
  const draws = images.map((_, i) => `q 40 0 0 40 ${i * 20} ${i * 20} cm /I${i} Do Q`).join('\n');
  const inline = 'BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI';
  const file = new FileBuilder();
  for (const [i, [dict, data]] of images.entries()) file.stream(10 + i, `${head} ${dict}`, data);
  file.stream(4, '/Filter /FlateDecode', deflate(latin1Bytes(`${draws}\n${inline}\n`.repeat(8)), 1));
  withPictureColors(file).objectStream(5, {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << ${names} >> >> >>`,
  });
  const entries: Record<number, readonly [number, number, number]> = {
    1: [2, 5, 0],
    2: [2, 5, 1],
    3: [2, 5, 2],
  };
  for (const number of [4, 5, 8, 9, ...images.map((_, i) => 10 + i)])
    entries[number] = [1, file.offsetOf(number), 0];
  return file.xrefStream(30, '/Root 1 0 R', entries).build();
}
