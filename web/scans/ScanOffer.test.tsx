import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { resultOf } from '../jobs/job.ts';
import { doneJob } from '../testing/jobs.ts';
import { renderPart, textOf } from '../testing/render.tsx';
import { ScanOffer } from './ScanOffer.tsx';
import { scanOffers } from './scan-offers.ts';

/** Factors by which a result of 1 MB would shrink. */
function offer(times: { mrc: number; ink: number }, parts: Parameters<typeof doneJob>[2] = {}) {
  const job = doneJob(1, 'scan.pdf', { before: 2_000_000, after: 1_000_000, ...parts });
  const result = resultOf(job)!;
  const taken: unknown[] = [];
  const sized = (factor: number) => ({ bytes: 1_000_000 / factor, isExact: false });
  scanOffers.note(result.blob, { mrc: sized(times.mrc), ink: sized(times.ink) });
  const rendered = renderPart(
    <ScanOffer job={job} result={result} onOptions={(id, { mrc, ink }) => taken.push([id, mrc, ink])} />,
    { jobs: [job] },
  );
  return { ...rendered, taken };
}

test('scans that could be far smaller say so, and are separated when asked', async () => {
  const { container, user, taken } = offer({ mrc: 4, ink: 1 });
  expect(textOf(container)).toContain('Scans could be about 4.0 times smaller');
  expect(textOf(container)).toContain('1.0\u00a0MB → ≈ 250.0\u00a0KB');
  await user.click(screen.getByRole('button', { name: /^Use on 3 pages ≈ [\d.]+.KB scan\.pdf$/ }));
  expect(taken).toEqual([[1, 'auto', 'off']]);
});

test('black on white is a choice where it is smaller still', async () => {
  const { user, taken } = offer({ mrc: 4, ink: 8 });
  await user.click(screen.getByRole('radio', { name: /^Black on white ≈ 125\.0/ }));
  await user.click(screen.getByRole('button', { name: /^Use on 3 pages ≈ [\d.]+.KB scan\.pdf$/ }));
  expect(taken).toEqual([[1, 'off', 'auto']]);
});

test('a comparison first leads to the page of the file', async () => {
  const { user } = offer({ mrc: 4, ink: 1 });
  await user.click(screen.getByRole('button', { name: 'Compare first scan.pdf' }));
  expect(location.pathname).toBe('/f/1');
});

test('after a refusal the offer does not return', async () => {
  const { container, user } = offer({ mrc: 4, ink: 1 });
  await user.click(screen.getByRole('button', { name: 'Not now scan.pdf' }));
  expect(textOf(container)).toBe('');
});

test('what gains too little is not offered', () => {
  expect(textOf(offer({ mrc: 1.2, ink: 1.1 }).container)).toBe('');
});

test('a separated scan can be what it was again', async () => {
  const report = { mrc: { pages: [], skipped: {} } };
  const { user, taken } = offer({ mrc: 4, ink: 1 }, { hasOwnOptions: true, report });
  expect(screen.queryByRole('button', { name: /^Compare first/ })).toBeNull();
  await act(() => user.click(screen.getByRole('button', { name: 'Undo for scans scan.pdf' })));
  expect(taken).toEqual([[1, 'off', 'off']]);
});
