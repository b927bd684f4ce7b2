import { describe, expect, test, vi } from 'vitest';
import { jobOf, pdfFile, probeOf, resultOf, states } from '../testing/jobs.ts';
import { memoryFolder } from '../testing/memory-folder.ts';
import { FileStore } from './file-store.ts';
import { JobPersister, type PersisterState } from './job-persister.ts';
import { fromStoredJob, keptJobs } from './stored-job.ts';

function setUp(quota?: number) {
  const { folder, files } = memoryFolder(quota);
  const told: PersisterState[] = [];
  const keeper = new JobPersister(
    async () => folder,
    (state) => told.push(state),
  );
  const store = new FileStore(folder);
  const restored = async () => Promise.all((await keptJobs(store)).map((kept) => fromStoredJob(store, kept)));
  return { keeper, files, told, restored };
}

const done = jobOf(2, { kind: 'done', result: resultOf() }, { folder: 'Reports', probe: probeOf() });

describe('what is kept', () => {
  test('comes back as it was: what was done is done, what was not waits', async () => {
    const { keeper, files, restored } = setUp();
    keeper.sync([jobOf(1, states.running(0.5)), done, jobOf(3, states.damaged), jobOf(4, states.cancelled)]);
    await vi.waitFor(() => expect(files.has('4.json')).toBe(true));

    const jobs = await restored();
    expect(jobs.map(({ state }) => state.kind)).toEqual(['waiting', 'done', 'failed', 'cancelled']);
    expect(jobs[1]).toMatchObject({ id: 2, folder: 'Reports', probe: done.probe, options: done.options });
    expect([jobs[1]!.file.name, jobs[1]!.file.size]).toEqual([done.file.name, done.file.size]);
    expect(jobs[1]!.state).toMatchObject({ result: { report: { outputSize: 500 }, elapsedMs: 1200 } });
  });

  test('is written anew when something lasting changed, and not for progress', async () => {
    const { keeper, files, restored } = setUp();
    const running = jobOf(1, states.running(0.1));
    keeper.sync([running]);
    await vi.waitFor(() => expect(files.has('1.json')).toBe(true));
    const note = files.get('1.json');
    keeper.sync([{ ...running, state: states.running(0.7) }]);
    expect(files.get('1.json')).toBe(note);
    keeper.sync([{ ...running, state: states.done() }]);
    await vi.waitFor(() => expect(files.has('1.result')).toBe(true));
    await vi.waitFor(async () => expect((await restored())[0]!.state.kind).toBe('done'));
  });

  test('chosen names and the order by hand come back', async () => {
    const { keeper, restored } = setUp();
    const other = jobOf(1, states.done());
    keeper.sync([other, done]);
    keeper.sync([{ ...done, chosenName: 'Invoice.pdf', place: 0 }, other]);
    await vi.waitFor(async () => expect((await restored()).map(({ id }) => id)).toEqual([2, 1]));
    expect((await restored())[0]).toMatchObject({ chosenName: 'Invoice.pdf' });
  });

  test('parts that a result was split into come back, and go with their undo or their file', async () => {
    const { keeper, files, restored } = setUp();
    const of = { firstPage: 1, lastPage: 3, bookmarks: 0, links: 0, removedLinks: 2, attachments: 0 };
    const parts = { files: [{ ...of, blob: new Blob(['part']) }], limit: 1000, leftOut: [2] };
    const split = jobOf(1, { kind: 'done', result: { ...resultOf(), parts } });
    keeper.sync([split]);
    await keeper.settled();
    const job = (await restored())[0]!;
    expect(job.state).toMatchObject({ result: { parts: { limit: 1000, leftOut: [2], files: [of] } } });
    const kept = job.state.kind === 'done' ? job.state.result.parts?.files[0]?.blob : undefined;
    expect(await kept?.text()).toBe('part');
    keeper.sync([jobOf(1, { kind: 'done', result: resultOf() })]);
    await keeper.settled();
    expect([...files.keys()].filter((name) => name.includes('part'))).toEqual([]);
    keeper.sync([split]);
    await keeper.settled();
    keeper.sync([]);
    await keeper.settled();
    expect([...files.keys()]).toEqual([]);
  });

  test('is never a password', async () => {
    const { keeper, files } = setUp();
    keeper.sync([jobOf(1, states.waiting, { password: 'open sesame' })]);
    await vi.waitFor(() => expect(files.has('1.json')).toBe(true));
    expect(await files.get('1.json')?.text()).not.toContain('sesame');
  });

  test('is gone when the job is removed', async () => {
    const { keeper, files } = setUp();
    keeper.sync([done]);
    await vi.waitFor(() => expect(files.has('2.json')).toBe(true));
    keeper.sync([]);
    await vi.waitFor(() => expect(files.size).toBe(0));
  });
});

test('a full storage is told once and leaves nothing half written; removals go on', async () => {
  const { keeper, files, told } = setUp(3000);
  const small = jobOf(1, states.waiting);
  const large = jobOf(2, states.waiting, { file: pdfFile('large.pdf', 5000) });
  keeper.sync([small, large]);
  await vi.waitFor(() => expect(told).toEqual(['full']));
  expect([...files.keys()].sort()).toEqual(['1.input', '1.json']);
  keeper.sync([large]);
  await vi.waitFor(() => expect(files.size).toBe(0));
  expect(told).toEqual(['full']);
});

test('a storage that is taken away ends the keeping', async () => {
  const told: PersisterState[] = [];
  const keeper = new JobPersister(
    () => Promise.reject(new DOMException('denied', 'SecurityError')),
    (state) => told.push(state),
  );
  keeper.sync([jobOf(1, states.waiting)]);
  await vi.waitFor(() => expect(told).toEqual(['off']));
});
