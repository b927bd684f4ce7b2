import { expect, test } from 'vitest';
import { comparedDocument, edited } from '../testing/compared-documents.ts';
import { type ObjectSource, stream } from '../testing/documents/documents.ts';
import { createTestHost } from '../testing/host.ts';
import { addedKinds, lostKinds, type VerifiedKind } from '../verification.ts';
import { compareDocuments } from './compare-documents.ts';

const host = createTestHost();

type Edits = Readonly<Record<number, ObjectSource | null>>;

async function found(before: Edits, after: Edits) {
  const { categories } = await compareDocuments(
    comparedDocument(before),
    comparedDocument({ ...before, ...after }),
    { host },
  );
  return {
    lost: lostKinds({ categories }).map(({ kind }) => kind),
    added: addedKinds({ categories }).map(({ kind }) => kind),
  };
}

/** Content of page 2 with more operations before and after its text. */
function page2(before: string, after = '', text = '(The last part) Tj'): Edits {
  const content = `${before} /P << /MCID 0 >> BDC BT /F1 9 Tf 20 50 Td ${text} ET EMC ${after}`;
  return { 6: stream('', content) };
}

const resources = (entries: string): Edits => edited(7, '/Properties', `${entries} /Properties`);
const catalog = (entries: string): Edits => edited(1, '/Lang', `${entries} /Lang`);
const onPage = (entries: string): Edits => edited(4, '/Contents', `${entries} /Contents`);
const script = (code: string) => `<< /S /JavaScript /JS (${code}) >>`;
const submit = (address: string) => `<< /S /SubmitForm /F << /FS /URL /F (${address}) >> /Flags 4 >>`;
const annotation = (entries: string): Edits => ({
  12: `<< /Type /Annot /Rect [100 10 120 30] ${entries} >>`,
});
const embedded = (name: string, file: string): Edits => ({
  80: `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /FirstChar 32 /LastChar 122 /Widths 81 0 R /Encoding /WinAnsiEncoding /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 32 ${file} >> >>`,
  82: stream('', 'no true font'),
});
const GS = (entries: string): Edits => resources(`/ExtGState << /G0 << ${entries} >> >>`);
const SPOT = (name: string): Edits =>
  resources(
    `/ColorSpace << /C0 [/Separation /${name} /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1 >>] >>`,
  );
const bars = '/Type /XObject /Subtype /Image /BitsPerComponent 8';
const colored = (r: number, g: number, b: number): Edits => ({
  90: stream(
    `${bars} /Width 16 /Height 16 /ColorSpace /DeviceRGB`,
    Uint8Array.from({ length: 768 }, (_, at) => (([r, g, b][at % 3] ?? 0) * (Math.floor(at / 3) % 16)) / 15),
  ),
});
/** A gray scan of 192 x 192 pixels with one mark that covers some of them. */
const scan = (mark: (x: number, y: number) => boolean): Edits => ({
  90: stream(
    `${bars} /Width 192 /Height 192 /ColorSpace /DeviceGray`,
    Uint8Array.from({ length: 192 * 192 }, (_, at) => {
      const [x, y] = [at % 192, Math.floor(at / 192)];
      return mark(x, y) || (y % 24 < 3 && x % 9 < 6) ? 20 : 250;
    }),
  ),
});
/** A gray scan of 1536 x 1536 pixels, with squares whose lightness is given. */
const largeScan = (light: (x: number, y: number) => number): Edits => ({
  90: stream(
    `${bars} /Width 1536 /Height 1536 /ColorSpace /DeviceGray`,
    Uint8Array.from({ length: 1536 * 1536 }, (_, at) => {
      const [x, y] = [at % 1536, Math.floor(at / 1536)];
      return (x >> 5) % 2 === (y >> 5) % 2 ? light(x, y) : 250;
    }),
  ),
});
/** The bar that makes a 0 of small print an 8. */
const isInBar = (x: number, y: number) => x >= 802 && x < 806 && y >= 802 && y < 806;
/** A one-bit scan with a bar. */
const bits = (width: number): Edits => ({
  90: stream(
    '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1',
    Uint8Array.from({ length: 512 }, (_, at) =>
      at >> 3 >= 20 && at >> 3 < 44 && at % 8 >= 2 && at % 8 < width ? 0 : 255,
    ),
  ),
});

