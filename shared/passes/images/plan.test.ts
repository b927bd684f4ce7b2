import { describe, expect, test } from 'vitest';
import type { ObjectSource, ObjectSources } from '../../testing/documents/documents.ts';
import { stream } from '../../testing/documents/documents.ts';
import { jobOf, planOf } from '../../testing/image-plans.ts';

const WIDTH = 80;
const HEIGHT = 60;
const RGB = '/ColorSpace /DeviceRGB';
const GRAY = '/ColorSpace /DeviceGray';

/** Only the codecs read the data. */
const image = (entries: string, data = '') =>
  stream(
    `/Subtype /Image ${/\/Width/.test(entries) ? '' : `/Width ${WIDTH} /Height ${HEIGHT}`} ${
      /\/BitsPerComponent/.test(entries) ? '' : '/BitsPerComponent 8'
    } ${entries}`,
    data,
  );
const alone = (entries: string): ObjectSources => ({ 100: image(entries) });
const masked = (entries: string, mask: ObjectSource): ObjectSources => ({
  100: image(`${RGB} ${entries}`),
  101: mask,
});

describe('an image is not even looked at', () => {
  const rows: Record<string, [string, string]> = {
    'whose data lies in another file': ['external-data', `${RGB} /F (elsewhere)`],
    'of an unknown filter': ['unsupported-filter', `${RGB} /Filter /NewDecode`],
    'that says how it is encrypted': ['required-as-is', `${RGB} /Filter [/Crypt /FlateDecode]`],
    'of a depth that there is not': ['unsupported-bits', `${RGB} /BitsPerComponent 3`],
    'of too many pixels': ['too-many-pixels', `${RGB} /Width 20000 /Height 6000`],
    'of far too many pixels of one bit': [
      'too-many-pixels',
      `${GRAY} /BitsPerComponent 1 /Width 40000 /Height 40000`,
    ],
  };
  test.each(Object.entries(rows))('%s', (_, [reason, entries]) => {
    expect(planOf({ objects: alone(entries) })).toEqual({ kind: 'kept', reason });
    const plan = planOf({ objects: alone(entries) }, { grayscale: true });
    const hasColor = entries.includes(RGB);
    expect(plan).toEqual({ kind: 'kept', reason, ...(hasColor ? { stillColor: reason } : {}) });
  });

  test('a page of one bit may have eight times the pixels', () => {
    const page = alone(`${GRAY} /BitsPerComponent 1 /Width 20000 /Height 6000`);
    expect(jobOf({ objects: page })).toMatchObject({ width: 20000, height: 6000 });
  });
});

describe('samples stay as they are', () => {
  const decode = '/Decode [0.2 0.7 0.2 0.7 0.2 0.7]';
  const rows: Record<string, [string, ObjectSources, number?]> = {
    'of a stencil': ['image-mask', alone('/ImageMask true /BitsPerComponent 1')],
    'of a stencil that masks another image': [
      'used-as-mask',
      masked('/Mask 101 0 R', image('/ImageMask true /BitsPerComponent 1')),
      101,
    ],
    'of an image blended with alpha in its data': [
      'jpx-alpha',
      alone(`${RGB} /Filter /JPXDecode /SMaskInData 2`),
    ],
    'under a colour key': ['color-key-mask', alone(`${RGB} /Mask [0 0 0 0 0 0]`)],
    'under a mask that is none': ['color-key-mask', alone(`${RGB} /Mask (what)`)],
    'of a pattern': ['unsupported-color-space', alone('/ColorSpace /Pattern')],
    'of a JPEG that claims 16 bits': [
      'unsupported-bits',
      alone(`${RGB} /BitsPerComponent 16 /Filter /DCTDecode`),
    ],
    'that a /Decode stretches': ['unsupported-decode', alone(`${RGB} /Decode [0 1.5 0 1 0 1]`)],
    'of a soft mask of half the range': [
      'unsupported-decode',
      masked('/SMask 101 0 R', image(`${GRAY} /Decode [0 0.5]`)),
      101,
    ],
    'of a soft mask in colour': ['used-as-mask', masked('/SMask 101 0 R', image(RGB)), 101],
    'of a palette in inverse order': [
      'unsupported-decode',
      alone('/ColorSpace [/Indexed /DeviceRGB 1 <000000ffffff>] /Decode [255 0]'),
    ],
    'under a stencil that cannot be read': [
      'stencil-mask',
      masked('/Mask 101 0 R', image('/ImageMask true /BitsPerComponent 1 /Filter /JPXDecode')),
    ],
  };
  test.each(Object.entries(rows))('%s', (_, [refusal, objects, number]) => {
    expect(jobOf({ objects }, {}, number === undefined ? {} : { number }).refusal).toBe(refusal);
  });

  test.each([
    ['plain', RGB],
    ['a part of the range', `${RGB} ${decode}`],
    ['inverse', `${GRAY} /Decode [1 0]`],
    ['16 bits', `${RGB} /BitsPerComponent 16`],
    ['a palette', '/ColorSpace [/Indexed /DeviceRGB 1 <000000ffffff>]'],
  ])('but not of one that is %s', (_, entries) => {
    expect(jobOf({ objects: alone(entries) }).refusal).toBeNull();
  });

  test('on request, before anything else is asked', () => {
    const keep = { imageOverrides: { 100: { kind: 'keep' } } } as const;
    expect(jobOf({ objects: alone(RGB) }, {}, keep).refusal).toBe('kept-by-user');
    expect(jobOf({ objects: alone(`${RGB} /Mask [0 0 0 0 0 0]`) }, {}, keep).refusal).toBe('kept-by-user');
  });
});

