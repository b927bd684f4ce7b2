import { describe, expect, test } from 'vitest';
import { deflate } from '../../../codecs/flate/deflate.ts';
import { packBits } from '../../../codecs/flate/sample-bits.ts';
import { type ObjectSources, stream } from '../../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../../testing/judges/image-renders.ts';
import { flateImage, IMAGE, MASK } from '../../../testing/pictures/image-runs.ts';
import { discMask, photo, textPage } from '../../../testing/pictures/rasters.ts';

/** Places from which an image is drawn: PDFium renders the new form like the old one in each. */

const WIDTH = 160;
const HEIGHT = 120;
const PAGE = 3;
const CONTENTS = 90;
const FORM = 110;
const INNER_FORM = 111;
const PATTERN = 112;
const FONT = 113;
const GLYPH = 114;
const ANNOTATION = 115;
const BOX = '/BBox [0 0 160 160]';
const RESOURCES = `/Resources << /XObject << /Im ${IMAGE} 0 R >> >>`;
const DRAW = 'q 160 0 0 160 0 0 cm /Im Do Q';

/** A page with content in the compared area. */
function page(resources: string, content: string, entries = ''): ObjectSources {
  return {
    [PAGE]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${CONTENTS} 0 R /Resources << ${resources} >> ${entries} >>`,
    [CONTENTS]: stream('', `0.2 0.6 0.9 rg 0 0 200 200 re f 0.9 0.1 0.3 rg q 1 0 0 1 20 20 cm ${content} Q`),
  };
}

const form = (content: string, entries = RESOURCES) =>
  stream(`/Type /XObject /Subtype /Form ${BOX} ${entries}`, content);
const pattern = (paintType: 1 | 2, content: string) =>
  stream(
    `/Type /Pattern /PatternType 1 /PaintType ${paintType} /TilingType 1 /BBox [0 0 80 80] /XStep 80 /YStep 80 /Matrix [1 0 0 1 20 20] ${RESOURCES}`,
    content,
  );
const type3 = (operator: string): ObjectSources => ({
  [FONT]: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 160 160] /FontMatrix [0.01 0 0 0.01 0 0] /CharProcs << /a ${GLYPH} 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [160] ${RESOURCES} >>`,
  [GLYPH]: stream('', `${operator} ${DRAW}`),
});

const places: readonly (readonly [string, ObjectSources])[] = [
  [
    'a Form XObject',
    {
      ...page(`/XObject << /Fm ${FORM} 0 R >>`, '/Fm Do'),
      [FORM]: form(DRAW, `${RESOURCES} /Matrix [0.5 0 0 1 40 0]`),
    },
  ],
  [
    'a form in a form, drawn twice',
    {
      ...page(`/XObject << /Fm ${FORM} 0 R >>`, '/Fm Do'),
      [FORM]: form(
        'q 0.5 0 0 0.5 0 0 cm /Fm Do Q q 0.5 0 0 0.5 80 80 cm /Fm Do Q',
        `/Resources << /XObject << /Fm ${INNER_FORM} 0 R >> >>`,
      ),
      [INNER_FORM]: form(DRAW),
    },
  ],
  [
    'a form that takes the resources of its page',
    { ...page(`/XObject << /Fm ${FORM} 0 R /Im ${IMAGE} 0 R >>`, '/Fm Do'), [FORM]: form(DRAW, '') },
  ],
  [
    'a tiling pattern',
    {
      ...page(`/Pattern << /P ${PATTERN} 0 R >>`, '/Pattern cs /P scn 0 0 160 160 re f'),
      [PATTERN]: pattern(1, 'q 80 0 0 80 0 0 cm /Im Do Q'),
    },
  ],
  [
    'a glyph of Type 3 with colours',
    { ...page(`/Font << /F ${FONT} 0 R >>`, 'BT /F 100 Tf (a) Tj ET'), ...type3('160 0 d0') },
  ],
  [
    'the appearance of an annotation',
    {
      ...page('', '', `/Annots [${ANNOTATION} 0 R]`),
      [ANNOTATION]: `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [20 20 180 180] /AP << /N ${FORM} 0 R >> >>`,
      [FORM]: form(DRAW),
    },
  ],
  [
    'a state of the appearance of a field',
    {
      ...page('', '', `/Annots [${ANNOTATION} 0 R]`),
      [ANNOTATION]: `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /F 4 /AS /On /Rect [20 20 180 180] /AP << /N << /On ${FORM} 0 R >> >> >>`,
      [FORM]: form(DRAW),
    },
  ],
  [
    'a transparency group',
    {
      ...page(`/XObject << /Fm ${FORM} 0 R >> /ExtGState << /G << /ca 0.7 >> >>`, '/G gs /Fm Do'),
      [FORM]: form(DRAW, `${RESOURCES} /Group << /S /Transparency /CS /DeviceRGB /I true >>`),
    },
  ],
  [
    'the group of a soft mask',
    {
      ...page(
        `/ExtGState << /G << /SMask << /S /Luminosity /G ${FORM} 0 R >> >> >>`,
        '/G gs 0.9 0.2 0.1 rg 0 0 160 160 re f',
      ),
      [FORM]: form(`1 g ${DRAW}`, `${RESOURCES} /Group << /S /Transparency /CS /DeviceRGB >>`),
    },
  ],
];

