import { constants } from 'node:buffer';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../shared/index.ts';
import { Ledger } from './ledger.ts';

const LINE_BYTES = 1 << 20;

test('a ledger beyond the length of any string is read, its first entry and its last', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-ledger-'));
  try {
    const open = () => Ledger.open(folder, DEFAULT_OPTIONS, 'beside');
    const first = await open();
    first.add({ path: '/first.pdf', bytes: 1, mtimeMs: 1 });
    const file = join(folder, readdirSync(folder)[0]!);
    // Lines that are holes take no space.
    const written = openSync(file, 'r+');
    writeSync(written, '\n', statSync(file).size);
    for (let at = LINE_BYTES; at < constants.MAX_STRING_LENGTH + LINE_BYTES; at += LINE_BYTES)
      writeSync(written, '\n', at);
    closeSync(written);
    first.add({ path: '/last.pdf', bytes: 2, mtimeMs: 1 });
    first.close();
    expect(statSync(file).size).toBeGreaterThan(constants.MAX_STRING_LENGTH);

    const next = await open();
    expect([next.entryOf('/first.pdf')?.bytes, next.entryOf('/last.pdf')?.bytes]).toEqual([1, 2]);
    next.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