test.each<readonly [string, Edits, Edits, readonly VerifiedKind[]]>([
  // What cannot be seen.
  [
    'the address a form is sent to',
    edited(41, '/F 4', `/A ${submit('https://a.example')} /F 4`),
    edited(41, '/F 4', `/A ${submit('https://b.example')} /F 4`),
    ['actions'],
  ],
  [
    'a script of a page',
    onPage(`/AA << /O ${script('a')} >>`),
    onPage(`/AA << /O ${script('b')} >>`),
    ['actions'],
  ],
  [
    'a calculation of a field',
    edited(40, '/F 4', `/AA << /C ${script('a')} >> /F 4`),
    edited(40, '/F 4', '/F 4'),
    ['actions'],
  ],
  [
    'a script before printing',
    catalog(`/AA << /WP ${script('a')} >>`),
    catalog(`/AA << /WP ${script('b')} >>`),
    ['scripts'],
  ],
  [
    'an action of a bookmark',
    edited(21, '/Dest [3 0 R /Fit]', `/A ${submit('https://a.example')}`),
    edited(21, '/Dest [3 0 R /Fit]', `/A ${submit('https://b.example')}`),
    ['bookmarks'],
  ],
  [
    'the longest value of a field',
    edited(40, '/F 4', '/MaxLen 8 /F 4'),
    edited(40, '/F 4', '/MaxLen 80 /F 4'),
    ['fields'],
  ],
  [
    'the spoken name of a field',
    edited(40, '/F 4', '/TU (Your name) /F 4'),
    edited(40, '/F 4', '/F 4'),
    ['fields'],
  ],
  [
    'a box that prints ticked',
    edited(41, '/F 4', '/AS /Off /F 4'),
    edited(41, '/F 4', '/AS /Yes /F 4'),
    ['fields'],
  ],
  ['a field that is hidden', {}, edited(41, '/F 4', '/F 2'), ['fields']],
  [
    'the order of calculations',
    edited(1, '/Fields [40 0 R 41 0 R]', '/Fields [40 0 R 41 0 R] /CO [40 0 R 41 0 R]'),
    edited(1, '/Fields [40 0 R 41 0 R]', '/Fields [40 0 R 41 0 R] /CO [41 0 R 40 0 R]'),
    ['fields'],
  ],
  [
    'a file associated with the document',
    catalog('/AF [30 0 R]'),
    edited(1, '/Lang', '/Lang'),
    ['attachments'],
  ],
  [
    'the drawing of a stamp',
    {
      ...annotation('/Subtype /Stamp /AP << /N 13 0 R >>'),
      13: stream('/Subtype /Form /BBox [0 0 20 20]', '0 0 20 20 re f'),
    },
    { 13: stream('/Subtype /Form /BBox [0 0 20 20]', '0 0 m 20 0 l S') },
    ['drawings'],
  ],
  ['a spot color', { ...SPOT('Gold'), ...page2('/C0 cs 1 scn 0 0 9 9 re f') }, SPOT('Silver'), ['print']],
  ['overprint', { ...GS('/op true'), ...page2('q /G0 gs 0 0 9 9 re f Q') }, GS('/op false'), ['print']],
  [
    'a transparency group',
    onPage('/Group << /S /Transparency /CS /DeviceRGB >>'),
    edited(4, '/Contents', '/Contents'),
    ['print'],
  ],
  ['opacity', { ...GS('/ca .4'), ...page2('q /G0 gs 0 0 9 9 re f Q') }, GS('/ca 1'), ['print']],
  [
    'a soft mask',
    {
      ...GS('/SMask << /S /Alpha /G 13 0 R >>'),
      ...page2('q /G0 gs 0 0 9 9 re f Q'),
      13: stream('/Subtype /Form /BBox [0 0 9 9]', ''),
    },
    GS('/SMask /None'),
    ['print'],
  ],
  [
    'a blend mode',
    { ...GS('/BM /Multiply'), ...page2('q /G0 gs 0 0 9 9 re f Q') },
    GS('/BM /Normal'),
    ['print'],
  ],
  [
    'black point compensation',
    { ...GS('/UseBlackPtComp /ON'), ...page2('q /G0 gs 0 0 9 9 re f Q') },
    GS('/UseBlackPtComp /OFF'),
    ['print'],
  ],
  [
    'calibrated color',
    {
      ...resources('/ColorSpace << /C0 [/CalRGB << /WhitePoint [.95 1 1.09] >>] >>'),
      ...page2('/C0 cs 1 0 0 scn 0 0 9 9 re f'),
    },
    page2('1 0 0 rg 0 0 9 9 re f'),
    ['print'],
  ],
  ['CMYK', page2('0 1 1 0 k 0 0 9 9 re f'), page2('1 0 0 rg 0 0 9 9 re f'), ['print']],
  [
    'a font that is not embedded any more',
    embedded('ABCDEF+Sans', '/FontFile2 82 0 R'),
    embedded('Sans', ''),
    ['fonts'],
  ],
  ['another font', {}, edited(80, '/Helvetica', '/Courier'), ['fonts']],
  ['the claim that it is tagged', {}, edited(1, '/Marked true', '/Marked false'), ['structure']],
  [
    'an article',
    {
      ...catalog('/Threads [14 0 R]'),
      14: '<< /I << /Title (News) >> /F 15 0 R >>',
      15: '<< /N 15 0 R /V 15 0 R /P 3 0 R /R [0 0 9 9] >>',
    },
    edited(1, '/Lang', '/Lang'),
    ['structure'],
  ],
  ['a portfolio', catalog('/Collection << /View /D >>'), edited(1, '/Lang', '/Lang'), ['structure']],
  ['a transition', onPage('/Trans << /S /Wipe >>'), onPage('/Trans << /S /Box >>'), ['structure']],
  ['the order of the Tab key', onPage('/Tabs /S'), onPage('/Tabs /R'), ['structure']],
  [
    'the base of addresses',
    catalog('/URI << /Base (https://a.example) >>'),
    catalog('/URI << /Base (https://b.example) >>'),
    ['structure'],
  ],
  // What can be seen.
  ['red text that became blue', page2('1 0 0 rg'), page2('0 0 1 rg'), ['colors']],
  ['red text that became gray', page2('1 0 0 rg'), page2('.3 g'), ['colors']],
  ['white text', {}, page2('1 g'), ['colors']],
  ['invisible text', {}, page2('3 Tr'), ['text']],
  ['recognized text that became visible', page2('3 Tr'), page2('0 Tr'), ['text']],
  ['a line in another color', page2('1 0 0 RG 0 9 m 90 9 l S'), page2('0 1 0 RG 0 9 m 90 9 l S'), ['colors']],
  ['a line that is gone', page2('20 20 m 90 20 l S'), page2(''), ['drawings']],
  ['an area of another size', page2('0 0 90 9 re f'), page2('0 0 60 9 re f'), ['drawings']],
  [
    'a colored picture in gray',
    colored(255, 40, 0),
    {
      90: stream(
        `${bars} /Width 16 /Height 16 /ColorSpace /DeviceGray`,
        Uint8Array.from({ length: 256 }, (_, at) => (at % 16) * 6.6),
      ),
    },
    ['colors'],
  ],
  ['exchanged channels', colored(255, 40, 0), colored(40, 100, 120), ['colors']],
  ['a word below a white rectangle', {}, page2('', '1 g 15 45 40 14 re f'), ['text']],
  ['a word below a black bar', {}, page2('', '15 45 40 14 re f'), ['text']],
  [
    'a picture below an area',
    edited(4, '/Contents 6 0 R', '/Contents [5 0 R 6 0 R]'),
    page2('', '1 g 190 90 80 80 re f'),
    ['pictures'],
  ],
  ['a picture one point aside', {}, edited(5, '200 100 cm', '201 100 cm'), ['pictures']],
  [
    'a digit of a scan',
    scan((x, y) => x > 90 && x < 96 && y > 90 && y < 120),
    scan((x, y) => x > 100 && x < 106 && y > 90 && y < 120),
    ['pictures'],
  ],
  [
    'a stroke of a digit in small print',
    largeScan(() => 200),
    largeScan((x, y) => (isInBar(x, y) ? 0 : 200)),
    ['pictures'],
  ],
  ['a scan with a larger stroke of one bit', bits(4), bits(5), ['pictures']],
])('%s is a loss', async (_, before, after, lost) => {
  expect((await found(before, after)).lost).toEqual(lost);
});

