import { describe, expect, test } from 'vitest';
import { deflate } from '../codecs/flate/deflate.ts';
import { readDctHeader } from '../codecs/jpeg/format/header.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { type ObjectSources, stream } from '../testing/documents/documents.ts';
import { flateImage, IMAGE, imageAt, pixels, runImages } from '../testing/pictures/image-runs.ts';
import { lineArt, photo } from '../testing/pictures/rasters.ts';

const WIDTH = 480;
const HEIGHT = 320;

/** Lines in black and one color, with `picture` in the upper left corner of `side` pixels. */
function linesBeside(picture: Raster, side: number): Raster {
  const lines = lineArt(WIDTH, HEIGHT, 3);
  const samples = lines.samples.map((sample, at) => {
    const pixel = Math.floor(at / 3);
    const isBeside = pixel % WIDTH >= side || Math.floor(pixel / WIDTH) >= side;
    return isBeside ? sample : picture.samples[at]!;
  });
  return { ...lines, samples };
}

describe('lines beside a picture', () => {
  const picture = photo(WIDTH, HEIGHT, 3);

  test('that become a JPEG keep the full resolution of their colours', async () => {
    const { doc, report } = await runImages({ [IMAGE]: flateImage(linesBeside(picture, 150)) });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    const [luma, ...colors] = readDctHeader(imageAt(doc).bytes)?.components ?? [];
    expect(colors).toHaveLength(2);
    for (const color of colors)
      expect([color.horizontal, color.vertical]).toEqual([luma!.horizontal, luma!.vertical]);
  });

  test('stay exact where that takes few bytes', async () => {
    const source = linesBeside(picture, 24);
    const { report } = await runImages({ [IMAGE]: flateImage(source) });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
    const { doc } = await runImages({ [IMAGE]: flateImage(source) }, { quality: 100 });
    expect(await pixels(doc)).toEqual(source);
  });
});

describe('a palette that shows a photograph', () => {
  const gray = photo(WIDTH, HEIGHT, 1);
  const table = (entries: number) =>
    Array.from({ length: entries }, (_, level) => level.toString(16).padStart(2, '0').repeat(3)).join('');
  const indexed = (entries: number, given = entries): ObjectSources => ({
    [IMAGE]: stream(
      `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB ${entries - 1} <${table(given)}>]`,
      gray.samples,
    ),
  });

  test.each([
    ['its end', indexed(140)],
    ['what is given of it', indexed(256, 140)],
  ])(
    'stays as it is with indexes beyond %s, which readers draw in different colours',
    async (_name, objects) => {
      const { report } = await runImages(objects);
      if (report.outcome.kind === 'replaced') expect(report.outcome.codec).toBe('flate');
      else expect(report.outcome).toEqual({ kind: 'kept', reason: 'damaged-data' });
      const { report: whole } = await runImages(indexed(256));
      expect(whole.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    },
  );

  test('stays one where content draws through transfer functions', async () => {
    const transfer = '/ExtGState << /G << /TR << /FunctionType 2 /Domain [0 1] /N 1 >> >> >>';
    const { report } = await runImages({
      ...indexed(256),
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /XObject << /Im ${IMAGE} 0 R >> ${transfer} >> >>`,
    });
    if (report.outcome.kind === 'replaced') expect(report.outcome.codec).toBe('flate');
  });
});

describe('samples that must stay', () => {
  const source = photo(WIDTH, HEIGHT, 3);
  const keyed = (data: Uint8Array): ObjectSources => ({
    [IMAGE]: stream(
      `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode /Mask [0 0 0 0 0 0]`,
      data,
    ),
  });

  test('are packed again only where that is smaller', async () => {
    const loose = await runImages(keyed(deflate(source.samples, 1)));
    expect(loose.report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
    const tight: ObjectSources = {
      [IMAGE]: stream(
        String(imageAt(loose.doc).dict)
          .replace(/\/Length \d+/, '')
          .replace(/^<<|>>$/g, ''),
        imageAt(loose.doc).bytes,
      ),
    };
    const again = await runImages(tight);
    expect(again.report.outcome).toEqual({ kind: 'kept', reason: 'color-key-mask' });
    expect(imageAt(again.doc).bytes).toEqual(imageAt(loose.doc).bytes);
  });
});
