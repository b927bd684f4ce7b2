import { expect, test } from 'vitest';
import { memoryFolder } from '../testing/memory-folder.ts';
import { saveBelow } from './folder.ts';

const saved = (path: string, text = 'new') => ({ path, blob: new Blob([text]), lastModified: 0 });

test('what is in the folder already is never overwritten', async () => {
  const { folder, files } = memoryFolder();
  await saveBelow(folder, saved('a-light.pdf', 'old'));
  await saveBelow(folder, saved('a-light.pdf'));
  expect([...files.keys()]).toEqual(['a-light.pdf', 'a-light-2.pdf']);
  expect(await files.get('a-light.pdf')?.text()).toBe('old');
});

test('folders of a path are made, and names that some system refuses are changed', async () => {
  const { folder, folders } = memoryFolder();
  await saveBelow(folder, saved('Reports: 2026/a?.pdf'));
  expect([...folders.keys()]).toEqual(['Reports_ 2026']);
  expect([...(folders.get('Reports_ 2026')?.files.keys() ?? [])]).toEqual(['a_.pdf']);
});

test('a part of a path without a name gets one', async () => {
  const { folder, folders } = memoryFolder();
  await saveBelow(folder, saved('/a.pdf'));
  expect([...folders.keys()]).toEqual(['_']);
});

test('a folder that has the name of a result is a conflict, too', async () => {
  const { folder, files } = memoryFolder();
  const getFileHandle = folder.getFileHandle.bind(folder);
  folder.getFileHandle = (name, options) =>
    name === 'a.pdf'
      ? Promise.reject(new DOMException('a folder', 'TypeMismatchError'))
      : getFileHandle(name, options);
  await saveBelow(folder, saved('a.pdf'));
  expect([...files.keys()]).toEqual(['a-2.pdf']);
});

test('a disk that is full leaves no empty file behind', async () => {
  const { folder, files } = memoryFolder(2);
  await expect(saveBelow(folder, saved('a.pdf'))).rejects.toThrow();
  expect(files.size).toBe(0);
});

test('a folder that denies everything is told, not tried for ever', async () => {
  const { folder } = memoryFolder();
  folder.getFileHandle = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  await expect(saveBelow(folder, saved('a.pdf'))).rejects.toThrow('denied');
});
