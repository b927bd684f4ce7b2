import { expect, test, vi } from 'vitest';
import type { Job } from '../jobs/job.ts';
import { imageReport } from '../testing/inspections.ts';
import { jobOf, resultOf, states } from '../testing/jobs.ts';
import { pageProof } from '../testing/proofs.ts';
import type { Fetching } from './assets.ts';
import { BackgroundComparer, backgroundLimits } from './background.ts';
import { PagePictures } from './page-pictures.ts';
import type { PageDiff } from './proof.ts';
import { DiffStore } from './proof-store.ts';
import { SessionError } from './session.ts';

function setUp({
  isReady = true,
  lacks = (_fetching: Fetching): boolean => false,
  pictures = null as PagePictures | null,
} = {}) {
  const store = new DiffStore();
  const opened: Blob[] = [];
  const held: { readonly finish: () => void; isEnded: boolean }[] = [];
  const takeTurn = vi.fn(async (_isLarge: boolean) => () => {});
  const background = new BackgroundComparer({
    store,
    pictures,
    isReady: () => isReady,
    takeTurn,
    limits: { pages: 10, bytes: 5000, pixels: 10_000_000 },
    open: async ({ before, after = before }, fetching) => {
      opened.push(after);
      let finish: (proof: PageDiff) => void = () => undefined;
      let fail: (error: Error) => void = () => undefined;
      const compared = new Promise<PageDiff>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
      compared.catch(() => undefined);
      const entry = { finish: () => finish(pageProof(1)), isEnded: false };
      held.push(entry);
      return {
        pages: 1,
        lacksAssets: lacks(fetching),
        compare: () => compared,
        thumbnail: async (_side, _page, width) =>
          ({ width, height: width, close: () => undefined }) as unknown as ImageBitmap,
        end: () => {
          entry.isEnded = true;
          fail(new SessionError('ended'));
        },
      };
    },
  });
  return { background, store, opened, held, takeTurn };
}

const done = (id: number, parts = {}): Job => jobOf(id, { kind: 'done', result: resultOf(parts) });
const blobOf = (job: Job) => (job.state.kind === 'done' ? job.state.result.blob : null)!;

test('results are compared one after the other', async () => {
  const { background, store, opened, held } = setUp();
  const jobs = [done(1), done(2)];
  background.follow(jobs);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  held[0]!.finish();
  await vi.waitFor(() => expect(opened).toEqual(jobs.map(blobOf)));
  expect(store.of(blobOf(jobs[0]!))).toMatchObject({ kind: 'done' });
  expect(held[0]!.isEnded).toBe(true);
});

test.each<[string, Job[], boolean]>([
  ['other files are still worked on', [done(1), jobOf(2, states.running(0.5))], true],
  ['it came back as it was', [jobOf(1, states.kept())], true],
  ['it has many pages', [done(1, { document: { ...resultOf().report.document, pages: 11 } })], true],
  ['it is large', [done(1, { inputSize: 5001 })], true],
  [
    'an image is larger than memory has room for',
    [done(1, { images: [imageReport(4, { width: 10_001, height: 1000 })] })],
    true,
  ],
  ['what draws pages is not here', [done(1)], false],
])('nothing is compared where %s', async (_, jobs, isReady) => {
  const { background, opened } = setUp({ isReady });
  background.follow(jobs);
  await Promise.resolve();
  expect(opened).toEqual([]);
});

test('it makes way for somebody who looks at a file, and goes on after', async () => {
  const { background, store, held } = setUp();
  const job = done(1);
  background.follow([job]);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const letGo = background.hold();
  await vi.waitFor(() => expect(store.of(blobOf(job))).toMatchObject({ kind: 'partial' }));
  expect(held[0]!.isEnded).toBe(true);
  letGo();
  letGo();
  await vi.waitFor(() => expect(held).toHaveLength(2));
});

test('a result that is gone is compared no further', async () => {
  const { background, held } = setUp();
  background.follow([done(1)]);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  background.follow([]);
  expect(held[0]!.isEnded).toBe(true);
});

