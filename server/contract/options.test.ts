import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileBuilder, onePage } from '../../shared/testing/documents/files.ts';
import { photo } from '../../shared/testing/pictures/rasters.ts';
import { startTestService, type TestService } from '../testing/service.ts';

const [WIDTH, HEIGHT] = [600, 400];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** A page with an uncompressed photo, a title, and XMP. */
function photoPage(): Uint8Array {
  const image = `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 /ColorSpace /DeviceRGB`;
  const resources = '/Resources << /XObject << /I 10 0 R >> >> /Metadata 11 0 R';
  const file = onePage(new FileBuilder(), 'q 500 0 0 375 47 400 cm /I Do Q', resources);
  return file
    .stream(10, image, photo(WIDTH, HEIGHT, 3).samples)
    .stream(
      11,
      '/Type /Metadata /Subtype /XML',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">secret place</x:xmpmeta>',
    )
    .object(12, '<< /Title (A secret title) >>')
    .table('/Root 1 0 R /Info 12 0 R')
    .build();
}

const input = photoPage();

interface Result {
  readonly size: number;
  readonly said: Readonly<Record<string, string>>;
  readonly image: { readonly filter: string; readonly longerSide: number };
  readonly hasTitle: boolean;
  readonly hasXmp: boolean;
}

async function compressed(query = ''): Promise<Result> {
  const answer = await service.app.request(`/api/v1/compress${query}`, {
    method: 'POST',
    body: new Uint8Array(input),
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/pdf' },
  });
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  const streams = context
    .enumerateIndirectObjects()
    .flatMap(([, it]) => (it instanceof PDFRawStream ? [it.dict] : []));
  const image = streams.find((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))!;
  const side = (name: string) => image.lookup(PDFName.of(name), PDFNumber).asNumber();
  const filter = image.lookup(PDFName.of('Filter'));
  return {
    size: bytes.length,
    said: Object.fromEntries(new URLSearchParams(answer.headers.get('X-Compression-Options')!)),
    image: {
      filter: String(filter instanceof PDFArray ? filter.get(0) : filter),
      longerSide: Math.max(side('Width'), side('Height')),
    },
    hasTitle: context.lookup(context.trailerInfo.Info) instanceof PDFDict,
    hasXmp: streams.some((dict) => dict.get(PDFName.of('Type')) === PDFName.of('Metadata')),
  };
}

test('what is left out has its default', async () => {
  const { said } = await compressed();
  expect(said).toMatchObject({
    quality: '75',
    maxDimension: '1200',
    stripMetadata: 'true',
    convertToJpeg: 'true',
    minDpi: '0',
    maxDpi: '0',
  });
});

test.each(['quality=1', 'quality=100', 'maxDimension=1', 'stripMetadata=false', 'convertToJpeg=false'])(
  'the end of a range is in it: %s',
  async (query) => {
    const [name, value] = query.split('=') as [string, string];
    expect((await compressed(`?${query}`)).said[name]).toBe(value);
  },
);

test('a lower quality gives a file that is no larger', async () => {
  const sizes: number[] = [];
  for (const quality of [95, 75, 40, 5]) sizes.push((await compressed(`?quality=${quality}`)).size);
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  expect(sizes.at(-1)).toBeLessThan(sizes[0]! / 2);
});

test('maxDimension is the longer side that an image may have', async () => {
  expect((await compressed()).image.longerSide).toBe(WIDTH);
  expect((await compressed('?maxDimension=200')).image.longerSide).toBe(200);
  // An image keeps the minimum resolution at its drawn size (600 pixels on 500 points are 86 dpi).
  expect((await compressed('?maxDimension=200&minDpi=80')).image.longerSide).toBeGreaterThan(500);
});

test('convertToJpeg is permission: without it no image becomes a JPEG', async () => {
  expect((await compressed()).image.filter).toBe('/DCTDecode');
  expect((await compressed('?convertToJpeg=false')).image.filter).toBe('/FlateDecode');
});

test('stripMetadata takes title and XMP out, or leaves them', async () => {
  expect(await compressed()).toMatchObject({ hasTitle: false, hasXmp: false });
  expect(await compressed('?stripMetadata=false')).toMatchObject({ hasTitle: true, hasXmp: true });
});