test.each<readonly [string, Edits, VerifiedKind]>([
  [
    'a link to another address',
    {
      ...edited(4, '12 0 R', '12 0 R 16 0 R'),
      16: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://evil.example) >> >>',
    },
    'links',
  ],
  ['a program', { 16: '<< /Type /Filespec /F (x.exe) /EF << /F 31 0 R >> >>' }, 'attachments'],
  ['an action at opening', catalog('/OpenAction << /S /URI /URI (https://evil.example) >>'), 'opening'],
  ['a script of a page', onPage(`/AA << /O ${script('a')} >>`), 'actions'],
  ['a script of the document', catalog(`/AA << /WC ${script('a')} >>`), 'scripts'],
  ['a field', { ...edited(1, '41 0 R] >>', '41 0 R 16 0 R] >>'), 16: '<< /FT /Tx /T (more) >>' }, 'fields'],
  ['hidden words', page2('', 'BT 3 Tr /F1 9 Tf 20 20 Td (hidden) Tj ET'), 'text'],
  ['a red line', page2('', '1 0 0 RG 0 9 m 300 9 l S'), 'drawings'],
  [
    'a note',
    {
      ...edited(4, '12 0 R', '12 0 R 16 0 R'),
      16: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (new) >>',
    },
    'annotations',
  ],
])('%s is an addition and no loss', async (_, after, kind) => {
  expect(await found({}, after)).toEqual({ lost: [], added: [kind] });
});

