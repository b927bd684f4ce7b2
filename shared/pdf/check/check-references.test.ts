import { describe, expect, test } from 'vitest';
import { type Side, verdictOn } from '../../testing/check-verdicts.ts';
import { type ObjectSource, stream } from '../../testing/documents/documents.ts';
import { PDFRef } from '../objects.ts';
import type { Changes } from './changes.ts';

const WIDGET = '<< /Subtype /Widget /T (name) >>';
const shows = (page: string, objects: Record<number, ObjectSource> = {}): Side => ({ page, objects });

describe('what leads to what', () => {
  const rows: Record<string, [Side, Side, RegExp]> = {
    'one object becomes two': [
      shows('/Annots [100 0 R] /Fields [100 0 R]', { 100: WIDGET }),
      shows('/Annots [100 0 R] /Fields [101 0 R]', { 100: WIDGET, 101: WIDGET }),
      /3 0 R \/Fields\/0: 100 0 R became two objects/,
    ],
    'one object becomes itself and a copy of it in place': [
      shows('/Annots [100 0 R] /Fields [100 0 R]', { 100: WIDGET }),
      shows(`/Annots [100 0 R] /Fields [${WIDGET}]`, { 100: WIDGET }),
      /3 0 R \/Fields\/0: 100 0 R became two objects/,
    ],
    'one object becomes a copy in place and itself': [
      shows('/Annots [100 0 R] /Fields [100 0 R]', { 100: WIDGET }),
      shows(`/Annots [${WIDGET}] /Fields [100 0 R]`, { 100: WIDGET }),
      /3 0 R \/Fields\/0: 100 0 R became two objects/,
    ],
    'one object becomes two copies in place': [
      shows('/Annots [100 0 R] /Fields [100 0 R]', { 100: WIDGET }),
      shows(`/Annots [${WIDGET}] /Fields [${WIDGET}]`),
      /3 0 R \/Fields\/0: 100 0 R became two objects/,
    ],
    'two objects become one': [
      shows('/Annots [100 0 R 101 0 R]', { 100: WIDGET, 101: WIDGET }),
      shows('/Annots [100 0 R 100 0 R]', { 100: WIDGET }),
      /3 0 R \/Annots\/1: 101 0 R and 100 0 R became one object/,
    ],
    'one array becomes two': [
      shows('/Annots 100 0 R /Others 100 0 R', { 100: '[1 2]' }),
      shows('/Annots 100 0 R /Others [1 2]', { 100: '[1 2]' }),
      /3 0 R \/Others: 100 0 R became two objects/,
    ],
    'two dictionaries in place become one object': [
      shows(`/Annots [${WIDGET} ${WIDGET}]`),
      shows('/Annots [100 0 R 100 0 R]', { 100: WIDGET }),
      /3 0 R \/Annots\/1: .* became one object/,
    ],
    'a dictionary in place and an object become one': [
      shows(`/Annots [${WIDGET} 101 0 R]`, { 101: WIDGET }),
      shows('/Annots [101 0 R 101 0 R]', { 101: WIDGET }),
      /3 0 R \/Annots\/1: .* became one object/,
    ],
    'a reference to nothing leads to something': [
      shows('/Shown 100 0 R'),
      shows('/Shown 100 0 R', { 100: '(something)' }),
      /3 0 R \/Shown: was not there before/,
    ],
    'a reference to nothing in an array leads to something': [
      shows('/Shown [100 0 R]'),
      shows('/Shown [100 0 R]', { 100: '(something)' }),
      /3 0 R \/Shown\/0: was not there before/,
    ],
    'a reference leads to nothing': [
      shows('/Shown 100 0 R', { 100: '(something)' }),
      shows('/Shown 100 0 R'),
      /3 0 R \/Shown: no longer there/,
    ],
    'a null becomes something': [
      shows('/Shown [null]'),
      shows('/Shown [0]'),
      /3 0 R \/Shown\/0: was not there before/,
    ],
    'something becomes null': [
      shows('/Shown [0]'),
      shows('/Shown [null]'),
      /3 0 R \/Shown\/0: no longer there/,
    ],
    'far down an entry is lost': [
      shows('/Shown 100 0 R', { 100: '[101 0 R]', 101: '[102 0 R]', 102: '<< /A << /B [(one) (two)] >> >>' }),
      shows('/Shown 100 0 R', { 100: '[101 0 R]', 101: '[102 0 R]', 102: '<< /A << /B [(one) (too)] >> >>' }),
      /102 0 R \/A\/B\/1: \(two\) became \(too\)/,
    ],
  };
  test.each(Object.entries(rows))('%s', (_, [before, after, expected]) => {
    expect(verdictOn(before, after)).toMatch(expected);
  });
});

