import { expect, test } from 'vitest';
import { PRESETS } from '../../../shared/index.ts';
import { apiCall, LANGUAGES } from '../../text/api-call.ts';
import { docsWords } from '../../text/docs.ts';
import { type CodeLanguage, type TokenKind, tokens } from './tokens.ts';

const of = (kind: TokenKind, language: CodeLanguage, text: string) =>
  tokens(language, text)
    .filter((token) => token.kind === kind)
    .map((token) => token.text);

const call = {
  origin: 'http://127.0.0.1:3000',
  options: PRESETS.balanced,
  inputName: 'report-9.pdf',
  outputName: 'report-9-light.pdf',
};

test('the parts of a text are the text, each where it says', () => {
  const texts = [
    ...LANGUAGES.map((language) => [language, apiCall(language, call)] as const),
    ...Object.values(docsWords.answerExamples).map(({ text }) => ['answer', text] as const),
    ['curl', ''] as const,
  ];
  for (const [language, text] of texts) {
    const parts = tokens(language, text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    for (const part of parts) expect(text.startsWith(part.text, part.start)).toBe(true);
  }
});

test('curl: the command, its flags and values; neither addresses nor the names of files', () => {
  const text = apiCall('curl', call);
  expect(of('word', 'curl', text)).toEqual(['curl', '-f', '-H', ...Array<string>(9).fill('-F'), '-o', '-w']);
  expect(of('string', 'curl', text)[0]).toBe('"Authorization: Bearer $PAGELIGHT_KEY"');
  expect(of('number', 'curl', text)).toEqual(['75', '1200', '225', '150']);
  expect(of('word', 'curl', 'curl --fail-with-body http://h/#top -o a-f.pdf # -x "no"')).toEqual([
    'curl',
    '--fail-with-body',
    '-o',
  ]);
  expect(of('comment', 'curl', 'curl http://h/#top # -x "no"')).toEqual([' # -x "no"']);
});

test('TypeScript: a comment in a string is a string, and words within names are none', () => {
  const text = `const form = await newest('a // b', \`it's\`); // "why"\n/* two\nlines */ import x from 'y';`;
  expect(of('word', 'typescript', text)).toEqual(['const', 'await', 'import', 'from']);
  expect(of('string', 'typescript', text)).toEqual(["'a // b'", "`it's`", "'y'"]);
  expect(of('comment', 'typescript', text)).toEqual(['// "why"', '/* two\nlines */']);
});

test('Python: strings with their prefixes and escapes', () => {
  const text = String.raw`with open(rb"a\"b", 'c') as file:  # 3 "lines"`;
  expect(of('string', 'python', text)).toEqual([String.raw`rb"a\"b"`, "'c'"]);
  expect(of('word', 'python', text)).toEqual(['with', 'as']);
  expect(of('comment', 'python', text)).toEqual(['# 3 "lines"']);
});

test('PowerShell: commands, parameters and variables; the backtick escapes', () => {
  const text =
    '$headers = @{ a = "b`"c $env:KEY" }\nInvoke-RestMethod "u" -Method Post -Headers $headers # d';
  expect(of('word', 'powershell', text)).toEqual([
    '$headers',
    'Invoke-RestMethod',
    '-Method',
    '-Headers',
    '$headers',
  ]);
  expect(of('string', 'powershell', text)).toEqual(['"b`"c $env:KEY"', '"u"']);
  expect(of('comment', 'powershell', text)).toEqual(['# d']);
});

test('an answer: names of fields and headers apart from their values', () => {
  const json = '{ "status": 422, "ok": false, "code": "a: 1" }';
  expect(of('word', 'answer', json)).toEqual(['"status"', '"ok"', 'false', '"code"']);
  expect(of('string', 'answer', json)).toEqual(['"a: 1"']);
  expect(of('number', 'answer', json)).toEqual(['422']);
  const headers = 'HTTP/1.1 200 OK\nX-Original-Size: 4194304';
  expect(of('word', 'answer', headers)).toEqual(['X-Original-Size']);
  expect(of('number', 'answer', headers)).toEqual(['1.1', '200', '4194304']);
});