test('pixels that change everywhere, as by coding at a very low rate, are no other contents', async () => {
  const coded = largeScan((x, y) => (Math.floor(x / 3) % 2 === Math.floor(y / 3) % 2 ? 150 : 250));
  expect(
    await found(
      largeScan(() => 200),
      coded,
    ),
  ).toEqual({ lost: [], added: [] });
});

test('another order of the same words is noted, and no loss', async () => {
  const after = page2('', '', '/F1 9 Tf 40 0 Td (part) Tj -40 0 Td (The last) Tj');
  const before = page2('', '', '(The last) Tj 40 0 Td (part) Tj');
  const { categories } = await compareDocuments(comparedDocument(before), comparedDocument(after), { host });
  expect(lostKinds({ categories })).toEqual([]);
  expect(categories.find(({ kind }) => kind === 'reading-order')).toMatchObject({ lost: 1 });
});

test('the state of a button that was escaped twice is the same with one escape, and its picture is compared', async () => {
  const ticked = (state: string, content = '0 0 9 9 re f'): Edits => ({
    ...edited(41, '/V /Yes', `/V /${state} /AS /${state} /AP << /N << /${state} 13 0 R >> >>`),
    13: stream('/Subtype /Form /BBox [0 0 20 20]', content),
  });
  expect(await found(ticked('#23E0'), ticked('#E0'))).toEqual({ lost: [], added: [] });
  expect((await found(ticked('#23E0'), ticked('#23E0', ''))).lost).toEqual(['drawings']);
});

test.each([4, 60])(
  'recognized text that was moved by %i points is named, and no other document',
  async (shift) => {
    /** Letters of 2 points in two fonts, each followed by a space. */
    const letters = [...'abcdefghijklmn'].map((letter, at) => `/F${(at % 2) + 1} 4 Tf (${letter} ) Tj`);
    const words = (x: number): Edits => ({
      ...edited(2, '3 0 R 4 0 R] /Count 2', '3 0 R] /Count 1'),
      ...edited(7, '/F1 80 0 R', '/F1 80 0 R /F2 83 0 R'),
      5: stream('', `q 60 0 0 60 200 100 cm /Im1 Do Q BT 3 Tr ${x} 50 Td ${letters.join(' ')} ET`),
      83: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 122 /Widths 81 0 R >>',
    });
    const { categories, differentDocuments } = await compareDocuments(
      comparedDocument(words(20)),
      comparedDocument(words(20 + shift)),
      { host },
    );
    expect(differentDocuments).toBe(false);
    expect(lostKinds({ categories }).map(({ kind, lost }) => [kind, lost])).toEqual([['text', 14]]);
  },
);

test('a page scanned in one bit whose only picture has a changed stroke is no other document', async () => {
  /** Lines of squares, the middle one with another width. */
  const only = (width: number): Edits => ({
    ...edited(2, '3 0 R 4 0 R] /Count 2', '3 0 R] /Count 1'),
    5: stream('', 'q 60 0 0 60 200 100 cm /Im1 Do Q'),
    90: stream(
      '/Type /XObject /Subtype /Image /Width 192 /Height 192 /ColorSpace /DeviceGray /BitsPerComponent 1',
      Uint8Array.from({ length: 24 * 192 }, (_, at) => {
        const row = Math.floor(at / 24);
        return row % 16 < 8 ? (at % 24 === 12 && row >> 4 === 6 ? 255 >> width : 0x0f) : 255;
      }),
    ),
  });
  const { differentDocuments } = await compareDocuments(
    comparedDocument(only(4)),
    comparedDocument(only(7)),
    { host },
  );
  expect(differentDocuments).toBe(false);
});

