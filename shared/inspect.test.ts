import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deflate } from './codecs/flate/deflate.ts';
import { PdfError } from './errors.ts';
import { inspect, probe } from './inspect.ts';
import type { Inspection } from './inspection.ts';
import { FileBuilder, latin1Bytes, onePage } from './testing/documents/files.ts';
import { richFile } from './testing/documents/rich-document.ts';
import { sequence } from './testing/pictures/rasters.ts';

/** Everything but the bytes in question is structure; each test names only its own category. */
const NOTHING = { images: 0, fonts: 0, content: 0, attachments: 0, metadata: 0, other: 0, unused: 0 };

function sumOf({ sizes }: Inspection): number {
  return Object.values(sizes).reduce((sum, count) => sum + count, 0);
}

function readEncrypted(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./fixtures/encrypted/${name}.pdf`, import.meta.url)));
}

describe('bytes', () => {
  test.each<[string, (file: FileBuilder) => FileBuilder, Partial<Record<keyof Inspection['sizes'], number>>]>(
    [
      ['the content of a page', (file) => file, {}],
      [
        'a form, its image, the mask of that, and JBIG2 data that images share',
        (file) =>
          file
            .object(5, '<< /X 6 0 R /Y 7 0 R >>')
            .stream(6, '/Subtype /Form', 'q Q q')
            .stream(7, '/Subtype /Image /SMask 8 0 R /DecodeParms << /JBIG2Globals 9 0 R >>', 'pixels')
            .stream(8, '/Subtype /Image', 'alpha')
            .stream(9, '', 'shapes!'),
        { content: 5, images: 6 + 5 + 7 },
      ],
      [
        'a thumbnail that does not say that it is an image',
        (file) => file.object(5, '<< /Thumb 6 0 R >>').stream(6, '', 'tiny'),
        { images: 4 },
      ],
      [
        'a font with its tables',
        (file) =>
          file
            .object(
              5,
              '<< /FontDescriptor << /FontFile2 6 0 R /CIDSet 7 0 R >> /ToUnicode 8 0 R /Encoding 9 0 R >>',
            )
            .stream(6, '', 'program')
            .stream(7, '', 'set')
            .stream(8, '', 'unicode')
            .stream(9, '/Type /CMap', 'codes'),
        { fonts: 7 + 3 + 7 + 5 },
      ],
      [
        'glyphs of a Type 3 font, a tiling pattern and an appearance',
        (file) =>
          file
            .object(5, '<< /CharProcs << /a 6 0 R >> /P 7 0 R /AP << /N << /On 8 0 R >> >> >>')
            .stream(6, '', 'glyph')
            .stream(7, '/PatternType 1', 'tile')
            .stream(8, '', 'check'),
        { content: 5 + 4 + 5 },
      ],
      [
        'an embedded file, whatever it says of itself',
        (file) => file.object(5, '<< /EF << /F 6 0 R >> >>').stream(6, '/Type /EmbeddedFile', 'attached'),
        { attachments: 8 },
      ],
      [
        'XFA, which some writers mark as an embedded file',
        (file) => file.object(5, '<< /XFA [(template) 6 0 R] >>').stream(6, '/Type /EmbeddedFile', '<form/>'),
        { other: 7 },
      ],
      [
        'a profile',
        (file) => file.object(5, '[/ICCBased 6 0 R]').stream(6, '/N 3', 'a profile'),
        { other: 9 },
      ],
      ['XMP', (file) => file.object(5, '<< /Metadata 6 0 R >>').stream(6, '', '<xmp/>'), { metadata: 6 }],
    ],
  )('%s', async (_, add, expected) => {
    const file = add(onePage(new FileBuilder(), 'content', '/More 5 0 R').object(5, 'null'));
    const result = await inspect(file.table('/Root 1 0 R').build());
    const { structure, unused, ...rest } = result.sizes;
    const { unused: _unused, ...nothing } = NOTHING;
    expect(rest).toEqual({ ...nothing, ...expected, content: 7 + (expected.content ?? 0) });
    expect(structure + unused).toBe(
      result.fileSize - Object.values(rest).reduce((sum, count) => sum + count),
    );
  });

  test('the Info dictionary is metadata as a whole, as is what only PieceInfo leads to', async () => {
    const info = '<< /Title (Title) >>';
    const file = onePage(new FileBuilder(), 'content', '/PieceInfo << /App << /Private 6 0 R >> >>')
      .object(5, info)
      .object(6, '<< /Secret 7 0 R /Page 3 0 R /Shared 4 0 R >>')
      .stream(7, '', 'secret')
      .table('/Root 1 0 R /Info 5 0 R');
    const { sizes, fileSize } = await inspect(file.build());
    const secretObject = '7 0 obj\n<<  /Length 6 >>\nstream\nsecret\nendstream';
    const secretDict = '6 0 obj\n<< /Secret 7 0 R /Page 3 0 R /Shared 4 0 R >>\n';
    expect(sizes.metadata).toBe(`5 0 obj\n${info}\n`.length + secretDict.length + secretObject.length);
    expect(sizes.content).toBe(7);
    expect(sizes.structure).toBe(fileSize - sizes.metadata - sizes.content);
  });

  test('packed objects are structure, with the stream that holds them', async () => {
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .stream(4, '', 'content')
      .objectStream(5, { 3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>', 6: '(packed)' });
    const place = (number: number) => [1, file.offsetOf(number), 0] as const;
    file.xrefStream(9, '/Root 1 0 R', { 1: place(1), 2: place(2), 4: place(4), 5: place(5), 3: [2, 5, 0] });
    const { sizes, fileSize } = await inspect(file.build());
    expect(sizes).toEqual({ ...NOTHING, content: 7, structure: fileSize - 7 });
  });

  test('objects of an earlier revision are unused, the cross-reference of both is structure', async () => {
    const file = onePage(new FileBuilder(), 'old').table('/Root 1 0 R');
    const before = await inspect(file.build());
    const after = await inspect(file.stream(4, '', 'a longer content').table('/Root 1 0 R').build());
    expect(before).toMatchObject({ features: { incrementalUpdates: 0 }, sizes: { content: 3, unused: 0 } });
    expect(after).toMatchObject({
      features: { incrementalUpdates: 1 },
      sizes: { content: 16, unused: '4 0 obj\n<<  /Length 3 >>\nstream\nold\nendstream\nendobj'.length },
    });
    expect(sumOf(after)).toBe(after.fileSize);
  });

  test('an object that nobody points to is unused as a whole, whatever its data looks like', async () => {
    const orphan = '8 0 obj\n<< /Length 20 >>\nstream\nendobj 9 0 obj endobj\nendstream\nendobj';
    const file = onePage(new FileBuilder()).raw(`${orphan}\n`).table('/Root 1 0 R', [1, 2, 3, 4]);
    expect((await inspect(file.build())).sizes.unused).toBe(orphan.length);
  });

  test('junk before the header and behind the end is structure', async () => {
    const plain = onePage(new FileBuilder()).table('/Root 1 0 R').build();
    const file = onePage(new FileBuilder('junk\n%PDF-1.7\n'))
      .table('/Root 1 0 R')
      .raw('\0'.repeat(500))
      .build();
    const [clean, dirty] = [await inspect(plain), await inspect(file)];
    expect(dirty.sizes).toEqual({ ...clean.sizes, structure: clean.sizes.structure + 505 });
  });

  test.each(['r2-rc4-40-empty', 'r6-aes-256-empty'])(
    'an encrypted file counts what stands in it: %s',
    async (name) => {
      const file = readEncrypted(name);
      const result = await inspect(file);
      expect(sumOf(result)).toBe(file.length);
      // AES adds an initialization vector and pads to 16 bytes.
      if (name.includes('aes')) expect(result.sizes.content % 16).toBe(0);
      expect(result.sizes.content).toBeGreaterThan(0);
    },
  );

  test('two objects that lie in each other count once', async () => {
    const inner = '5 0 obj\n(inner)\nendobj\n';
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R /Inner 5 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>')
      .stream(4, '', `% ${inner}`);
    const at = file.offsetOf(4) + '4 0 obj\n<<  /Length 24 >>\nstream\n% '.length;
    const table = [1, 2, 3, 4].map((number) => file.offsetOf(number)).concat(at);
    const rows = table.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const start = file.length;
    file.raw(`xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\n`).end(start);
    const result = await inspect(file.build());
    expect(sumOf(result)).toBe(result.fileSize);
    expect(result.sizes.content).toBe(`% ${inner}`.length);
  });
});

describe('a file of everything', () => {
  test('every byte has one category', async () => {
    const file = richFile();
    const result = await inspect(file);
    expect(result.fileSize).toBe(file.length);
    expect(sumOf(result)).toBe(file.length);
    for (const count of Object.values(result.sizes)) expect(count).toBeGreaterThanOrEqual(0);
    expect(result.sizes.unused).toBe('98 0 obj\n(nobody points here)\nendobj'.length);
  });

  test('is told', async () => {
    const { document, features, pageSizes, security, repairs, incomplete } = await inspect(richFile());
    expect(document).toMatchObject({ pages: 2, version: '1.7', signed: false, tagged: true, forms: true });
    expect(features).toEqual({
      language: 'en',
      linearized: false,
      incrementalUpdates: 0,
      brotliStreams: 0,
      removedPages: 0,
      xfa: false,
      portfolio: false,
      javaScript: false,
      pageLabels: true,
      layers: 1,
      attachments: 1,
      outlineItems: 2,
      namedDestinations: 1,
      annotations: 3,
      links: 2,
      fields: 1,
    });
    // The second page is cropped and rotated.
    expect(pageSizes).toEqual([
      { widthPt: 300, heightPt: 400, pages: 1 },
      { widthPt: 290.5, heightPt: 190, pages: 1 },
    ]);
    expect({ security, repairs, incomplete }).toEqual({ security: null, repairs: [], incomplete: false });
  });

  test('its images stand at the size at which they are drawn', async () => {
    const { images, sizes } = await inspect(richFile());
    const drawn = { widthPt: 100, heightPt: 100, dpi: 23 };
    const facts = images.map(({ size: _, ...image }) => image);
    const common = { width: 32, height: 32, bitsPerComponent: 8, codec: 'flate', placed: drawn };
    expect(facts).toEqual([
      {
        ...common,
        object: 90,
        colorSpace: 'DeviceRGB',
        role: 'image',
        masked: true,
        softMask: 92,
        pages: [1],
      },
      {
        ...common,
        object: 91,
        colorSpace: 'DeviceRGB',
        role: 'image',
        masked: true,
        softMask: 93,
        pages: [2],
      },
      {
        ...common,
        object: 92,
        colorSpace: 'DeviceGray',
        role: 'soft-mask',
        masked: false,
        softMask: null,
        pages: [1],
      },
      {
        ...common,
        object: 93,
        colorSpace: 'DeviceGray',
        role: 'soft-mask',
        masked: false,
        softMask: null,
        pages: [2],
      },
    ]);
    const thumbnail = 64;
    expect(images.reduce((sum, image) => sum + image.size, thumbnail)).toBe(sizes.images);
  });

  test('fonts without a program and with one name are one, on all their pages', async () => {
    const { fonts, sizes } = await inspect(richFile());
    expect(fonts).toEqual([
      { name: 'Helvetica', subset: false, type: 'Type1', program: null, size: sizes.fonts, pages: [1, 2] },
    ]);
  });
});

describe('fonts', () => {
  test('a subset loses its tag, a composite font is what its descendant is, shared tables count once', async () => {
    const composite = (number: number) =>
      `<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Serif /ToUnicode 20 0 R /DescendantFonts [${number} 0 R] >>`;
    const file = onePage(
      new FileBuilder(),
      'BT /A 9 Tf (x) Tj ET',
      '/Resources << /Font << /A 5 0 R /B 6 0 R >> >>',
    )
      .object(5, composite(7))
      .object(6, composite(7))
      .object(7, '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /ABCDEF+Serif /FontDescriptor 8 0 R >>')
      .object(8, '<< /Type /FontDescriptor /FontFile3 9 0 R >>')
      .stream(9, '/Subtype /CIDFontType0C', 'program')
      .stream(20, '', 'unicode')
      .table('/Root 1 0 R');
    expect((await inspect(file.build())).fonts).toEqual([
      {
        name: 'Serif',
        subset: true,
        type: 'CIDFontType0',
        program: 'CIDFontType0C',
        size: 14,
        pages: [1],
      },
    ]);
  });

  test('the glyphs of a Type 3 font are its program, and text in a form is text on the page', async () => {
    const file = onePage(new FileBuilder(), '/F Do', '/Resources << /XObject << /F 5 0 R >> >>')
      .stream(
        5,
        '/Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /T 6 0 R >> >>',
        'BT /T 9 Tf (a) Tj ET',
      )
      .object(6, '<< /Type /Font /Subtype /Type3 /Name /Sm#c3#b8rrebr#c3#b8d /CharProcs << /a 7 0 R >> >>')
      .stream(7, '', '0 0 d0')
      .table('/Root 1 0 R');
    expect((await inspect(file.build())).fonts).toEqual([
      { name: 'Smørrebrød', subset: false, type: 'Type3', program: 'Type3', size: 6, pages: [1] },
    ]);
  });
});

describe('security', () => {
  test.each([
    ['r2-rc4-40-empty', '', { cipher: 'rc4', keyBits: 40, revision: 2, openedAs: 'user' }],
    ['r6-aes-256', 'user', { cipher: 'aes-256', keyBits: 256, revision: 6, openedAs: 'user' }],
    ['r6-aes-256', 'owner', { cipher: 'aes-256', keyBits: 256, revision: 6, openedAs: 'owner' }],
  ])('%s opened with %o', async (name, password, expected) => {
    const { security, document } = await inspect(readEncrypted(name), { password });
    expect(security).toMatchObject(expected);
    expect(document.encrypted).toBe(true);
  });

  test('permissions are those of the user', async () => {
    // Made with extraction and changes forbidden.
    const { security } = await inspect(readEncrypted('r6-aes-256-empty'));
    expect(security?.permissions).toEqual(['print', 'print-high-quality', 'accessibility']);
  });

  test('a wrong password is a refusal', async () => {
    await expect(inspect(readEncrypted('r6-aes-256'), { password: 'no' })).rejects.toMatchObject({
      problem: { code: 'encrypted_pdf', reason: 'wrong-password' },
    });
  });
});

describe('features', () => {
  test.each<[string, string, Partial<Inspection['features']>]>([
    ['XFA', '/AcroForm << /XFA (x) >>', { xfa: true, fields: 0 }],
    ['a portfolio', '/Collection << /View /T >>', { portfolio: true }],
    ['a script', '/OpenAction << /S /JavaScript /JS (1) >>', { javaScript: true }],
    ['destinations of old', '/Dests << /a [3 0 R /Fit] /b [3 0 R /Fit] >>', { namedDestinations: 2 }],
    [
      'fields: the lowest that have a name',
      '/AcroForm << /Fields [<< /T (a) /Kids [<< /T (b) /Kids [<< >> << >>] >> << /T (c) >>] >>] >>',
      { fields: 2 },
    ],
    [
      'fields that share their widgets',
      '/AcroForm << /Fields [<< /T (a) /Kids [5 0 R] >> << /T (b) /Kids [5 0 R] >>] >>',
      { fields: 2 },
    ],
    ['outlines that go in circles', '/Outlines << /First 5 0 R >>', { outlineItems: 1 }],
  ])('%s', async (_, entries, expected) => {
    const file = new FileBuilder()
      .object(1, `<< /Type /Catalog /Pages 2 0 R ${entries} >>`)
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R >>')
      .object(5, '<< /Title (x) /Next 5 0 R /First 5 0 R >>')
      .table('/Root 1 0 R');
    expect((await inspect(file.build())).features).toMatchObject(expected);
  });

  test('PDF/X by the Info dictionary', async () => {
    const file = onePage(new FileBuilder()).object(5, '<< /GTS_PDFXVersion (PDF/X-1a:2003) >>');
    const { features } = await inspect(file.table('/Root 1 0 R /Info 5 0 R').build());
    expect(features.pdfX).toBe('PDF/X-1a:2003');
  });

  test.each([
    ['as long as it says', 0, true],
    ['changed since', 1, false],
  ])('a linearized file %s', async (_, more, expected) => {
    const build = (length: number) =>
      onePage(new FileBuilder().object(9, `<< /Linearized 1 /L ${String(length).padStart(6, '0')} >>`))
        .table('/Root 1 0 R')
        .build();
    const { length } = build(0);
    const { features, sizes } = await inspect(build(length + more));
    expect(features).toMatchObject({ linearized: expected, incrementalUpdates: 0 });
    expect(sizes.unused).toBe(0);
  });
});

describe('hostile files', () => {
  test('of whatever bytes: a refusal that has a code, or categories that add up', async () => {
    const sound = richFile();
    const random = sequence(20_260_715);
    for (let run = 0; run < 60; run++) {
      const file = sound.slice(0, run % 3 === 0 ? Math.floor(random() * sound.length) : sound.length);
      for (let flips = 0; flips < 1 + (run % 8); flips++) {
        file[Math.floor(random() * file.length)] = Math.floor(random() * 256);
      }
      const result = await inspect(file).catch((thrown: unknown) => thrown);
      if (result instanceof Error) expect(result, `run ${run}`).toBeInstanceOf(PdfError);
      else expect(sumOf(result as Inspection), `run ${run}`).toBe(file.length);
    }
  });

  test('numbers without end give sizes that are numbers', async () => {
    const file = onePage(
      new FileBuilder(),
      'q 0 0 0 0 0 0 cm /I Do Q',
      '/UserUnit 9e9 /Resources << /XObject << /I 5 0 R >> >>',
    )
      .stream(
        5,
        '/Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        deflate(latin1Bytes('x')),
      )
      .table('/Root 1 0 R');
    const { pageSizes, images } = await inspect(file.build());
    expect(images.map(({ placed }) => placed)).toEqual([null]);
    for (const { widthPt, heightPt } of pageSizes) expect(Number.isFinite(widthPt * heightPt)).toBe(true);
  });

  test('metadata made of tags without an end costs no more than its length', async () => {
    const xmp = deflate(latin1Bytes('<pdfaid:part x'.repeat(100_000)));
    const file = new FileBuilder()
      .object(1, '<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>')
      .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
      .object(3, '<< /Type /Page /Parent 2 0 R >>')
      .stream(4, '/Type /Metadata /Filter /FlateDecode', xmp)
      .table('/Root 1 0 R');
    const { document, sizes } = await inspect(file.build());
    expect(document).not.toHaveProperty('pdfA');
    expect(sizes.metadata).toBe(xmp.length);
  });

  test('an aborted signal ends it', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(inspect(richFile(), { signal })).rejects.toThrow('enough');
  });
});

test('a probe says of each image how much of it has to be in memory, and how large pages are', async () => {
  const jpeg = '/BitsPerComponent 8 /Filter /DCTDecode';
  const images = [
    `/Width 10 /Height 60 /ColorSpace /DeviceRGB ${jpeg}`,
    `/Width 10 /Height 50 /ColorSpace /DeviceCMYK ${jpeg}`,
    `/Width 10 /Height 40 /ColorSpace /DeviceRGB /SMask 10 0 R ${jpeg}`,
    '/Width 10 /Height 30 /Filter /JPXDecode',
    '/Width 10 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8',
    '/Width 10 /Height 10 /ImageMask true',
  ];
  const refs = images.map((_, index) => `${6 + index} 0 R`).join(' ');
  const file = onePage(new FileBuilder(), 'q Q', `/Images [${refs}]`);
  for (const [index, entries] of images.entries()) file.stream(6 + index, `/Subtype /Image ${entries}`, '');
  const probed = await probe(file.table('/Root 1 0 R').build());
  expect(probed.images).toBe(6);
  expect(probed.largestImages).toEqual([
    { pixels: 600, unpacking: 'rows' },
    { pixels: 500, unpacking: 'whole' },
    { pixels: 400, unpacking: 'whole' },
    { pixels: 300, unpacking: 'jpx' },
    { pixels: 200, unpacking: 'whole' },
    { pixels: 100, unpacking: 'bits' },
  ]);
  expect(probed.largestPageArea).toBeCloseTo((200 / 72) ** 2);
});
