import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CompressReport, DEFAULT_OPTIONS } from '../../../shared/index.ts';
import { resultOf } from '../../jobs/job.ts';
import { splits } from '../../split/splits.ts';
import { knownRemedies, type SuggestionSizes } from '../../suggestions/remedy-sizes.ts';
import { imageReport } from '../../testing/inspections.ts';
import { doneJob } from '../../testing/jobs.ts';
import { buttonsIn, renderPart, textOf } from '../../testing/render.tsx';
import { recordedActions } from '../../testing/row-actions.ts';
import { OverReason } from './OverReason.tsx';

function shown(report: Partial<CompressReport>, sizes: SuggestionSizes | null, after = 100_000) {
  const job = doneJob(1, 'long.pdf', {
    before: 120_000,
    after,
    report: { target: { requestedSize: 30_000, size: after }, ...report },
    options: { ...DEFAULT_OPTIONS, minDpi: 150, targetSize: 30_000 },
  });
  const { actions, calls } = recordedActions();
  const blob = resultOf(job)!.blob;
  if (sizes !== null) knownRemedies.learn(blob, sizes);
  const rendered = renderPart(<OverReason job={job} actions={actions} />, { jobs: [job] });
  return { ...rendered, calls, job, blob };
}

const PARTS = [25_000, 20_000].map((size) => ({ size, removedLinks: 0 }));
const SPLIT = 'Split into 2 parts 25.0\u00a0KB + 20.0\u00a0KB Keeps every link long.pdf';

const damaged = {
  damage: { pages: [2], missingPages: 0 },
  warnings: ['damaged-kept'],
} as Partial<CompressReport>;

/** Report of a search for a size where images weigh most. */
const images: Partial<CompressReport> = {
  images: [imageReport(1)],
  target: {
    requestedSize: 30_000,
    size: 100_000,
    missed: {
      attachments: 0,
      sizes: {
        images: 90_000,
        fonts: 0,
        content: 5000,
        attachments: 0,
        metadata: 0,
        structure: 5000,
        other: 0,
        unused: 0,
      },
    },
  },
};

test('nothing is offered before it is known what comes of it', () => {
  const { container, blob } = shown({}, null);
  expect(textOf(container)).toBe('Looking for what would help…');
  expect(screen.queryByRole('button')).toBeNull();
  act(() => knownRemedies.learn(blob, { split: PARTS }));
  expect(buttonsIn(container)).toEqual([SPLIT]);
});

test.each<[string, Partial<CompressReport>, string]>([
  ['text', {}, 'It’s 3 pages of text and drawings; there are no images to shrink.'],
  [
    'a signature',
    { unchanged: true, warnings: ['signed'] },
    'It is signed. Any change, including splitting, would break the signature.',
  ],
])('the reason is %s', (_, report, reason) => {
  const { container } = shown(report, {});
  expect(textOf(container)).toContain(reason);
});

test('a damaged file keeps a way on: a mail that asks for a fresh copy', () => {
  shown(damaged, {});
  const mail = screen.getByRole('link', { name: 'Ask for a fresh copy long.pdf' });
  expect(mail.getAttribute('href')).toMatch(/^mailto:\?subject=long\.pdf%20is%20damaged&body=%E2%80%9Clong/);
});

test('a file that no suggestion helps says why, and goes another way', async () => {
  const problem = { code: 'cannot_split', reason: 'page-over-limit', page: 1 } as const;
  const { container, user } = shown({}, { splitProblem: { ...problem, found: 90_000, allowed: 30_000 } });
  expect(textOf(container)).toContain(
    'Page 1 alone takes 90.0\u00a0KB, more than the limit of 30.0\u00a0KB.',
  );
  expect(buttonsIn(container)).toEqual(['Send as a link… long.pdf']);
  await user.click(screen.getByRole('button'));
  expect(textOf(container)).toContain('Nothing is uploaded from here.');
});

test('the surest way is a button, the others are behind it, and each is taken', async () => {
  const { container, user, calls } = shown(images, {
    split: PARTS,
    small: 20_000,
    gray: 50_000,
    lower: 25_000,
  });
  expect(textOf(container)).toContain(
    '1 image takes 90.0\u00a0KB, too much even at 150 dpi. We kept the quality.',
  );
  const [first, others] = buttonsIn(container);
  expect(first).toBe(SPLIT);
  expect(others).toBe('Other ways long.pdf');
  await user.click(screen.getByRole('button', { name: 'Other ways long.pdf' }));
  const items = (await screen.findAllByRole('menuitem')).map(textOf);
  // What would still be too large is no way: gray.
  expect(items).toEqual([
    'Try Smallest under 30\u00a0KB Softer pictures',
    'Try down to 72 dpi under 30\u00a0KB Much softer pictures',
  ]);
  await user.click(screen.getByRole('menuitem', { name: /^Try Smallest/ }));
  await user.click(screen.getByRole('button', { name: /^Split into 2 parts/ }));
  expect(calls).toMatchObject([
    ['takeRemedy', 1, 'small', { minDpi: 110 }],
    ['split', { id: 1 }],
  ]);
});

test('while parts are made no way is offered; a refusal says why', async () => {
  const { container, blob } = shown({}, { split: PARTS });
  let resolve!: (end: never) => void;
  const promise = new Promise<never>((done) => {
    resolve = done;
  });
  const core = {
    split: () => ({ outcome: promise, cancel: () => {} }),
    splitPlan: () => ({ outcome: promise, cancel: () => {} }),
  };
  const request = { input: blob, limit: 30_000, breakSignatures: false };
  let made: Promise<void> | undefined;
  act(() => {
    made = splits.begin(core as never, request, () => {});
  });
  expect(textOf(container)).toBe('Splitting…');
  resolve({ kind: 'failed', problem: { code: 'worker_died' } } as never);
  await act(() => made!);
  expect(textOf(container)).toContain('The browser stopped working on this file');
});