describe('each kind of object stays of its kind', () => {
  const kinds: Record<string, string> = {
    dictionary: '<< /A 1 >>',
    array: '[1]',
    number: '1',
    name: '/A',
    string: '(A)',
    truth: 'true',
    falsehood: 'false',
    'another number': '1.001',
    'another name': '/B',
    'another string': '(B)',
    'a longer array': '[1 1]',
    'another array': '[2]',
    'another dictionary': '<< /A 2 >>',
    'a larger dictionary': '<< /A 1 /B 1 >>',
    'a dictionary of another key': '<< /B 1 >>',
  };
  const entries = Object.entries(kinds);
  const pairs = entries.flatMap(([from, before]) =>
    entries.flatMap(([to, after]) => (from === to ? [] : [[from, to, before, after]])),
  );

  test.each(pairs)('%s is no %s', (_from, _to, before, after) => {
    expect(verdictOn(shows(`/Shown ${before}`), shows(`/Shown ${after}`))).toMatch(/^3 0 R \/Shown/);
    const object = { 100: before };
    expect(verdictOn(shows('/Shown 100 0 R', object), shows('/Shown 100 0 R', { 100: after }))).toMatch(
      /^100 0 R /,
    );
  });

  test.each(entries)('a stream is no %s, and it is no stream', (_, other) => {
    const plain = shows('/Shown 100 0 R', { 100: other });
    const packed = shows('/Shown 100 0 R', { 100: stream('/A 1', 'data') });
    expect(verdictOn(packed, plain)).toMatch(/100 0 R : no longer a stream/);
    expect(verdictOn(plain, packed)).toMatch(/^100 0 R/);
  });
});

describe('merges', () => {
  const two = shows('/Annots [100 0 R 101 0 R]', { 100: WIDGET, 101: WIDGET });
  const one = shows('/Annots [100 0 R 100 0 R]', { 100: WIDGET });
  const three = shows('/Annots [100 0 R 101 0 R 102 0 R]', { 100: WIDGET, 101: WIDGET, 102: WIDGET });
  const merged =
    (...pairs: [number, number][]) =>
    (changes: Changes) => {
      for (const [from, into] of pairs) changes.merged(PDFRef.of(from), PDFRef.of(into));
    };

  test('that are declared are none, whichever comes first', () => {
    expect(verdictOn(two, one, merged([101, 100]))).toBeNull();
    expect(verdictOn(two, one, merged([100, 101]))).toBeNull();
  });

  test('of objects that were merged one into another count as one', () => {
    const all = shows('/Annots [100 0 R 100 0 R 100 0 R]', { 100: WIDGET });
    expect(verdictOn(three, all, merged([102, 101], [101, 100]))).toBeNull();
    expect(verdictOn(three, all, merged([101, 100], [102, 101]))).toBeNull();
  });

  test('let no third object in', () => {
    const all = shows('/Annots [100 0 R 100 0 R 100 0 R]', { 100: WIDGET });
    expect(verdictOn(three, all, merged([101, 100]))).toMatch(/102 0 R and 100 0 R became one object/);
    expect(verdictOn(three, all, merged([102, 100]))).toMatch(/101 0 R and 100 0 R became one object/);
    expect(verdictOn(three, all, merged([102, 101]))).toMatch(/became one object/);
  });

  test('of two groups are not one', () => {
    const objects = { 100: WIDGET, 101: WIDGET, 102: WIDGET, 103: WIDGET };
    const four = shows('/Annots [100 0 R 101 0 R 102 0 R 103 0 R]', objects);
    const all = shows('/Annots [100 0 R 100 0 R 100 0 R 100 0 R]', { 100: WIDGET });
    expect(verdictOn(four, all, merged([101, 100], [103, 102]))).toMatch(/became one object/);
    const halves = shows('/Annots [100 0 R 100 0 R 102 0 R 102 0 R]', { 100: WIDGET, 102: WIDGET });
    expect(verdictOn(four, halves, merged([101, 100], [103, 102]))).toBeNull();
  });

  test('of what refers to a value hold where the value stands in place afterwards', () => {
    const before = { 100: '<< /X 110 0 R >>', 101: '<< /X 110 0 R >>', 110: '<< /Y 1 >>' };
    const after = { 100: '<< /X << /Y 1 >> >>' };
    const all = shows('/Annots [100 0 R 100 0 R]', after);
    expect(verdictOn(shows('/Annots [100 0 R 101 0 R]', before), all, merged([101, 100]))).toBeNull();
    const twice = { ...before, 101: '<< /X 111 0 R >>', 111: '<< /Y 1 >>' };
    const both = merged([101, 100], [111, 110]);
    expect(verdictOn(shows('/Annots [100 0 R 101 0 R]', twice), all, both)).toBeNull();
    const other = { ...twice, 111: '<< /Y 2 >>' };
    expect(verdictOn(shows('/Annots [100 0 R 101 0 R]', other), all, both)).toMatch(
      /111 0 R \/Y: 2 became 1/,
    );
  });

  test('that are declared excuse no difference', () => {
    const other = shows('/Annots [100 0 R 101 0 R]', {
      100: WIDGET,
      101: '<< /Subtype /Widget /T (other) >>',
    });
    expect(verdictOn(other, one, merged([101, 100]))).toMatch(/101 0 R \/T: \(other\) became \(name\)/);
  });
});

