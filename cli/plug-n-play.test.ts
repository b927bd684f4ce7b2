import { open } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { archive } from './testing/archive-run.ts';
import { here, pdf, put, run, tree, withShrinkFolder } from './testing/shrink-run.ts';

withShrinkFolder();

test('everything is written where handles have no sync and no utimes, as in Yarn’s Plug’n’Play', async () => {
  await put({ 'in/a.pdf': pdf });
  const handle = await open(here('in/a.pdf'));
  const methods = Object.getPrototypeOf(handle);
  await handle.close();
  const missing = (['sync', 'datasync', 'utimes'] as const).map((name) =>
    vi.spyOn(methods, name).mockRejectedValue(new Error('Method not implemented.')),
  );
  try {
    await archive('plan', here('in'), here('run'));
    expect(await archive('run', here('run'), '--to', here('to'))).toMatchObject({ code: 0 });
    expect(await run(['-r', here('in'), '-o', here('out'), '--receipt'])).toMatchObject({ code: 0, err: '' });
    expect((await run(['-r', here('in'), '--in-place', '--backup', here('bak')])).code).toBe(0);
  } finally {
    for (const each of missing) each.mockRestore();
  }
  expect(await tree()).toEqual(
    expect.arrayContaining([
      'bak/a.pdf',
      'out/a.pdf',
      'out/a.receipt.json',
      'run/manifest.jsonl',
      'to/a.pdf',
    ]),
  );
});
