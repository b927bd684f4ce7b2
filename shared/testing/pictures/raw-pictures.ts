import { deflate } from '../../codecs/flate/deflate.ts';
import { type PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { buildDocument, stream } from '../documents/documents.ts';

/** Samples of a pixel, 0 to 255: one for gray, three for RGB. */
export type PixelAt = (x: number, y: number) => readonly number[];

export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly pixel: PixelAt;
  /** Opacity, 0 to 255. */
  readonly opacity?: (x: number, y: number) => number;
  /** Further entries of the image. */
  readonly entries?: string;
  readonly isDeflated?: boolean;
}

/** An image XObject of 8-bit samples, as content of a page shows it. */
export function rawPicture({ width, height, pixel, opacity, entries = '', isDeflated = false }: RawPicture) {
  const all = <Value>(of: (x: number, y: number) => Value) =>
    Array.from({ length: width * height }, (_, at) => of(at % width, Math.floor(at / width)));
  const size = `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
  const space = pixel(0, 0).length === 1 ? 'DeviceGray' : 'DeviceRGB';
  const samples = Uint8Array.from(all(pixel).flat());
  const mask = opacity === undefined ? null : Uint8Array.from(all(opacity));
  return picture(
    `${size} /ColorSpace /${space} ${entries} ${mask === null ? '' : '/SMask 6 0 R'} ${isDeflated ? '/Filter /FlateDecode' : ''}`,
    isDeflated ? deflate(samples) : samples,
    mask === null ? {} : { 6: stream(`${size} /ColorSpace /DeviceGray`, mask) },
  );
}

/** A one-bit image in gray, drawn in rows of `#` and `.`; its black is 0. */
export function bilevelPicture(rows: readonly string[], entries = '/ColorSpace /DeviceGray') {
  const width = rows[0]!.length;
  const bytes = rows.flatMap((row) =>
    (
      row
        .replaceAll('#', '0')
        .replaceAll('.', '1')
        .padEnd(Math.ceil(width / 8) * 8, '0')
        .match(/.{8}/g) ?? []
    ).map((bits) => Number.parseInt(bits, 2)),
  );
  const size = `/Subtype /Image /Width ${width} /Height ${rows.length} /BitsPerComponent 1`;
  return picture(`${size} ${entries}`, Uint8Array.from(bytes));
}

/** An image XObject of these entries. */
export function picture(
  dict: string,
  data: string | Uint8Array,
  others: Readonly<Record<number, ReturnType<typeof stream>>> = {},
) {
  const { context } = buildDocument({ 5: stream(dict, data), ...others });
  return { kind: 'xobject' as const, stream: context.lookup(PDFRef.of(5)) as PDFRawStream };
}