describe('a matte', () => {
  const mask = (entries = '/Matte [0 0.5 1]') => image(`${GRAY} ${entries}`);
  const whole = masked('/SMask 101 0 R', mask());

  test('is known in levels where it can be taken out', () => {
    expect(jobOf({ objects: whole })).toMatchObject({ refusal: null, matte: [0, 128, 255] });
  });

  test.each<[string, ObjectSources]>([
    ['of another size', masked('/SMask 101 0 R', mask('/Matte [0 0 0] /Width 40 /Height 60'))],
    ['of another depth', masked('/SMask 101 0 R', mask('/Matte [0 0 0] /BitsPerComponent 4'))],
    ['turned round', masked('/SMask 101 0 R', mask('/Matte [0 0 0] /Decode [1 0]'))],
    ['of one component', masked('/SMask 101 0 R', mask('/Matte [0]'))],
    ['over samples that are turned', masked('/SMask 101 0 R /Decode [1 0 1 0 1 0]', mask())],
    ['that another image has too', { ...whole, 102: image(`${RGB} /SMask 101 0 R`) }],
  ])('%s is left, and the samples with it', (_, objects) => {
    const page = { objects, resources: '/Pattern << /Other 102 0 R >>' };
    expect(jobOf(page)).toMatchObject({ refusal: 'matte', matte: null });
  });

  test('is left where nothing may be lost, unless the image is shrunk', () => {
    for (const asked of [{ convertToJpeg: false }, { quality: 100 }]) {
      expect(jobOf({ objects: whole }, asked).refusal).toBe('matte');
      expect(jobOf({ objects: whole }, { ...asked, maxDimension: 40 }).refusal).toBeNull();
    }
  });
});

describe('what shows of it', () => {
  const alphaOf = (entries: string, mask: string) => jobOf({ objects: masked(entries, image(mask)) }).alpha;

  test('a soft mask shows where it is bright, a stencil where it is not painted', () => {
    expect(alphaOf('/SMask 101 0 R', GRAY)).toMatchObject({ width: WIDTH, bits: 8, inverted: false });
    expect(alphaOf('/SMask 101 0 R', `${GRAY} /Decode [1 0]`)).toMatchObject({ inverted: true });
    const stencil = '/ImageMask true /BitsPerComponent 1';
    expect(alphaOf('/Mask 101 0 R', stencil)).toMatchObject({ bits: 1, inverted: true });
    expect(alphaOf('/Mask 101 0 R', `${stencil} /Decode [1 0]`)).toMatchObject({ inverted: false });
  });

  test('a soft mask stands before a stencil', () => {
    const both: ObjectSources = {
      100: image(`${RGB} /SMask 101 0 R /Mask 102 0 R`),
      101: image(`${GRAY} /Width 20 /Height 20`),
      102: image('/ImageMask true /BitsPerComponent 1 /Width 30 /Height 30'),
    };
    expect(jobOf({ objects: both }).alpha).toMatchObject({ width: 20 });
  });

  test.each([
    ['of a range of its own', `${GRAY} /Decode [0 0.5]`],
    ['of 16 bits', `${GRAY} /BitsPerComponent 16`],
    ['of an unknown filter', `${GRAY} /Filter /NewDecode`],
    ['whose data lies elsewhere', `${GRAY} /F (elsewhere)`],
  ])('a mask %s says nothing', (_, mask) => {
    expect(alphaOf('/SMask 101 0 R', mask)).toBeNull();
  });

  test('it is not asked of samples that stay', () => {
    const kept = { imageOverrides: { 100: { kind: 'keep' } } } as const;
    expect(jobOf({ objects: masked('/SMask 101 0 R', image(GRAY)) }, {}, kept).alpha).toBeNull();
  });
});

