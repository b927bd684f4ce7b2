import { expect, test } from 'vitest';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { linearizationOf } from './linearization.ts';

const read = (text: string) => linearizationOf(latin1Bytes(text));
const DICT = '<< /Linearized 1 /L 9000 /H [ 700 90 ] /O 5 /E 800 /N 1 /T 8000 >>';

test.each([
  ['from the first byte', `%PDF-1.4\n1 0 obj\n${DICT}\nendobj`, { fileBytes: 9000, hintsAt: 700 }],
  ['behind other bytes', `junk\n\n\n\n%PDF-1.4\n1 0 obj\n${DICT}\nendobj`, { fileBytes: 9000, hintsAt: 708 }],
  ['without hints', `%PDF-1.4\n1 0 obj\n${DICT.replace(/\/H.*?\]/, '')}`, { fileBytes: 9000, hintsAt: -1 }],
  ['not', '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj', null],
  ['without a length', `%PDF-1.4\n1 0 obj\n${DICT.replace('/L 9000', '')}\nendobj`, null],
  ['too far behind', `%PDF-1.4\n${' '.repeat(1100)}1 0 obj\n${DICT}\nendobj`, null],
])('a file is linearized %s', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});