describe('what means the same', () => {
  const rows: Record<string, [Side, Side]> = {
    'a loop': [
      shows('/Shown 100 0 R', { 100: '[101 0 R]', 101: '[100 0 R 3 0 R]' }),
      shows('/Shown 200 0 R', { 200: '[201 0 R]', 201: '[200 0 R 3 0 R]' }),
    ],
    'an object in place of a dictionary': [
      shows(`/Shown ${WIDGET}`),
      shows('/Shown 100 0 R', { 100: WIDGET }),
    ],
    'a dictionary in place of an object': [
      shows('/Shown 100 0 R', { 100: WIDGET }),
      shows(`/Shown ${WIDGET}`),
    ],
    'numbers and texts in place, wherever they stood': [
      shows('/A 100 0 R /B 100 0 R /C 101 0 R', { 100: '7', 101: '(text)' }),
      shows('/A 7 /B 7.0 /C <74657874>'),
    ],
    'an entry of null, or of a reference to nothing, or none': [
      shows('/Shown [(a)] /A null /B 900 0 R'),
      shows('/Shown [(a)] /C 901 0 R /D null'),
    ],
    'a reference to nothing, and null in an array': [shows('/Shown [900 0 R]'), shows('/Shown [null]')],
    'two references to nothing become one': [
      shows('/Shown [900 0 R 901 0 R]'),
      shows('/Shown [900 0 R 900 0 R]'),
    ],
    'one number in two ways': [shows('/Shown [1 +1 0.50]'), shows('/Shown [1.0 1 .5]')],
  };
  test.each(Object.entries(rows))('%s', (_, [before, after]) => {
    expect(verdictOn(before, after)).toBeNull();
    expect(verdictOn(after, before)).toBeNull();
  });
});