/** A picture that gets lighter from one side to the other. */
const ramp = (light: (x: number) => number): Edits => ({
  90: stream(
    `${bars} /Width 16 /Height 16 /ColorSpace /DeviceGray`,
    Uint8Array.from({ length: 256 }, (_, at) => light(at % 16) * 15),
  ),
});

const link = (action: string): Edits => edited(10, '/S /URI /URI (https://example.org/a)', action);
const filled = (entries: string): Edits => edited(40, '/F 4', `${entries} /F 4`);
const stencil = (color: string): Edits => ({
  ...page2(`q ${color} rg 60 0 0 60 200 100 cm /Im1 Do Q`),
  90: stream(
    '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ImageMask true /BitsPerComponent 1',
    new Uint8Array(8).fill(0x55),
  ),
});
const shading = (color: string): Edits => ({
  ...resources(
    `/Shading << /S1 << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 90 0] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [${color}] >> >> >>`,
  ),
  ...page2('q 0 0 90 20 re W n /S1 sh Q'),
});
const tiling = (content: string): Edits => ({
  ...resources('/Pattern << /P1 13 0 R >>'),
  ...page2('/Pattern cs /P1 scn 0 0 90 20 re f'),
  13: stream(
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
    content,
  ),
});
const xmp = (part: number): Edits => ({
  ...catalog('/Metadata 17 0 R'),
  17: stream(
    '/Type /Metadata /Subtype /XML',
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta>`,
  ),
});

test.each<readonly [string, Edits, Edits, readonly VerifiedKind[]]>([
  ['the title of a bookmark', {}, edited(21, '(One)', '(Eins)'), ['bookmarks']],
  ['a bookmark that is gone', {}, edited(21, '/Next 22 0 R', ''), ['bookmarks']],
  ['the name of a field', {}, edited(40, '(name)', '(surname)'), ['fields']],
  ['a field that may not be filled in', {}, filled('/Ff 1'), ['fields']],
  ['a field that must be filled in', filled('/Ff 2'), edited(40, '/F 4', '/F 4'), ['fields']],
  ['what a field is reset to', filled('/DV (Ada)'), filled('/DV (Eve)'), ['fields']],
  [
    'the choices of a field',
    edited(40, '/FT /Tx', '/FT /Ch /Opt [(Ada) (Eve)]'),
    edited(40, '/FT /Tx', '/FT /Ch /Opt [(Ada)]'),
    ['fields'],
  ],
  ['a heading that became a paragraph', {}, edited(52, '/S /Head', '/S /P'), ['tags']],
  [
    'text that is read instead',
    edited(52, '/Alt', '/ActualText (Sum) /Alt'),
    edited(52, '/Alt', '/ActualText (Some) /Alt'),
    ['tags'],
  ],
  [
    'the language of a part',
    edited(52, '/Alt', '/Lang (de) /Alt'),
    edited(52, '/Alt', '/Lang (fr) /Alt'),
    ['tags'],
  ],
  [
    'what a table cell is a heading for',
    edited(52, '/Alt', '/A << /O /Table /Scope /Row >> /Alt'),
    edited(52, '/Alt', '/A << /O /Table /Scope /Column >> /Alt'),
    ['tags'],
  ],
  [
    'what an attachment is for',
    edited(30, '/F (a', '/AFRelationship /Data /F (a'),
    edited(30, '/F (a', '/AFRelationship /Source /F (a'),
    ['attachments'],
  ],
  ['the name of a layer', {}, edited(60, 'Notes', 'Remarks'), ['layers']],
  ['the text of a note', {}, edited(12, 'check', 'wait'), ['annotations']],
  ['a note that is hidden', {}, edited(12, '/Contents', '/F 2 /Contents'), ['annotations']],
  [
    'the trimmed size of a page',
    onPage('/TrimBox [9 9 200 100]'),
    onPage('/TrimBox [0 0 200 100]'),
    ['page-sizes'],
  ],
  ['the unit of a page', {}, onPage('/UserUnit 2'), ['page-sizes', 'text', 'fields', 'annotations']],
  [
    'both sides of the paper',
    edited(1, '/DisplayDocTitle true', '/DisplayDocTitle true /Duplex /Simplex'),
    edited(1, '/DisplayDocTitle true', '/DisplayDocTitle true /Duplex /DuplexFlipLongEdge'),
    ['opening'],
  ],
  ['a link that starts a program', {}, link('/S /Launch /F (x.exe)'), ['links']],
  [
    'a link into another file',
    link('/S /GoToR /F (a.pdf) /D [0 /Fit]'),
    link('/S /GoToR /F (b.pdf) /D [0 /Fit]'),
    ['links'],
  ],
  [
    'the height that a destination shows',
    {},
    edited(1, '/XYZ 0 200 null', '/XYZ 0 100 null'),
    ['links', 'destinations'],
  ],
  ['the claim of PDF/A', xmp(2), edited(1, '/Lang', '/Lang'), ['standards']],
  [
    'a picture that is mirrored',
    ramp((x) => x),
    edited(5, '60 0 0 60 200 100', '-60 0 0 60 260 100'),
    ['pictures'],
  ],
  ['larger text', {}, edited(6, '/F1 9 Tf', '/F1 18 Tf'), ['text']],
  ['text drawn narrower', {}, page2('40 Tz'), ['text']],
  ['a wider line', page2('1 w 0 9 m 90 9 l S'), page2('9 w 0 9 m 90 9 l S'), ['drawings']],
  ['a line that became dashed', page2('0 9 m 90 9 l S'), page2('[3] 0 d 0 9 m 90 9 l S'), ['drawings']],
  ['a picture that is cut', {}, edited(5, 'q 60', 'q 200 100 20 60 re W n 60'), ['pictures']],
  ['a picture that is turned', {}, edited(5, '60 0 0 60 200 100', '0 60 -60 0 260 100'), ['pictures']],
  [
    'a picture of which more is seen',
    edited(5, 'q 60', 'q 200 100 20 60 re W n 60'),
    edited(5, 'q 60', 'q 60'),
    ['pictures'],
  ],
  [
    'a line that an ExtGState widens',
    { ...GS('/LW 1'), ...page2('/G0 gs 0 9 m 90 9 l S') },
    GS('/LW 9'),
    ['drawings'],
  ],
  [
    'the other end of a shading',
    shading('1 0 0'),
    {
      ...resources(
        `/Shading << /S1 << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 90 0] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 0 0] /C1 [1 0 0] >> >> >>`,
      ),
    },
    ['colors'],
  ],
  [
    'the colors of a shading pattern',
    {
      ...resources(
        '/Pattern << /P1 << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 90 0] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [1 0 0] >> >> >> >>',
      ),
      ...page2('/Pattern cs /P1 scn 0 0 90 20 re f'),
    },
    resources(
      '/Pattern << /P1 << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 90 0] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [0 0 1] >> >> >> >>',
    ),
    ['colors'],
  ],
  [
    'a picture in a pattern',
    {
      ...resources('/Pattern << /P1 13 0 R >>'),
      ...page2('/Pattern cs /P1 scn 0 0 90 20 re f'),
      13: stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /XObject << /Im1 90 0 R >> >>',
        'q 9 0 0 9 0 0 cm /Im1 Do Q',
      ),
    },
    {
      13: stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
        '',
      ),
    },
    ['pictures'],
  ],
  ['a word that a clipping path hides', {}, page2('0 0 1 1 re W n'), ['text']],
  ['a stencil in another color', stencil('1 0 0'), stencil('0 0 1'), ['colors']],
  ['the colors of a shading', shading('1 0 0'), shading('0 0 1'), ['colors']],
  ['what a pattern draws', tiling('0 0 4 4 re f'), tiling('0 0 m 9 9 l S'), ['drawings']],
])('%s is a loss too', async (_, before, after, lost) => {
  expect((await found(before, after)).lost).toEqual(lost);
});

const noted = (entries: string): Edits => edited(12, '/Contents', `${entries} /Contents`);
/** A long line drawn by hand. */
const drawnLine = (x: string): Edits => noted(`/InkList [[${`${x} 9 `.repeat(60)}]]`);

test.each<readonly [string, Edits, Edits]>([
  ['a drawn line in seven digits', drawnLine('100.00049999'), drawnLine('100.0005')],
  [
    'a picture stored and drawn mirrored',
    ramp((x) => x),
    { ...ramp((x) => 15 - x), ...edited(5, '60 0 0 60 200 100', '-60 0 0 60 260 100') },
  ],
  [
    'a line under another matrix',
    page2('2 w [6 2] 0 d 0 9 m 90 9 l S'),
    page2('q 2 0 0 2 0 0 cm 1 w [3 1] 0 d 0 4.5 m 45 4.5 l S Q'),
  ],
  ['a clipping path around all of a picture', {}, edited(5, 'q 60', 'q 190 90 80 80 re W n 60')],
  ['a clipping path around a word', {}, page2('10 40 200 30 re W n')],
])('%s is no loss', async (_, before, after) => {
  expect(await found(before, after)).toEqual({ lost: [], added: [] });
});

const photo = (mask: string, samples?: Uint8Array): Edits => ({
  90: stream(
    `${bars} /Width 16 /Height 16 /ColorSpace /DeviceGray ${mask}`,
    Uint8Array.from({ length: 256 }, (_, at) => (at % 16) * 15),
  ),
  91: stream(`${bars} /Width 16 /Height 16 /ColorSpace /DeviceGray`, samples ?? new Uint8Array(256)),
});
/** A mask that shows one half. */
const half = (isLeft: boolean) =>
  Uint8Array.from({ length: 256 }, (_, at) => (at % 16 < 8 === isLeft ? 255 : 0));
const button = (states: readonly string[], more = ''): Edits =>
  edited(
    41,
    '/F 4',
    `${more} /AP << /N << ${states.map((state) => `/${state} 92 0 R`).join(' ')} >> >> /F 4`,
  );

test.each<readonly [string, Edits, Edits, readonly VerifiedKind[]]>([
  ['a soft mask of a picture', photo('/SMask 91 0 R', half(true)), photo(''), ['pictures']],
  [
    'the other half of a soft mask',
    photo('/SMask 91 0 R', half(true)),
    photo('/SMask 91 0 R', half(false)),
    ['pictures'],
  ],
  ['a color key', photo('/Mask [0 100]'), photo(''), ['pictures']],
  ['another color key', photo('/Mask [0 100]'), photo('/Mask [0 10]'), ['pictures']],
  ['the value that a button sends', button(['Male', 'Off']), button(['Female', 'Off']), ['fields']],
  [
    'the caption of a button',
    button([], '/MK << /CA (Send) >>'),
    button([], '/MK << /CA (Stop) >>'),
    ['fields'],
  ],
  ['a field that is not printed', {}, edited(41, '/F 4', '/F 0'), ['fields']],
  ['a note that is not printed', noted('/F 4'), noted('/F 0'), ['annotations']],
  [
    'a mark at another word',
    noted('/QuadPoints [0 9 9 9 0 0 9 0]'),
    noted('/QuadPoints [20 9 29 9 20 0 29 0]'),
    ['annotations'],
  ],
  ['the color of a mark', noted('/C [1 1 0]'), noted('/C [1 0 0]'), ['annotations']],
  ['a long drawn line', drawnLine('100'), drawnLine('100.1'), ['annotations']],
  ['a drawn line of a note', noted('/InkList [[0 0 9 9]]'), noted('/InkList [[0 0 9 0]]'), ['annotations']],
  ['the outcome of a review', noted('/State (Accepted)'), noted('/State (Rejected)'), ['annotations']],
  ['what a note replies to', noted('/IRT 40 0 R'), noted('/IRT 10 0 R'), ['annotations']],
  ['the rich text of a note', noted('/RC (<p>yes</p>)'), noted('/RC (<p>no</p>)'), ['annotations']],
  [
    'a model',
    { ...noted('/3DD 92 0 R'), 92: stream('/Type /3D', 'one') },
    { 92: stream('/Type /3D', 'two') },
    ['annotations'],
  ],
  [
    'the part of a link that can be clicked',
    edited(10, '/A <<', '/QuadPoints [10 50 50 50 10 10 50 10] /A <<'),
    edited(10, '/A <<', '/QuadPoints [10 50 20 50 10 10 20 10] /A <<'),
    ['links'],
  ],
])('%s is a loss as well', async (_, before, after, lost) => {
  const states = { 92: stream('/Subtype /Form /BBox [0 0 20 20]', '') };
  expect((await found({ ...states, ...before }, after)).lost).toEqual(lost);
});

const layered = (entries: string): Edits =>
  edited(
    1,
    '/D << /OFF [61 0 R]',
    `/D << /AS [<< /Event /Print /Category [/Print] /OCGs [60 0 R] >>] ${entries}`,
  );
const usage = (state: string): Edits => ({
  60: `<< /Type /OCG /Name (Notes) /Usage << /Print << /PrintState /${state} >> >> >>`,
});
const membership = (policy: string): Edits => ({
  ...edited(7, '/L1 60 0 R', '/L1 93 0 R'),
  93: `<< /Type /OCMD /OCGs [60 0 R 61 0 R] /P /${policy} >>`,
});
const onLayers = (first: string, second: string): Edits => ({
  ...edited(7, '/L1 60 0 R', '/L1 60 0 R /L2 61 0 R'),
  ...page2(`/OC /${first} BDC 0 0 9 9 re f EMC /OC /${second} BDC 20 0 9 9 re f EMC`),
});
const marked = (properties: string): Edits => page2('', `/Span << ${properties} >> BDC EMC`);
const labeled = (first: number, second: number): Edits =>
  page2(`/P << /MCID ${first} >> BDC 0 0 9 9 re f EMC /P << /MCID ${second} >> BDC 20 0 9 9 re f EMC`);
const classed = (scope: string): Edits => ({
  ...edited(52, '/Alt', '/C /Head /Alt'),
  ...edited(50, '/RoleMap', `/ClassMap << /Head << /O /Table /Scope /${scope} >> >> /RoleMap`),
});
const tagged = (annotation: number): Edits =>
  edited(53, '/K <<', `/K [<< /Type /OBJR /Pg 3 0 R /Obj ${annotation} 0 R >>] /Kept <<`);
const twoFiles = (contents: string): Edits => ({
  ...edited(30, '/EF << /F 31 0 R', '/EF << /F 94 0 R /UF 31 0 R'),
  94: stream('/Type /EmbeddedFile', contents),
});
const stamped = (content: string): Edits => ({
  ...annotation('/Subtype /Stamp /F 36 /AP << /N 13 0 R >>'),
  13: stream('/Subtype /Form /BBox [0 0 20 20]', content),
});

test.each<readonly [string, Edits, Edits, readonly VerifiedKind[]]>([
  ['a layer that is printed', { ...layered('/OFF [61 0 R]'), ...usage('OFF') }, usage('ON'), ['layers']],
  ['what a layer is combined with', membership('AllOn'), membership('AllOff'), ['layers']],
  ['content on another layer', onLayers('L1', 'L2'), onLayers('L2', 'L1'), ['layers']],
  ['text that is copied instead', marked('/ActualText (1 250)'), marked('/ActualText (9 250)'), ['tags']],
  ['the language of a word', marked('/Lang (de)'), marked('/Lang (fr)'), ['tags']],
  ['content under another tag', labeled(1, 2), labeled(2, 1), ['tags']],
  ['a heading of cells by its class', classed('Row'), classed('Column'), ['tags']],
  ['a link under another tag', tagged(10), tagged(11), ['tags']],
  [
    'the scale of a map',
    onPage('/VP [<< /Measure << /R (1in = 2ft) >> >>]'),
    onPage('/VP [<< /Measure << /R (1in = 9ft) >> >>]'),
    ['structure'],
  ],
  ['one of two contents of an attachment', twoFiles('one'), twoFiles('two'), ['attachments']],
  ['a stamp that is only printed', stamped('0 0 20 20 re f'), stamped('0 0 m 20 0 l S'), ['drawings']],
])('%s is one more loss', async (_, before, after, lost) => {
  expect((await found(before, after)).lost).toEqual(lost);
});

test('exchanged pages are a loss, and no other document', async () => {
  const { 5: head } = edited(5, 'Total', 'The total of all the goods');
  const { 6: part } = edited(6, 'part', 'part of the terms and conditions');
  const { categories, differentDocuments } = await compareDocuments(
    comparedDocument({ 5: head!, 6: part! }),
    comparedDocument({ 5: part!, 6: head! }),
    { host },
  );
  expect(differentDocuments).toBe(false);
  expect(lostKinds({ categories }).map(({ kind }) => kind)).toContain('text');
});
