import { expect, test } from 'vitest';
import { directly, filesFromDataTransfer, partitionPdfs } from './intake.ts';

const text = (name: string, content: string, type = '') => new File([content], name, { type });

test('a file that calls itself a PDF is taken at its word', async () => {
  const files = [text('a.pdf', 'no header'), text('B.PDF', ''), text('c', 'x', 'application/pdf')];
  expect(await partitionPdfs(directly(files))).toEqual({
    pdfs: directly(files),
    refused: { names: [], inFolders: [] },
  });
});

test('a file without the name is taken when it begins like a PDF', async () => {
  const scan = text('scan', `\n\n%PDF-1.4 …`);
  const { pdfs } = await partitionPdfs(directly([scan]));
  expect(pdfs).toEqual(directly([scan]));
});

test('a file without the name is taken when its first line is a misspelt one that readers open', async () => {
  const scan = text('scan', '%PDF1.4 …');
  expect((await partitionPdfs(directly([scan]))).pdfs).toEqual(directly([scan]));
});

test('what is no PDF is refused by name, and the rest goes on', async () => {
  const report = text('report.pdf', '%PDF-1.7');
  const sorted = await partitionPdfs(
    directly([text('photo.heic', 'ftyp'), report, text('notes.txt', 'hello')]),
  );
  expect(sorted).toEqual({
    pdfs: directly([report]),
    refused: { names: ['photo.heic', 'notes.txt'], inFolders: [] },
  });
});

test('other files of a folder are named apart', async () => {
  const given = [text('a.txt', ''), text('b.txt', '')].map((file) => ({ file, folder: 'Notes' }));
  expect(await partitionPdfs(given)).toEqual({
    pdfs: [],
    refused: { names: [], inFolders: ['a.txt', 'b.txt'] },
  });
});

test('a file that cannot be read is refused, not thrown', async () => {
  const gone = text('gone.bin', '');
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  expect((await partitionPdfs(directly([gone]))).refused.names).toEqual(['gone.bin']);
});

const fileEntry = (file: File, folder = '') => ({
  isFile: true,
  isDirectory: false,
  fullPath: `${folder}/${file.name}`,
  file: (resolve: (file: File) => void) => resolve(file),
});

/** A folder as browsers list it: a few entries at a time, then none. */
function folderEntry(...batches: readonly (readonly object[])[]) {
  const waiting = [...batches, []];
  const readEntries = (resolve: (entries: readonly object[] | undefined) => void) => resolve(waiting.shift());
  return { isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
}

function dropOf(files: readonly File[], entries: readonly object[]): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  // Only the two lists are read, and a DataTransfer cannot be created outside a browser.
  return { files, items } as unknown as DataTransfer;
}

test('dropped files are taken as they are', async () => {
  const files = [text('a.pdf', ''), text('b.pdf', '')];
  expect(
    await filesFromDataTransfer(
      dropOf(
        files,
        files.map((file) => fileEntry(file)),
      ),
    ),
  ).toEqual(directly(files));
});

test('a dropped folder is opened to its last file, beside files of its own', async () => {
  const [loose, first, second, deep] = ['loose', 'first', 'second', 'deep'].map((name) =>
    text(`${name}.pdf`, ''),
  );
  const folder = folderEntry(
    [fileEntry(first!, '/Reports'), folderEntry([fileEntry(deep!, '/Reports/2026')])],
    [fileEntry(second!, '/Reports')],
  );
  expect(await filesFromDataTransfer(dropOf([loose!], [fileEntry(loose!), folder]))).toEqual([
    { file: loose, folder: '' },
    { file: first, folder: 'Reports' },
    { file: deep, folder: 'Reports/2026' },
    { file: second, folder: 'Reports' },
  ]);
});

test('a folder that denies reading gives nothing, and nothing breaks', async () => {
  const denied = {
    isFile: false,
    isDirectory: true,
    createReader: () => ({ readEntries: (_: unknown, fail: () => void) => fail() }),
  };
  expect(await filesFromDataTransfer(dropOf([], [denied]))).toEqual([]);
});

test('a file chosen with its folder knows where it lay', () => {
  const file = text('a.pdf', '');
  Object.defineProperty(file, 'webkitRelativePath', { value: 'Reports/2026/a.pdf' });
  expect(directly([file])).toEqual([{ file, folder: 'Reports/2026' }]);
});

test('sizes of many files are read a few at a time', async () => {
  let read = 0;
  const given = Array.from({ length: 40 }, (_, at) => {
    const file = new File([], `${at}.pdf`);
    Object.defineProperty(file, 'size', { get: () => ++read });
    return { file, folder: '' };
  });
  const sorted = partitionPdfs(given);
  expect(read).toBe(16);
  expect((await sorted).pdfs).toEqual(given);
  expect(read).toBe(40);
});
