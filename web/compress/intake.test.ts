import { expect, test } from 'vitest';
import { directly, sortGiven } from './intake.ts';

const text = (name: string, content: string, type = '') => new File([content], name, { type });

test('a file that calls itself a PDF is taken at its word', async () => {
  const files = [text('a.pdf', 'no header'), text('B.PDF', ''), text('c', 'x', 'application/pdf')];
  expect(await sortGiven(directly(files))).toEqual({ pdfs: files, refused: { names: [], inFolders: 0 } });
});

test('a file without the name is taken when it begins like a PDF', async () => {
  const scan = text('scan', `\n\n%PDF-1.4 …`);
  const { pdfs } = await sortGiven(directly([scan]));
  expect(pdfs).toEqual([scan]);
});

test('what is no PDF is refused by name, and the rest goes on', async () => {
  const report = text('report.pdf', '%PDF-1.7');
  const sorted = await sortGiven(directly([text('photo.heic', 'ftyp'), report, text('notes.txt', 'hello')]));
  expect(sorted).toEqual({ pdfs: [report], refused: { names: ['photo.heic', 'notes.txt'], inFolders: 0 } });
});

test('other files of a folder are counted, not named', async () => {
  const given = [text('a.txt', ''), text('b.txt', '')].map((file) => ({ file, fromFolder: true }));
  expect(await sortGiven(given)).toEqual({ pdfs: [], refused: { names: [], inFolders: 2 } });
});

test('a file that cannot be read is refused, not thrown', async () => {
  const gone = text('gone.bin', '');
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  expect((await sortGiven(directly([gone]))).refused.names).toEqual(['gone.bin']);
});
