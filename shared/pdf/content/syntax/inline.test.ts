import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromLatin1 } from '../../bytes.ts';
import { inlineImageRange } from './inline.ts';
import { ContentReader } from './operations.ts';

/** Data of the image in `BI dict ID…`, and what follows its `EI`; null if its end was not found. */
function imageIn(dict: string, rest: string): { data: string; after: string } | null {
  const content = `BI ${dict} ID${rest}`;
  const reader = new ContentReader(fromLatin1(content));
  reader.next();
  const image = reader.inlineImage;
  return image === null
    ? null
    : { data: content.slice(image.dataStart, image.dataEnd), after: content.slice(image.end) };
}

/** Data of so many bytes in which any other end than the right one would be found first. */
const tricky = (bytes: number) => ' EI Q '.repeat(Math.ceil(bytes / 6) + 1).slice(0, bytes);

describe('unfiltered data has the length that its size says', () => {
  test.each([
    ['one bit of gray, with rows of whole bytes', '/W 9 /H 3 /BPC 1 /CS /G', 6],
    ['a mask has one bit, whatever else it says', '/IM true /W 17 /H 2 /BPC 8 /CS /RGB', 6],
    ['a mask by its long name', '/ImageMask true /Width 8 /Height 5', 5],
    ['what is no mask has its own bits', '/IM false /W 7 /H 2 /BPC 8 /CS /G', 14],
    ['gray', '/W 3 /H 2 /BPC 4 /CS /DeviceGray', 4],
    ['calibrated gray', '/W 8 /H 1 /BPC 8 /CS /CalGray', 8],
    ['three components', '/W 3 /H 2 /BPC 8 /CS /RGB', 18],
    ['three components by their long name', '/W 3 /H 2 /BPC 16 /CS /DeviceRGB', 36],
    ['four components', '/W 3 /H 2 /BPC 8 /CS /CMYK', 24],
    ['four components by their long name', '/W 3 /H 2 /BPC 8 /CS /DeviceCMYK', 24],
    ['a palette', '/W 5 /H 2 /BPC 4 /CS [/I /RGB 1 <000000ffffff>]', 6],
    ['a palette by its long name', '/W 5 /H 2 /BPC 4 /CS [/Indexed /DeviceRGB 1 (abcdef)]', 6],
    ['long keys', '/Width 5 /Height 3 /BitsPerComponent 8 /ColorSpace /G', 15],
    ['filters that are none', '/W 5 /H 3 /BPC 8 /CS /G /F []', 15],
    ['a filter that is null', '/W 5 /H 3 /BPC 8 /CS /G /Filter null', 15],
  ])('%s', (_, dict, bytes) => {
    for (const data of [tricky(bytes), 'x'.repeat(bytes)])
      for (const end of ['\nEI', ' EI', '\r\nEI', 'EI'])
        expect(imageIn(dict, ` ${data}${end} Q`)).toEqual({ data, after: ' Q' });
  });

  test('whatever its bytes', () => {
    const side = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.constantFrom(1, 2, 4, 8),
        fc.constantFrom(1, 3, 4),
        fc.nat(),
        (width, height, bits, parts, seed) => {
          const length = Math.ceil((width * bits * parts) / 8) * height;
          const data = tricky(length + (seed % 6)).slice(seed % 6);
          const dict = `/W ${width} /H ${height} /BPC ${bits} /CS /${['', 'G', '', 'RGB', 'CMYK'][parts]}`;
          expect(imageIn(dict, `\n${data}\nEI\nQ`)).toEqual({ data, after: '\nQ' });
        },
      ),
    );
  });

  test.each([
    ['a filter', '/W 1 /H 1 /BPC 8 /CS /G /F /Fl'],
    ['a list of filters', '/W 1 /H 1 /BPC 8 /CS /G /Filter [/Fl]'],
    ['a color space of the page', '/W 1 /H 1 /BPC 8 /CS /Mine'],
    ['no color space', '/W 1 /H 1 /BPC 8'],
    ['no bits', '/W 1 /H 1 /CS /G'],
    ['a size that is no number', '/W (1) /H 1 /BPC 8 /CS /G'],
    ['a broken size', '/W 1.5 /H 1 /BPC 8 /CS /G'],
    ['a negative size', '/W -1 /H 1 /BPC 8 /CS /G'],
  ])('but for %s: then the first end counts that content follows', (_, dict) => {
    expect(imageIn(dict, ' abcdef EIEIO EI !\nEI Q')).toEqual({ data: 'abcdef EIEIO EI !', after: ' Q' });
  });

  test('but for more bytes than that, or fewer', () => {
    const dict = '/W 4 /H 1 /BPC 8 /CS /G';
    for (const data of ['ab', 'abcde', 'abcd'.repeat(20)])
      expect(imageIn(dict, ` ${data}\nEI Q`)).toEqual({ data, after: ' Q' });
  });
});

