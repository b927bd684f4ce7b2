import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { archive, distinct, json, planned, run, to } from '../testing/archive-run.ts';
import { here, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

describe('verify', () => {
  const faults = async (...args: readonly string[]) => {
    const { code, out } = await archive('verify', run(), '--sample', '100%', '--json', ...args);
    return { code, faults: JSON.parse(out).faults };
  };
  const done = async () => {
    await planned('--sample', '0');
    await archive('run', run(), '--to', to());
  };
  const MANIFEST = 'run/manifests/0000/0000001.jsonl';

  test('finds nothing in a good run, and compresses the sampled originals again', async () => {
    await done();
    const { root } = await json('report.json');
    const { code, out } = await archive('verify', run(), '--sample', '100%', '--root', root, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ objects: 10, outputs: 10, repeated: 10, faultCount: 0 });
    expect(await faults('--root', '0'.repeat(64))).toMatchObject({ code: 4, faults: [{ kind: 'root' }] });
  });

  test('finds a changed object, a missing one and a changed original', async () => {
    await done();
    await writeFile(here('to/again.pdf'), distinct(5));
    await rm(here('to/deep/0/ü 2.pdf'));
    await writeFile(here('from/light.pdf'), distinct(6));
    expect(await faults()).toEqual({
      code: 4,
      faults: expect.arrayContaining([
        { kind: 'changed-output', key: 'again.pdf' },
        { kind: 'missing-output', key: 'deep/0/ü 2.pdf' },
        { kind: 'changed-input', key: 'light.pdf' },
      ]),
    });
  });

  test('finds a swapped shard and a missing one', async () => {
    await done();
    await rename(here('run/manifests/0000/0000000.jsonl'), here('kept'));
    await rename(here(MANIFEST), here('run/manifests/0000/0000000.jsonl'));
    await rename(here('kept'), here(MANIFEST));
    const { faults: swapped } = await faults();
    expect(swapped).toEqual(
      expect.arrayContaining([
        { kind: 'swapped-shard', shard: 0, found: 1 },
        { kind: 'swapped-shard', shard: 1, found: 0 },
      ]),
    );
    await rm(here(MANIFEST));
    expect((await faults()).faults).toContainEqual({ kind: 'missing-shard', shard: 1 });
  });

  test('finds that the last shards are missing', async () => {
    await done();
    const { shards } = await json('report.json');
    const lines = (await readFile(here('run/manifest.jsonl'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(shards);
    await writeFile(here('run/manifest.jsonl'), `${lines.slice(0, -1).join('\n')}\n`);
    expect((await faults()).faults).toContainEqual({ kind: 'missing-shard', shard: shards - 1 });
  });

  test('checks each object of a shard with a wrong digest, whatever the sample', async () => {
    await done();
    const [header, ...lines] = (await readFile(here(MANIFEST), 'utf8')).trim().split('\n');
    const line = JSON.parse(lines[0]!);
    await rm(here(`to/${line.key}`));
    const sampled = async () =>
      JSON.parse((await archive('verify', run(), '--sample', '0%', '--json')).out).faults;
    expect(await sampled()).toEqual([]);
    await writeFile(here(MANIFEST), `${[header, ...lines].join('\n')} \n`);
    expect(await sampled()).toContainEqual({ kind: 'missing-output', key: line.key });
  });

  test('finds a forged line, also where every digest above it is forged too', async () => {
    await done();
    const text = await readFile(here(MANIFEST), 'utf8');
    const [header, ...lines] = text.trim().split('\n');
    const line = JSON.parse(lines[0]!);
    const forged = JSON.stringify({ ...line, receipt: { ...line.receipt, imagesUnchanged: 7 } });
    const manifest = `${[header, forged, ...lines.slice(1)].join('\n')}\n`;
    await writeFile(here(MANIFEST), manifest);
    expect((await faults()).faults).toEqual(
      expect.arrayContaining([
        { kind: 'changed-shard', shard: 1 },
        { kind: 'not-reproduced', key: line.key, fields: ['imagesUnchanged'] },
      ]),
    );
    // With access to the run's folder the digests can be made to fit. The line is found all the same, and the root is another.
    const report = await json('report.json');
    const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
    const all = (await readFile(here('run/manifest.jsonl'), 'utf8')).replace(sha256(text), sha256(manifest));
    await writeFile(here('run/manifest.jsonl'), all);
    await writeFile(here('run/report.json'), JSON.stringify({ ...report, root: sha256(all) }));
    expect(await faults()).toEqual({
      code: 4,
      faults: [{ kind: 'not-reproduced', key: line.key, fields: ['imagesUnchanged'] }],
    });
    expect((await faults('--root', report.root)).faults).toContainEqual({
      kind: 'root',
      expected: report.root,
      found: sha256(all),
    });
  });

  test('finds a line of an object that the plan did not list', async () => {
    await done();
    const text = await readFile(here(MANIFEST), 'utf8');
    const [header, first, second, third] = text.trim().split('\n');
    await writeFile(here(MANIFEST), `${[header, second, first, third].join('\n')}\n`);
    expect((await faults()).faults).toEqual(
      expect.arrayContaining([
        { kind: 'bad-line', shard: 1, line: 2 },
        { kind: 'bad-line', shard: 1, line: 3 },
      ]),
    );
  });
});
