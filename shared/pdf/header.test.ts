import { expect, test } from 'vitest';
import { readHeader } from './header.ts';

const behind = (count: number, header: string) => Buffer.from(`${' '.repeat(count)}${header}\n1 0 obj`);

test.each(['%PDF-1.7', '%PDF 1.7'])(
  '%s is a header up to 1024 bytes into the file, and no further',
  (header) => {
    expect(readHeader(behind(1024, header))).toMatchObject({ offset: 1024, version: '1.7' });
    expect(readHeader(behind(1025, header))).toBeNull();
  },
);