describe('a stated length', () => {
  test.each(['/L', '/Length'])('by %s counts before the size', (key) => {
    const dict = `/W 2 /H 1 /BPC 8 /CS /G ${key} 12`;
    expect(imageIn(dict, ` ${tricky(12)}\nEI Q`)).toEqual({ data: tricky(12), after: ' Q' });
  });

  test('of nothing, or a broken one, does not count', () => {
    for (const length of ['0', '-3', '2.5', '(5)'])
      expect(imageIn(`/W 6 /H 1 /BPC 8 /CS /G /L ${length}`, ` ${tricky(6)}\nEI Q`)).toEqual({
        data: tricky(6),
        after: ' Q',
      });
  });

  test('may end a few blanks before EI, not many', () => {
    const dict = '/W 9 /H 9 /F /Fl /L 5';
    const at = (blanks: number) => imageIn(dict, ` a EI ${' '.repeat(blanks)}EI Q`)?.data;
    expect([0, 1, 16].map(at)).toEqual(['a EI ', 'a EI ', 'a EI ']);
    // Then it is the first EI that content follows: another EI is none.
    expect(at(17)).not.toBe('a EI ');
  });

  test('may lead to the very end', () => {
    expect(imageIn('/W 9 /H 9 /F /Fl /L 5', ' a EI EI')).toEqual({ data: 'a EI ', after: '' });
    expect(imageIn('/W 9 /H 9 /F /Fl /L 5', ' abcdeEI')).toEqual({ data: 'abcde', after: '' });
  });
});

describe('text filters end at their mark', () => {
  test.each([
    ['/F /A85', 'ab EI Q >~>'],
    ['/Filter /ASCII85Decode', 'ab EI Q >~>'],
    ['/F [/A85 /Fl]', 'ab EI Q >~>'],
    ['/F /AHx', '41 EI Q 42>'],
    ['/Filter [/ASCIIHexDecode]', '41 EI Q 42>'],
  ])('%s', (filter, data) => {
    for (const end of ['EI', '\nEI', ' \r\n EI'])
      expect(imageIn(`/W 1 /H 1 ${filter}`, `\n${data}${end} Q`)).toEqual({ data, after: ' Q' });
  });

  test('of the outermost filter alone', () => {
    expect(imageIn('/W 1 /H 1 /F [/AHx /Fl]', ' a EI BI >EI Q')?.data).toBe('a EI BI >');
    expect(imageIn('/W 1 /H 1 /F [/Fl /AHx]', ' a EI BI >EI Q')?.data).toBe('a');
  });

  test('unless no EI follows that, or there is none', () => {
    expect(imageIn('/W 1 /H 1 /F /AHx', ' 41> 42 EI Q')).toEqual({ data: '41> 42', after: ' Q' });
    expect(imageIn('/W 1 /H 1 /F /A85', ' abc\nEI Q')).toEqual({ data: 'abc', after: ' Q' });
  });
});

describe('behind ID', () => {
  const gray = '/W 4 /H 1 /BPC 8 /CS /G';

  test('one white byte is no data, a second one is', () => {
    for (const white of [' ', '\n', '\r', '\t', '\0', '\f'])
      expect(imageIn(gray, `${white} EI \nEI Q`)).toEqual({ data: ' EI ', after: ' Q' });
  });

  test('both bytes of a line end are none, if the length fits only then', () => {
    expect(imageIn(gray, '\r\nabcd\nEI Q')).toEqual({ data: 'abcd', after: ' Q' });
    expect(imageIn(gray, '\r\nabc\nEI Q')).toEqual({ data: '\nabc', after: ' Q' });
    expect(imageIn(gray, '\n\nabcd\nEI Q')).toEqual({ data: '\nabcd', after: ' Q' });
    expect(imageIn(gray, '\r abcd\nEI Q')).toEqual({ data: ' abcd', after: ' Q' });
  });

  test('data may begin at once where a delimiter is its first byte', () => {
    expect(imageIn('/W 1 /H 1 /F /AHx', '<41>EI Q')).toEqual({ data: '<41>', after: ' Q' });
  });

  test('there may be no data at all', () => {
    expect(imageIn('/W 1 /H 1 /F /Fl', ' EI Q')).toEqual({ data: '', after: ' Q' });
    expect(imageIn('/W 1 /H 1 /F /Fl', ' \nEI Q')).toEqual({ data: '', after: ' Q' });
    expect(imageIn('/W 0 /H 0 /BPC 8 /CS /G', '\nEI Q')).toEqual({ data: '', after: ' Q' });
  });
});

describe('an EI is searched', () => {
  const dict = '/W 9 /H 9 /F /Fl';

  test.each([
    ['that begins inside a word', 'aEI b\nEI Q', 'aEI b'],
    ['that goes on as a word', 'a EIO b\nEI Q', 'a EIO b'],
    ['that half of is there', 'a E b I\nEI Q', 'a E b I'],
    ['that other data follows', 'a EI \x01\x02\xf3\nEI Q', 'a EI \x01\x02\xf3'],
  ])('not one %s', (_, rest, data) => {
    expect(imageIn(dict, ` ${rest}`)).toEqual({ data, after: ' Q' });
  });

  test('and a delimiter may follow at once', () => {
    expect(imageIn(dict, ' abc\nEI/F Do')).toEqual({ data: 'abc', after: '/F Do' });
  });

  test('in vain', () => {
    for (const rest of ['', ' ', ' abc', ' abc EI \xf3\xf4', ' abcEI Q', ' E'])
      expect(imageIn(dict, rest)).toBeNull();
  });

  test('with what the caller takes for content', () => {
    const bytes = fromLatin1(' ab EI one EI two EI');
    const ends: number[] = [];
    const range = inlineImageRange(bytes, 0, new Map(), (at) => ends.push(at) === 2);
    expect(range).toEqual({ dataStart: 1, dataEnd: 10, end: 13 });
    expect(ends).toEqual([6, 13]);
  });
});
