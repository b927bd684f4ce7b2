import { describe, expect, test } from 'vitest';
import { verdictOn } from '../../testing/check-verdicts.ts';
import { stream } from '../../testing/documents/documents.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { PDFRef } from '../objects.ts';
import { type Changes, contentDigest } from './changes.ts';

const PAGE = PDFRef.of(3);
const CONTENT = PDFRef.of(100);

/** The check's result if content became these parts. */
function divided(
  content: string,
  parts: readonly string[],
  declare: (changes: Changes) => void = () => {},
  entries = '',
) {
  const refs = parts.map((_, at) => `${200 + at} 0 R`).join(' ');
  const after = Object.fromEntries(parts.map((part, at) => [200 + at, stream('', part)]));
  return verdictOn(
    { objects: { 100: stream(entries, content) }, page: '/Contents 100 0 R' },
    { objects: after, page: `/Contents [${refs}]` },
    (changes) => {
      changes.contentsDivided(PAGE);
      declare(changes);
    },
  );
}

const TEXT = 'q BT /F1 9 Tf (a Q b) Tj ET Q\n';

describe('divided content', () => {
  test.each([
    ['between operators', ['q', ' BT /F1 9 Tf', ' (a Q b) Tj ET Q\n']],
    ['in one part', [TEXT]],
  ])('is the same %s', (_, parts) => {
    expect(divided(TEXT, parts)).toBeNull();
  });

  test.each([
    ['an operation less', TEXT, ['q BT /F1 9 Tf', ' ET Q\n']],
    ['an operation twice', TEXT, ['q BT /F1 9 Tf', ' (a Q b) Tj ET', ' ET Q\n']],
    ['another order', TEXT, [' BT /F1 9 Tf', 'q', ' (a Q b) Tj ET Q\n']],
    ['another digit', TEXT, ['q BT /F1 8 Tf', ' (a Q b) Tj ET Q\n']],
    ['a cut before an operator', TEXT, ['q BT /F1 9', ' Tf (a Q b) Tj ET Q\n']],
    ['a cut in a string', TEXT, ['q BT /F1 9 Tf (a Q', ' b) Tj ET Q\n']],
    ['a cut in an operator', 'q BT ET Q', ['q B', 'T ET Q']],
    ['a cut between two letters of an unknown operator', 'q QQ Q', ['q Q', 'Q Q']],
    ['a cut in a comment', 'q % a Q\n Q', ['q % a Q', '\n Q']],
    ['an empty part', TEXT, ['', TEXT]],
    [
      'a cut behind an inline image',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI q Q',
      ['BI /W 1 /H 1 /BPC 8 /CS /G ID x EI', ' q Q'],
    ],
  ])('is different with %s', (_, content, parts) => {
    expect(divided(content, parts)).toMatch(/^3 0 R \/Contents: divided content/);
  });

  test('may be what a pass declared for the stream, and nothing else then', () => {
    const rewritten = (changes: Changes) => changes.content(CONTENT, contentDigest(latin1Bytes('q Q')));
    expect(divided(TEXT, ['q', ' Q'], rewritten)).toBeNull();
    expect(divided(TEXT, ['q', ' Q q Q'], rewritten)).toMatch(/rewritten content differs/);
    expect(divided(TEXT, [TEXT], rewritten)).toMatch(/rewritten content differs/);
  });

  test('may be what a pass declared for the joined parts of the page', () => {
    const joined = (changes: Changes) => changes.contentsJoined(PAGE, contentDigest(latin1Bytes('q Q')));
    expect(divided(TEXT, ['q', ' Q'], joined)).toBeNull();
    expect(divided(TEXT, ['q', ' q Q Q'], joined)).toMatch(/rewritten content differs/);
  });

  test('loses no entry of the stream', () => {
    expect(divided(TEXT, [TEXT], undefined, '/Own 5')).toMatch(/Own: no longer there/);
  });

  test('is a difference where no pass divided it', () => {
    const parts = { 200: stream('', 'q'), 201: stream('', ' Q') };
    expect(
      verdictOn(
        { objects: { 100: stream('', 'q Q') }, page: '/Contents 100 0 R' },
        { objects: parts, page: '/Contents [200 0 R 201 0 R]' },
      ),
    ).not.toBeNull();
  });
});
