import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Changes } from '../pdf/check/changes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { dictEntries, PDFDict, PDFRef } from '../pdf/objects.ts';
import { dictOf, objectOf, pagesDocument, parseObject, stream } from '../testing/documents/documents.ts';
import { passContext } from '../testing/pass-context.ts';
import { resources } from './resources.ts';

const form = (content: string, more = '') => stream(`/Subtype /Form /BBox [0 0 9 9] ${more}`, content);
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const IMAGE = stream('/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray', '\0');

async function run(doc: PdfDocument) {
  const changes = new Changes();
  const report = await resources.run(doc, passContext({ changes }));
  return { report, changes };
}

/** Names left in a dictionary below object `number`, such as `names(doc, 3, 'Resources', 'Font')`. */
function names(doc: PdfDocument, number: number, ...path: string[]): string[] {
  let dict = dictOf(doc, number);
  for (const step of path) {
    const next = dict.lookup(parseName(doc, step));
    if (!(next instanceof PDFDict)) throw new Error(`no dictionary at ${step}`);
    dict = next;
  }
  return [...dictEntries(dict).keys()].map((name) => name.asString().slice(1));
}

function parseName(doc: PdfDocument, name: string) {
  return parseObject(`/${name}`, doc.context) as Parameters<PDFDict['lookup']>[0];
}

describe('entries that no content names go', () => {
  test('in every category, and the rest stays', async () => {
    const doc = pagesDocument(
      [
        `/Resources <<
        /ProcSet [/PDF] /XObject << /X 100 0 R /X0 100 0 R >> /Font << /F 101 0 R /F0 101 0 R >>
        /ColorSpace << /C /DeviceRGB /C0 /DeviceRGB >> /Pattern << /P 102 0 R /P0 102 0 R >>
        /Shading << /S 103 0 R /S0 103 0 R >> /ExtGState << /G << /CA 1 >> /G0 << /CA 1 >> >>
        /Properties << /M << /A 1 >> /N << /A 1 >> /M0 << /A 1 >> >>
      >> /Contents 110 0 R`,
      ],
      {
        100: IMAGE,
        101: FONT,
        102: '<< /PatternType 2 /Shading 103 0 R >>',
        103: '<< /ShadingType 2 /ColorSpace /DeviceGray >>',
        110: stream('', '/X Do /F 1 Tf /C cs /P scn /S sh /G gs /T /M BDC EMC /T /N DP'),
      },
    );
    const { report } = await run(doc);
    const left = (category: string) => names(doc, 3, 'Resources', category);
    expect({
      XObject: left('XObject'),
      Font: left('Font'),
      ColorSpace: left('ColorSpace'),
      Pattern: left('Pattern'),
      Shading: left('Shading'),
      ExtGState: left('ExtGState'),
      Properties: left('Properties'),
    }).toEqual({
      XObject: ['X'],
      Font: ['F'],
      ColorSpace: ['C'],
      Pattern: ['P'],
      Shading: ['S'],
      ExtGState: ['G'],
      Properties: ['M', 'N'],
    });
    expect(names(doc, 3, 'Resources')).toContain('ProcSet');
    expect(report).toEqual({ pass: 'resources', items: 7, changed: 7, savedBytes: 0, skips: {} });
  });

  test('changes are declared where the dictionary stands', async () => {
    const doc = pagesDocument(
      [
        '/Resources << /Font << /F0 101 0 R >> >>',
        '/Resources << /Font 102 0 R >> /Contents 103 0 R',
        '/Resources 104 0 R',
      ],
      {
        101: FONT,
        102: '<< /F1 101 0 R >>',
        103: stream('', '/X Do'),
        104: '<< /Font << /F2 101 0 R >> >>',
      },
    );
    const { changes } = await run(doc);
    const paths = (number: number) => [...(changes.entryPaths(PDFRef.of(number)) ?? [])];
    expect(paths(3)).toEqual(['Resources/Font/F0']);
    expect(paths(4)).toEqual([]);
    expect(paths(102)).toEqual(['F1']);
    expect(paths(104)).toEqual(['Font/F2']);
  });

  test('a second run finds nothing', async () => {
    const doc = pagesDocument(['/Resources << /Font << /F 101 0 R /F0 101 0 R >> >> /Contents 100 0 R'], {
      100: stream('', '/F 1 Tf'),
      101: FONT,
    });
    expect((await run(doc)).report.changed).toBe(1);
    expect((await run(doc)).report).toEqual({
      pass: 'resources',
      items: 1,
      changed: 0,
      savedBytes: 0,
      skips: { 'already-small': 1 },
    });
  });
});

