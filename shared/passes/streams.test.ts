import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { deflate } from '../codecs/flate/deflate.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { NO_STANDARD } from '../pdf/metadata/conformance-rules.ts';
import { PDFRawStream } from '../pdf/objects.ts';
import { objectOf, pagesDocument, stream } from '../testing/documents/documents.ts';
import { latin1Bytes } from '../testing/documents/files.ts';
import { passContext } from '../testing/pass-context.ts';
import { runPass } from '../testing/pass-run.ts';
import type { PassContext } from './pass.ts';
import { streams } from './streams.ts';

const TEXT = 'BT /F1 12 Tf 72 720 Td (words and words) Tj ET\n'.repeat(100);
const hex = (text: string) => `${Buffer.from(text, 'latin1').toString('hex')}>`;
const flate = (data: string | Uint8Array, level = 1) =>
  new Uint8Array(deflateSync(typeof data === 'string' ? latin1Bytes(data) : data, { level }));

/** The result for one stream, the only one of its document. */
async function repacked(dict: string, data: string | Uint8Array, parts: Partial<PassContext> = {}) {
  const build = () => pagesDocument(['/Contents 100 0 R'], { 100: stream(dict, data) });
  const { doc, report } = await runPass(streams, build, parts);
  const found = objectOf(doc, 100);
  if (!(found instanceof PDFRawStream)) throw new Error('no longer a stream');
  const decoded = decodeStream(found, 1e6);
  return {
    dict: found.dict.toString().replace(/\s+/g, ' '),
    bytes: found.contents.length,
    report,
    text: decoded.kind === 'bytes' ? Buffer.from(decoded.bytes).toString('latin1') : decoded.kind,
  };
}

describe('a stream is deflated', () => {
  test.each<[string, string, string | Uint8Array]>([
    ['that was not packed', '', TEXT],
    ['that was packed loosely', '/Filter /FlateDecode', flate(TEXT, 0)],
    ['from ASCIIHex', '/Filter /ASCIIHexDecode', hex(TEXT)],
    ['from an abbreviation', '/Filter /AHx', hex(TEXT)],
    [
      'from a chain',
      '/Filter [/ASCIIHexDecode /FlateDecode]',
      hex(Buffer.from(flate(TEXT)).toString('latin1')),
    ],
    [
      'from RunLength',
      '/Filter /RunLengthDecode',
      `${[...TEXT].map((letter) => `\0${letter}`).join('')}\x80`,
    ],
    [
      'with parameters that mean nothing',
      '/Filter /FlateDecode /DecodeParms << /Predictor 1 >>',
      flate(TEXT, 0),
    ],
  ])('%s; what it says stays the same', async (_, dict, data) => {
    const after = await repacked(dict, data);
    expect(after.text).toBe(TEXT);
    expect(after.dict).toBe('<< /Filter /FlateDecode >>');
    expect(after.bytes).toBeLessThan(200);
    expect(after.report).toMatchObject({ items: 1, changed: 1, skips: {} });
    expect(after.report.savedBytes).toBeGreaterThan(0);
  });

  test('under the predictor that it has: its rows are what is deflated', async () => {
    const rows = new Uint8Array(200 * 11).map((_, i) => (i % 11 === 0 ? 2 : 1));
    const params = '<< /Predictor 12 /Columns 10 >>';
    const after = await repacked(`/Filter /FlateDecode /DecodeParms ${params}`, flate(rows, 0));
    expect(after.dict).toBe(`<< /Filter /FlateDecode /DecodeParms ${params} >>`);
    expect(after.report.changed).toBe(1);
    expect(after.text.slice(10, 20)).toBe('\x02'.repeat(10));
  });

  test('other entries stay as they are', async () => {
    const after = await repacked(
      '/Type /EmbeddedFile /Params << /Size 4700 >> /Filter /AHx /DL 3',
      hex(TEXT),
    );
    expect(after.dict).toBe('<< /Type /EmbeddedFile /Params << /Size 4700 >> /Filter /FlateDecode >>');
  });
});

describe('a mesh shading', () => {
  const entries =
    '/ColorSpace /DeviceRGB /BitsPerCoordinate 16 /BitsPerComponent 8 /Decode [0 100 0 100 0 1 0 1 0 1]';
  const TRIANGLES = `/ShadingType 4 /BitsPerFlag 8 ${entries}`;
  /** Records of 8 bytes (flag, x, y, color). Each place in a row of `period` records has a slope of its own. */
  const vertices = (period: number, count = 1200) =>
    Uint8Array.from({ length: count * 8 }, (_, at) => {
      const [vertex, byte] = [at >> 3, at & 7];
      const slope = (((vertex % period) + 3) * (byte + 5) * 37) % 101;
      return byte === 0 ? 0 : slope * Math.floor(vertex / period);
    });

  test.each([
    ['along its vertices', TRIANGLES, vertices(1), 8],
    ['along the two triangles of a cell', TRIANGLES, vertices(6), 48],
    ['along the rows of a lattice', `/ShadingType 5 /VerticesPerRow 8 ${entries}`, vertices(7, 1120), 56],
  ])('gets a predictor %s', async (_, dict, data, columns) => {
    const after = await repacked(dict, data);
    expect(after.text).toBe(Buffer.from(data).toString('latin1'));
    expect(after.dict).toContain(`/DecodeParms << /Predictor 12 /Columns ${columns} >>`);
    expect(after.bytes).toBeLessThan(deflate(data).length - 64);
  });

  test.each([
    ['it does not pay', TRIANGLES, new Uint8Array(8000)],
    ['its data ends inside a vertex', TRIANGLES, vertices(1).subarray(1)],
    ['nothing says how many colors it has', TRIANGLES.replace(/.Decode.*/, ''), vertices(1)],
    ['it is another stream with such entries', TRIANGLES.replace('ShadingType', 'Kind'), vertices(1)],
  ])('gets none where %s', async (_, dict, data) => {
    const after = await repacked(dict, data);
    expect(after.dict).not.toContain('DecodeParms');
    expect(after.bytes).toBe(deflate(data).length);
  });

  test('is drawn as before, and a second run finds nothing', async () => {
    const page = '/Contents 101 0 R /Resources << /Shading << /S 100 0 R >> >>';
    const build = () =>
      pagesDocument([page], { 100: stream(TRIANGLES, vertices(6)), 101: stream('', '/S sh') });
    const { doc, report } = await runPass(streams, build);
    expect(report.changed).toBe(1);
    expect((await streams.run(doc, passContext())).changed).toBe(0);
  });
});