describe('a declared path', () => {
  const annots = (changed: number, value: string) => {
    const items = Array.from({ length: 12 }, (_, index) => (index === changed ? value : '(a)'));
    return shows(`/Annots [${items.join(' ')}]`);
  };
  const declaring =
    (...path: (string | number)[]) =>
    (changes: Changes) =>
      changes.entry(PDFRef.of(3), path);

  test('excuses its own place', () => {
    expect(verdictOn(annots(1, '(b)'), annots(1, '(c)'), declaring('Annots', 1))).toBeNull();
  });

  test.each([
    ['one that begins like it', 10],
    ['its neighbour', 2],
  ])('does not excuse %s', (_, at) => {
    expect(verdictOn(annots(at, '(b)'), annots(at, '(c)'), declaring('Annots', 1))).toMatch(
      new RegExp(`3 0 R /Annots/${at}: `),
    );
  });

  test('does not excuse what stands above it, nor a name that begins like it', () => {
    expect(verdictOn(shows('/A << /B 1 >>'), shows('/A 1'), declaring('A', 'B'))).toMatch(
      /3 0 R \/A: no longer a dictionary/,
    );
    expect(verdictOn(shows('/Annots2 1'), shows('/Annots2 2'), declaring('Annots'))).toMatch(/Annots2/);
    expect(verdictOn(shows('/A << /B 1 >>'), shows('/A << /B 2 >>'), declaring('B'))).toMatch(/\/A\/B/);
  });

  test('of an object holds where it stands in place afterwards, and there alone', () => {
    const before = shows('/Shown 100 0 R', { 100: '<< /A 1 /B 1 >>' });
    const declare = (changes: Changes) => changes.entry(PDFRef.of(100), ['A']);
    expect(verdictOn(before, shows('/Shown << /A 2 /B 1 >>'), declare)).toBeNull();
    expect(verdictOn(before, shows('/Shown << /A 2 /B 2 >>'), declare)).toMatch(/100 0 R \/B: 1 became 2/);
  });

  test('is one of its own object, not of another', () => {
    const objects = (text: string) => ({ 100: `<< /A (${text}) >>` });
    expect(
      verdictOn(shows('/Shown 100 0 R', objects('b')), shows('/Shown 100 0 R', objects('c')), declaring('A')),
    ).toMatch(/100 0 R \/A/);
  });

  test('is told from a name that holds a slash', () => {
    expect(verdictOn(shows('/A#2FB 1'), shows('/A#2FB 2'), declaring('A', 'B'))).toMatch(/3 0 R/);
    expect(verdictOn(shows('/A#2FB 1'), shows('/A#2FB 2'), declaring('A/B'))).toBeNull();
  });

  test('of what comes or goes is enough', () => {
    expect(verdictOn(shows('/A 1'), shows(''), declaring('A'))).toBeNull();
    expect(verdictOn(shows(''), shows('/A 1'), declaring('A'))).toBeNull();
    expect(verdictOn(shows(''), shows('/B 1'), declaring('A'))).toMatch(/3 0 R \/B: was not there before/);
  });

  test('does not excuse what comes after it', () => {
    const both = (text: string) => shows(`/A (${text}) /B (${text})`);
    expect(verdictOn(both('b'), both('c'), declaring('A'))).toMatch(/3 0 R \/B: /);
    const items = (text: string) => shows(`/A [(${text}) (${text})]`);
    expect(verdictOn(items('b'), items('c'), declaring('A', 0))).toMatch(/3 0 R \/A\/1: /);
  });

  test('of an array does not excuse its length from above', () => {
    expect(verdictOn(shows('/A [1 2]'), shows('/A [1]'), declaring('A', 1))).toMatch(/another length/);
  });
});

describe('the trailer', () => {
  const trailer = (entries: string): Side => ({ page: '', trailer: `<< /Root 1 0 R ${entries} >>` });

  test('keeps the first half of /ID, and has a second one', () => {
    const id = (text: string) => trailer(`/ID ${text}`);
    expect(verdictOn(id('[<01> <02>]'), id('[<01> <03>]'))).toBeNull();
    expect(verdictOn(id('[<01> <02>]'), id('[<03> <02>]'))).toMatch(/trailer \/ID: <01> became <03>/);
    expect(verdictOn(id('[<01> <02>]'), id('[<01>]'))).toMatch(/trailer \/ID: no longer two halves/);
    expect(verdictOn(id('[<01> <02>]'), trailer(''))).toMatch(/trailer \/ID: no longer two halves/);
    expect(verdictOn(trailer(''), id('[<01> <02>]'))).toMatch(/trailer \/ID: was not there before/);
    expect(verdictOn(id('(no array)'), trailer(''))).toBeNull();
  });

  test('leads to the same catalog and Info', () => {
    const info = (entries: string) => ({ ...trailer('/Info 100 0 R'), objects: { 100: `<< ${entries} >>` } });
    expect(verdictOn(info('/Title (a)'), info('/Title (b)'))).toMatch(/100 0 R \/Title/);
    expect(verdictOn(info('/Title (a)'), trailer(''))).toMatch(/trailer \/Info: no longer there/);
    expect(verdictOn(trailer(''), info(''))).toMatch(/trailer \/Info: was not there before/);
    expect(verdictOn(trailer('/Info 1 0 R'), trailer('/Info 2 0 R'))).not.toBeNull();
  });
});