describe('what counts as use', () => {
  test('a dictionary shared by pages keeps what any of them uses', async () => {
    const doc = pagesDocument(
      ['/Resources 100 0 R /Contents 101 0 R', '/Contents 102 0 R'],
      {
        100: '<< /XObject << /A 110 0 R /B 110 0 R /C 110 0 R >> >>',
        101: stream('', '/A Do'),
        102: stream('', '/B Do'),
        110: IMAGE,
      },
      { pageTree: '/Resources 100 0 R' },
    );
    await run(doc);
    expect(names(doc, 100, 'XObject')).toEqual(['A', 'B']);
  });

  test('so does one category shared by two resource dictionaries', async () => {
    const doc = pagesDocument(
      [
        '/Resources << /Font 100 0 R >> /Contents 101 0 R',
        '/Resources << /Font 100 0 R >> /Contents 102 0 R',
      ],
      {
        100: '<< /A 110 0 R /B 110 0 R /C 110 0 R >>',
        101: stream('', '/A 1 Tf'),
        102: stream('', '/B 1 Tf'),
        110: FONT,
      },
    );
    await run(doc);
    expect(names(doc, 100)).toEqual(['A', 'B']);
  });

  test('a form without resources uses those of what draws it, through forms in between', async () => {
    const doc = pagesDocument(
      ['/Resources << /XObject << /Outer 100 0 R /I 103 0 R /J 103 0 R >> >> /Contents 102 0 R'],
      {
        100: form('/Inner Do', '/Resources << /XObject << /Inner 101 0 R /I 103 0 R >> >>'),
        101: form('/I Do'),
        102: stream('', '/Outer Do'),
        103: IMAGE,
      },
    );
    await run(doc);
    // According to the standard the inner form uses the page's; most readers use the outer form's.
    expect(names(doc, 3, 'Resources', 'XObject')).toEqual(['Outer', 'I']);
    expect(names(doc, 100, 'Resources', 'XObject')).toEqual(['Inner', 'I']);
  });

  test('some readers look up outside what a form’s own resources lack', async () => {
    const doc = pagesDocument(['/Resources << /XObject << /F 100 0 R /I 103 0 R >> >> /Contents 102 0 R'], {
      100: form('/I Do', '/Resources << >>'),
      102: stream('', '/F Do'),
      103: IMAGE,
    });
    await run(doc);
    expect(names(doc, 3, 'Resources', 'XObject')).toEqual(['F', 'I']);
  });

  test('a form with what it needs uses nothing of the page, on whatever page', async () => {
    const page = (name: string) =>
      `/Resources << /XObject << /F 100 0 R /I 103 0 R /${name} 103 0 R >> >> /Contents 102 0 R`;
    const doc = pagesDocument([page('J'), page('K')], {
      100: form('/I Do', '/Resources << /XObject << /I 103 0 R /H 103 0 R >> >>'),
      102: stream('', '/F Do'),
      103: IMAGE,
    });
    await run(doc);
    expect(names(doc, 3, 'Resources', 'XObject')).toEqual(['F']);
    expect(names(doc, 4, 'Resources', 'XObject')).toEqual(['F']);
    expect(names(doc, 100, 'Resources', 'XObject')).toEqual(['I']);
  });

  test('a name that is defined nowhere in reach is kept everywhere', async () => {
    const doc = pagesDocument(
      ['/Contents 101 0 R', '/Resources << /XObject << /I 103 0 R /J 103 0 R >> >>'],
      { 101: stream('', '/I Do'), 103: IMAGE },
    );
    await run(doc);
    expect(names(doc, 4, 'Resources', 'XObject')).toEqual(['I']);
  });

  test.each([
    [
      'default colour spaces apply without a name',
      '/DefaultGray /DeviceGray /DefaultRGB /DeviceRGB /DefaultCMYK /DeviceCMYK /C /DeviceGray',
      '',
      ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'],
    ],
    ['an inline image names a colour space', '/C /DeviceGray', 'BI /W 1 /H 1 /BPC 8 /CS /C ID x\nEI', ['C']],
    [
      'an inline image names two colour spaces',
      '/C /DeviceGray /D /DeviceGray',
      'BI /W 1 /H 1 /BPC 8 /CS /C /ColorSpace /D ID x\nEI',
      ['C', 'D'],
    ],
    [
      'an inline image names the base of its palette',
      '/C /DeviceGray',
      'BI /W 1 /H 1 /BPC 8 /CS [/I /C 0 <00>] ID x\nEI',
      ['C'],
    ],
    [
      'a colour space names another',
      '/C [/Indexed /D 0 <00>] /D /DeviceGray /E /DeviceGray',
      '/C cs',
      ['C', 'D'],
    ],
    ['an image names a colour space', '/C /DeviceGray /D /DeviceGray', '/X Do', ['C']],
    ['a shading names a colour space', '/C /DeviceGray /D /DeviceGray', '/S sh', ['D']],
  ])('%s', async (_, spaces, content, kept) => {
    const doc = pagesDocument(
      [
        `/Resources << /ColorSpace << ${spaces} >> /XObject << /X 101 0 R >> /Shading << /S << /ShadingType 2 /ColorSpace /D >> >> >> /Contents 100 0 R`,
      ],
      {
        100: stream('', content),
        101: stream('/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /C', '\0'),
      },
    );
    await run(doc);
    expect(names(doc, 3, 'Resources', 'ColorSpace')).toEqual(kept);
  });

  test('a transparency group names a colour space', async () => {
    const doc = pagesDocument([
      '/Group << /S /Transparency /CS /C >> /Resources << /ColorSpace << /C /DeviceRGB /D /DeviceRGB >> >>',
    ]);
    await run(doc);
    expect(names(doc, 3, 'Resources', 'ColorSpace')).toEqual(['C']);
  });

  test('escapes in names do not hide a use', async () => {
    const doc = pagesDocument(
      ['/Resources << /XObject << /A#42 100 0 R /C#20D 100 0 R /E 100 0 R >> >> /Contents 101 0 R'],
      { 100: IMAGE, 101: stream('', '/AB Do /C#20D Do') },
    );
    await run(doc);
    expect(names(doc, 3, 'Resources', 'XObject')).toEqual(['AB', 'C#20D']);
  });

  test('appearances, patterns, soft masks and glyphs use theirs and the page’s', async () => {
    const doc = pagesDocument(
      [
        `/Resources <<
          /XObject << /InAppearance 120 0 R /InPattern 120 0 R /InMask 120 0 R /InGlyph 120 0 R /Nowhere 120 0 R >>
          /Pattern << /P 101 0 R >> /Font << /T 103 0 R >> /ExtGState << /G << /SMask << /G 102 0 R >> >> >>
        >> /Contents 110 0 R /Annots [<< /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 100 0 R >> >>]`,
      ],
      {
        100: form('/InAppearance Do'),
        101: stream('/PatternType 1', '/InPattern Do'),
        102: form('/InMask Do'),
        103: '<< /Subtype /Type3 /CharProcs << /a 104 0 R >> >>',
        104: stream('', '/InGlyph Do'),
        110: stream('', '/P scn /G gs /T 1 Tf (a) Tj'),
        120: IMAGE,
      },
    );
    await run(doc);
    expect(names(doc, 3, 'Resources', 'XObject')).toEqual(['InAppearance', 'InPattern', 'InMask', 'InGlyph']);
  });

  test('fonts of default appearances are kept wherever a viewer may look for them', async () => {
    const doc = pagesDocument(
      [
        '/Resources << /Font << /Helv 101 0 R /F0 101 0 R >> >> /Annots [<< /Subtype /FreeText /Rect [0 0 9 9] /DA (/Helv 12 Tf 0 g) /AP << /N 100 0 R >> >>]',
      ],
      { 100: form('', '/Resources << /Font << /Helv 101 0 R /F0 101 0 R >> >>'), 101: FONT },
    );
    await run(doc);
    expect(names(doc, 3, 'Resources', 'Font')).toEqual(['Helv']);
    expect(names(doc, 100, 'Resources', 'Font')).toEqual(['Helv']);
  });
});