describe('where the last filter must stay, ASCII filters before it go', () => {
  const image = '/Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8';
  test.each([
    ['an image codec', '[/AHx /DCTDecode]', '', '/Filter /DCTDecode'],
    ['an image', `[/AHx /JPXDecode] ${image}`, '', `${image} /Filter /JPXDecode`],
    [
      'parameters',
      '[/ASCIIHexDecode /CCITTFaxDecode]',
      '/DecodeParms [null << /K -1 >>]',
      '/Filter /CCITTFaxDecode /DecodeParms << /K -1 >>',
    ],
    ['unknown filters', '[/AHx /Foo /Bar]', '', '/Filter [ /Foo /Bar ]'],
  ])('%s', async (_, filter, params, dict) => {
    const data = 'some data';
    const after = await repacked(`/Filter ${filter} ${params}`, hex(data));
    expect(after.dict).toBe(`<< ${dict} >>`);
    expect(after.bytes).toBe(data.length);
    expect(after.report).toMatchObject({ changed: 1, savedBytes: data.length + 1, skips: {} });
  });
});

test('a stream that deflate would make larger loses its filter, if that saves', async () => {
  const after = await repacked('/Filter /ASCIIHexDecode', hex('q Q'));
  expect(after).toMatchObject({ dict: '<< >>', bytes: 3, text: 'q Q' });
  expect(after.report.savedBytes).toBe('71205'.length + 2 + '/Filter/FlateDecode'.length - 3);
});

describe('a stream stays as it is', () => {
  const image = '/Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8';

  test.each<[string, string, string, string | Uint8Array]>([
    ['when nothing is saved', 'not-smaller', '/Filter /FlateDecode', deflate(latin1Bytes(TEXT))],
    ['when it is empty', 'not-smaller', '', ''],
    ['when it is an image: the images pass knows its rows', 'image-codec', image, new Uint8Array(100)],
    ['when an image codec packed it', 'image-codec', '/Filter /DCTDecode', 'jpeg data'],
    [
      'when an image codec packed it inside of a byte filter',
      'image-codec',
      '/Filter [/FlateDecode /DCTDecode]',
      flate('jpeg'),
    ],
    [
      'when readers may differ in which filter has the parameters',
      'image-codec',
      '/Filter [/AHx /CCITTFaxDecode] /DecodeParms << /K -1 >>',
      hex('fax'),
    ],
    ['when its ASCII filter is damaged', 'image-codec', '/Filter [/AHx /DCTDecode]', '6a70 oops'],
    ['when its data lies in another file', 'external-data', '/F (file.txt) /FFilter /AHx', TEXT],
    [
      'when its chain names how it is encrypted',
      'required-as-is',
      '/Filter [/Crypt] /DecodeParms [<< /Name /Identity >>]',
      TEXT,
    ],
    ['when its filter is unknown', 'undecodable', '/Filter /Foo', TEXT],
    ['when its chain makes no sense', 'required-as-is', '/Filter (FlateDecode)', TEXT],
    [
      'when its data is damaged: readers show what they showed',
      'damaged-data',
      '/Filter /FlateDecode',
      flate(TEXT).slice(0, 50),
    ],
  ])('%s', async (_, reason, dict, data) => {
    const after = await repacked(dict, data);
    expect(after.report).toMatchObject({ items: 1, changed: 0, savedBytes: 0, skips: { [reason]: 1 } });
    expect(after.bytes).toBe(data.length);
  });

  test('when it unpacks to more than the limit', async () => {
    const { limits } = passContext();
    const after = await repacked('/Filter /FlateDecode', flate(new Uint8Array(100_000)), {
      limits: { ...limits, streamBytes: 99_999 },
    });
    expect(after.report.skips).toEqual({ 'too-large': 1 });
  });

  test('when it is the metadata of a PDF/A-1, which wants it unfiltered', async () => {
    const metadata = '/Type /Metadata /Subtype /XML';
    const where = (filteredMetadata: boolean) =>
      repacked(metadata, TEXT, { rules: { ...NO_STANDARD, filteredMetadata } });
    expect((await where(false)).report.skips).toEqual({ 'required-as-is': 1 });
    expect((await where(true)).report.changed).toBe(1);
  });
});

test('a second run finds nothing', async () => {
  const build = () => pagesDocument(['/Contents 100 0 R'], { 100: stream('', TEXT) });
  const { doc } = await runPass(streams, build);
  const again = await streams.run(doc, passContext());
  expect(again).toMatchObject({ changed: 0, skips: { 'not-smaller': 1 } });
});

test('an abort ends it between two streams', async () => {
  const doc = pagesDocument(['/Contents 100 0 R'], { 100: stream('', TEXT) });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(async () => streams.run(doc, passContext({ signal }))).rejects.toThrow('enough');
});