describe('the job', () => {
  test('of a soft mask is one', () => {
    const objects = masked('/SMask 101 0 R', image(GRAY));
    expect(jobOf({ objects }).role).toBe('picture');
    expect(jobOf({ objects }, {}, { number: 101 }).role).toBe('soft-mask');
  });

  test('is for the size that is asked for', () => {
    const large = { objects: alone(`${RGB} /Width 800 /Height 600`), points: 72 };
    expect(jobOf(large, { maxDimension: 10_000 }).target).toEqual({ width: 800, height: 600 });
    expect(jobOf(large, { maxDimension: 400 }).target).toEqual({ width: 400, height: 300 });
    expect(jobOf(large, { maxDimension: 400, minDpi: 600 }).target).toEqual({ width: 800, height: 600 });
    expect(jobOf(large, { maxDimension: 10_000, maxDpi: 150 }).target).toEqual({ width: 200, height: 150 });
    // Without a drawing, its drawn size is unknown.
    expect(jobOf({ objects: large.objects }, { maxDimension: 400, maxDpi: 72 }).target.width).toBe(400);
  });

  test('says what the options allow', () => {
    const settings = (asked: Parameters<typeof jobOf>[1]) => jobOf({ objects: alone(RGB) }, asked).settings;
    expect(settings({ convertToJpeg: false })).toMatchObject({ mayBecomeJpeg: false });
    expect(settings({ stripMetadata: false })).toMatchObject({ stripMetadata: false });
    expect(settings({})).toMatchObject({ mayBecomeJpeg: true, stripMetadata: true, mayChangeSpace: true });
  });

  test('has the quality that was given to this image', () => {
    const own = { imageOverrides: { 100: { kind: 'quality', quality: 31 } } } as const;
    const drawn = { objects: alone(RGB), points: 40 };
    expect(jobOf(drawn, { quality: 62 }).settings.quality).toBe(62);
    expect(jobOf(drawn, { quality: 62 }, own).settings.quality).toBe(31);
  });

  test('leaves the colour space where content draws through transfer functions', () => {
    const resources = '/ExtGState << /G << /TR << /FunctionType 2 /Domain [0 1] /N 1 >> >> >>';
    const page = { objects: alone(RGB), points: 40 };
    expect(jobOf(page).settings.mayChangeSpace).toBe(true);
    expect(jobOf({ ...page, resources }).settings.mayChangeSpace).toBe(false);
  });

  test('knows how many bytes the file holds, and the data without byte filters', () => {
    const hex: ObjectSources = { 100: image(`${RGB} /Filter /ASCIIHexDecode`, '41 42 43>') };
    expect(jobOf({ objects: hex })).toMatchObject({
      storedBytes: 9,
      source: { kind: 'samples', rows: Uint8Array.of(0x41, 0x42, 0x43) },
    });
  });

  test('is to make gray what has colour and may lose it', () => {
    const gray = (entries: string, asked = {}) =>
      jobOf({ objects: alone(entries) }, { grayscale: true, ...asked }).gray;
    expect(gray(RGB)).toMatchObject({ components: 3, rule: { kind: 'rgb' } });
    expect(gray(GRAY)).toBeNull();
    expect(gray(RGB, { grayscale: false })).toBeNull();
    const keyed = jobOf({ objects: alone(`${RGB} /Mask [0 0 0 0 0 0]`) }, { grayscale: true });
    expect(planOf({ objects: alone(`${RGB} /Mask [0 0 0 0 0 0]`) }, { grayscale: true })).toMatchObject({
      stillColor: 'color-key-mask',
    });
    expect(keyed.gray).toBeNull();
    const palette = jobOf(
      { objects: alone('/ColorSpace [/Indexed /DeviceRGB 1 <ff0000ffffff>]') },
      { grayscale: true },
    );
    expect(palette.space).toMatchObject({ kind: 'indexed', base: 'gray', entryBytes: 1 });
  });
});