describe('left alone, with a reason', () => {
  const FONTS = '/Resources << /Font << /F0 101 0 R >> >>';
  const reason = async (doc: PdfDocument) => (await run(doc)).report.skips;

  test.each([
    ['content that is cut off', stream('', '/X Do (abc')],
    ['content that cannot be unpacked', stream('/Filter /Foo', 'x')],
    ['content that lies in another file', stream('/F (other.bin)', '')],
    ['damaged content', stream('/Filter /ASCIIHexDecode', '71 5Z')],
    ['an operator without the name it needs', stream('', '12 Do')],
    ['an unknown operator with a name', stream('', '/F0 TfQ')],
    ['an inline image without end', stream('', 'BI /W 1 ID x')],
  ])('%s', async (_, content) => {
    const doc = pagesDocument([`${FONTS} /Contents [100 0 R]`], { 100: content, 101: FONT });
    expect(await reason(doc)).toEqual({ undecodable: 1 });
    expect(names(doc, 3, 'Resources', 'Font')).toEqual(['F0']);
  });

  test('everything in reach of a form in doubt, on every page that draws it', async () => {
    const page = '/Resources << /XObject << /F 100 0 R >> /Font << /F0 101 0 R >> >> /Contents 102 0 R';
    const doc = pagesDocument([page, page, FONTS], {
      100: form('q (', '/Resources << /Font << /F0 101 0 R >> >>'),
      101: FONT,
      102: stream('', '/F Do'),
    });
    const { report } = await run(doc);
    expect(report.skips).toEqual({ undecodable: 5 });
    expect(names(doc, 3, 'Resources', 'Font')).toEqual(['F0']);
    expect(names(doc, 4, 'Resources', 'Font')).toEqual(['F0']);
    expect(names(doc, 100, 'Resources', 'Font')).toEqual(['F0']);
    expect(names(doc, 5, 'Resources', 'Font')).toEqual([]);
  });

  test('what a form that only content in doubt may draw shares with others', async () => {
    const doc = pagesDocument(
      ['/Resources << /XObject << /F 100 0 R >> >> /Contents 102 0 R', '/Resources << /Font 103 0 R >>'],
      {
        100: form('/F0 1 Tf', '/Resources << /Font 103 0 R >>'),
        101: FONT,
        102: stream('', 'q ('),
        103: '<< /F0 101 0 R >>',
      },
    );
    expect(await reason(doc)).toEqual({ undecodable: 1, 'required-as-is': 1 });
    expect(names(doc, 103)).toEqual(['F0']);
  });

  test('the resources of form fields, also where a page shares them', async () => {
    const doc = pagesDocument(
      ['/Resources 100 0 R'],
      { 100: '<< /Font << /F0 101 0 R >> >>', 101: FONT },
      { catalog: '/AcroForm << /Fields [] /DR 100 0 R >>' },
    );
    expect(await reason(doc)).toEqual({ 'required-as-is': 1 });
    expect(names(doc, 100, 'Font')).toEqual(['F0']);
  });

  test('a field that stands on no page keeps its appearance and what it inherits', async () => {
    const doc = pagesDocument(
      ['/Resources << /Font << /F0 101 0 R /F1 101 0 R >> >>'],
      { 100: form('/F0 1 Tf', '/Resources << /Font << /F1 101 0 R >> >>'), 101: FONT },
      { catalog: '/AcroForm << /Fields [<< /FT /Tx /AP << /N 100 0 R >> >>] >>' },
    );
    await run(doc);
    expect(names(doc, 100, 'Resources', 'Font')).toEqual(['F1']);
    expect(names(doc, 3, 'Resources', 'Font')).toEqual(['F0']);
  });

  test('a page template uses what it inherits from the page tree', async () => {
    const doc = pagesDocument(
      ['/Resources << >>'],
      {
        100: '<< /Type /Template /Parent 2 0 R /Contents 102 0 R >>',
        101: FONT,
        102: stream('', '/F1 1 Tf'),
      },
      {
        catalog: '/Names << /Templates << /Names [(t) 100 0 R] >> >>',
        pageTree: '/Resources << /Font << /F0 101 0 R /F1 101 0 R >> >>',
      },
    );
    await run(doc);
    expect(names(doc, 2, 'Resources', 'Font')).toEqual(['F1']);
  });

  test('resources that nothing was seen to use', async () => {
    const doc = pagesDocument(
      [''],
      { 100: form('q', FONTS), 101: FONT },
      { catalog: '/X 100 0 R /Y << /Resources << /Font << /F0 101 0 R >> >> >>' },
    );
    await run(doc);
    expect(names(doc, 1, 'Y', 'Resources', 'Font')).toEqual(['F0']);
    expect(names(doc, 100, 'Resources', 'Font')).toEqual(['F0']);
  });

  test('documents with XFA', async () => {
    const doc = pagesDocument([FONTS], { 101: FONT }, { catalog: '/AcroForm << /Fields [] /XFA [] >>' });
    expect(await reason(doc)).toEqual({ 'required-as-is': 1 });
  });

  test('documents where a reference leads to a reference, or of which parts are lost', async () => {
    const chained = pagesDocument([FONTS], { 101: FONT, 102: '101 0 R' });
    expect(await reason(chained)).toEqual({ 'required-as-is': 1 });
    const lost = pagesDocument([FONTS], { 101: FONT });
    expect(await reason({ ...lost, incomplete: true })).toEqual({ 'required-as-is': 1 });
  });

  test('page trees that lead to other resources upwards than downwards', async () => {
    const doc = pagesDocument(['/Contents 100 0 R'], { 100: stream('', ''), 101: FONT }, { pageTree: FONTS });
    dictOf(doc, 3).set(parseName(doc, 'Parent'), parseObject('<< /Resources << >> >>', doc.context));
    await run(doc);
    expect(names(doc, 2, 'Resources', 'Font')).toEqual(['F0']);
    expect(objectOf(doc, 101).toString()).toContain('Helvetica');
  });
});