describe('a photo becomes a JPEG, and looks like it, in', () => {
  const picture = photo(WIDTH, HEIGHT, 3);
  test.each(places)('%s', async (_name, objects) => {
    const { before, after, report } = await imageRenders(
      { [IMAGE]: flateImage(picture), ...objects },
      { quality: 85 },
    );
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct', width: WIDTH });
    expect(new Set(before).size, 'a photo is drawn').toBeGreaterThan(40);
    const { mean, worst } = drawnDifference(before, after);
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThan(4);
    expect(worst).toBeLessThan(20);
  });
});

describe('so it does under a soft mask that is packed anew beside it, in', () => {
  const objects = {
    [IMAGE]: flateImage(photo(WIDTH, HEIGHT, 3), `/SMask ${MASK} 0 R`),
    [MASK]: flateImage(discMask(WIDTH, HEIGHT)),
  };
  test.each(places)('%s', async (_name, around) => {
    const { before, after, report, reports } = await imageRenders({ ...objects, ...around }, { quality: 85 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(reports.find(({ object }) => object === MASK)?.outcome.kind).toBe('replaced');
    expect(new Set(before).size, 'a photo is drawn').toBeGreaterThan(40);
    const { mean, worst } = drawnDifference(before, after);
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThan(4);
    expect(worst).toBeLessThan(20);
  });
});

describe('a stencil becomes JBIG2 and not a pixel moves in', () => {
  const bits = packBits(
    textPage(WIDTH, HEIGHT).samples.map((sample) => sample >> 7),
    WIDTH,
    HEIGHT,
    1,
  );
  const stencil = stream(
    `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ImageMask true /Filter /FlateDecode`,
    deflate(bits, 1),
  );
  test.each([
    ...places,
    [
      'a glyph of Type 3 without colours',
      {
        ...page(`/Font << /F ${FONT} 0 R >>`, '1 0 0 rg BT /F 100 Tf (a) Tj ET'),
        ...type3('160 0 0 0 160 160 d1'),
      },
    ],
    [
      'a tiling pattern without colours',
      {
        ...page(
          `/Pattern << /P ${PATTERN} 0 R >> /ColorSpace << /C [/Pattern /DeviceRGB] >>`,
          '/C cs 1 0 0 /P scn 0 0 160 160 re f',
        ),
        [PATTERN]: pattern(2, 'q 80 0 0 80 0 0 cm /Im Do Q'),
      },
    ],
  ] as const)('%s', async (_name, objects) => {
    const { before, after, report } = await imageRenders({ [IMAGE]: stencil, ...objects });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'jbig2' });
    expect(new Set(before).size, 'something is drawn').toBeGreaterThan(3);
    expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
  });
});

test('a picture of few colours looks the same under a transfer function', async () => {
  const picture = photo(WIDTH, HEIGHT, 3);
  const few = { ...picture, samples: picture.samples.map((sample) => sample & 0xc0) };
  const transfer = '<< /TR << /FunctionType 2 /Domain [0 1] /N 3 >> >>';
  const { before, after } = await imageRenders(
    {
      [IMAGE]: flateImage(few),
      ...page(`/XObject << /Im ${IMAGE} 0 R >> /ExtGState << /G ${transfer} >>`, `/G gs ${DRAW}`),
    },
    { quality: 100 },
  );
  expect(new Set(before).size).toBeGreaterThan(4);
  expect(drawnDifference(before, after)).toMatchObject({ worst: 0 });
});