test('what cannot be opened is not tried again', async () => {
  const store = new DiffStore();
  const open = vi.fn(() => Promise.reject(new SessionError('unreadable')));
  const background = new BackgroundComparer({
    store,
    pictures: null,
    isReady: () => true,
    takeTurn: async () => () => {},
    limits: { pages: 10, bytes: 5000, pixels: 1_000_000 },
    open,
  });
  const job = done(1);
  background.follow([job]);
  await vi.waitFor(() => expect(store.of(blobOf(job))).toEqual({ kind: 'failed', pages: [] }));
  background.follow([job]);
  expect(open).toHaveBeenCalledOnce();
});

test('what cannot be drawn with what is here waits for somebody to ask, and may fetch the rest then', async () => {
  const { background, store, opened, held } = setUp({ lacks: (fetching) => fetching !== 'may-fetch' });
  const job = done(1);
  const result = job.state.kind === 'done' ? job.state.result : resultOf();
  expect(background.needsAsking(result)).toBe(false);
  background.follow([job]);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  held[0]!.finish();
  await vi.waitFor(() => expect(background.needsAsking(result)).toBe(true));
  expect(store.of(result.blob)).toEqual({ kind: 'none' });
  background.follow([job]);
  expect(opened).toHaveLength(1);
  background.ask([result.blob]);
  await vi.waitFor(() => expect(held).toHaveLength(2));
  held[1]!.finish();
  await vi.waitFor(() => expect(store.of(result.blob)).toMatchObject({ kind: 'done' }));
});

test.each([
  [4000, true],
  [400, false],
])('a picture that is %i pixels high takes a turn alone: %s', async (height, isAlone) => {
  const { background, held, takeTurn } = setUp();
  background.follow([done(1, { images: [imageReport(4, { width: 2400, height })] })]);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  expect(takeTurn.mock.calls).toEqual([[isAlone]]);
});

test('unasked, a photograph of 24 megapixels is drawn where there is memory for it', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64)';
  const pixelsWith = (deviceMemory: number) =>
    backgroundLimits({ userAgent, hardwareConcurrency: 4, deviceMemory }).pixels;
  expect(pixelsWith(0.5)).toBeLessThan(24_000_000);
  expect(pixelsWith(0.125)).toBe(0);
  expect(pixelsWith(4)).toBeGreaterThan(24_000_000);
});

test('page 1 is drawn of what is compared, then of what came back as it was, each once', async () => {
  const pictures = new PagePictures();
  const { background, opened, held, store } = setUp({ pictures });
  const jobs = [jobOf(1, states.kept()), done(2), done(3, { document: manyPages })];
  background.follow(jobs);
  await vi.waitFor(() => expect(pictures.of(blobOf(jobs[1]!))).not.toBeNull());
  held[0]!.finish();
  await vi.waitFor(() => expect(jobs.every((job) => pictures.of(blobOf(job)) !== null)).toBe(true));
  background.follow([...jobs]);
  expect(opened).toEqual([jobs[1]!, jobs[0]!, jobs[2]!].map(blobOf));
  expect(jobs.map((job) => store.of(blobOf(job)).kind)).toEqual(['none', 'done', 'none']);
});

test('nothing is drawn of what takes too much memory', async () => {
  const pictures = new PagePictures();
  const { background, opened } = setUp({ pictures });
  background.follow([done(1, { images: [imageReport(4, { width: 10_001, height: 1000 })] })]);
  await Promise.resolve();
  expect(opened).toEqual([]);
});

const manyPages = { ...resultOf().report.document, pages: 11 };

test('a result without its damaged pages is drawn from its own file', async () => {
  const pictures = new PagePictures();
  const { background, opened } = setUp({ pictures });
  const counts = { bookmarks: 0, links: 0, removedLinks: 0, attachments: 0 };
  const part = { ...counts, firstPage: 1, lastPage: 1, blob: new Blob(['%PDF-part']) };
  const result = { ...resultOf({ unchanged: true }), parts: { files: [part], limit: 0, leftOut: [2, 3] } };
  background.follow([jobOf(1, { kind: 'done', result })]);
  await vi.waitFor(() => expect(pictures.of(part.blob)).not.toBeNull());
  expect(opened).toEqual([part.blob]);
});