describe('whatever the content', () => {
  const NAMES = ['A', 'B', 'C'];
  const OPERATORS: readonly [category: string, operator: string][] = [
    ['XObject', 'Do'],
    ['Font', '1 Tf'],
    ['ExtGState', 'gs'],
    ['Pattern', 'scn'],
    ['Shading', 'sh'],
    ['ColorSpace', 'cs'],
    ['Properties', 'DP'],
  ];
  const uses = fc
    .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...OPERATORS))
    .map(([name, [category, operator]]) => `${category === 'Properties' ? '/T ' : ''}/${name} ${operator}`);
  const junk = fc.constantFrom(
    'q',
    'Q',
    '1',
    '--1',
    '%',
    '\n',
    '(',
    ')',
    '<',
    '>',
    '<<',
    '>>',
    '[',
    ']',
    '{',
    '/',
    '/A',
    'BI',
    'ID',
    'EI',
    'foo',
    'BI /W 1 /H 1 /BPC 8 /CS /G ID x\nEI',
    'BX',
    'EX',
    'true',
    '\xff',
    '\0',
    '12Tj',
    '/B#43',
  );

  /** Every name with its operator, as seen by a reader that ignores strings, arrays and images. */
  function namedIn(content: string): [category: string, name: string][] {
    const plain = content.replaceAll(/%[^\n]*/g, '');
    return OPERATORS.flatMap(([category, operator]) =>
      NAMES.filter((name) => plain.includes(`/${name} ${operator} `)).map((name): [string, string] => [
        category,
        name,
      ]),
    );
  }

  test('no entry goes that the plain text of the content asks for', async () => {
    const entries = OPERATORS.map(([category]) => `/${category} << /A << >> /B << >> /C << >> >>`).join(' ');
    let dropped = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: uses }, junk), { maxLength: 12 }),
        async (pieces) => {
          // A closed string rightly hides its content; here none closes.
          const content = `${pieces.join(' ').replaceAll(')', '')} `;
          const doc = pagesDocument([`/Resources << ${entries} >> /Contents 100 0 R`], {
            100: stream('', content),
          });
          dropped += (await run(doc)).report.changed;
          for (const [category, name] of namedIn(content)) {
            expect(names(doc, 3, 'Resources', category)).toContain(name);
          }
        },
      ),
      { numRuns: 1500, seed: 11 },
    );
    // The rule would also hold for a pass that does nothing.
    expect(dropped).toBeGreaterThan(1000);
  });
});
