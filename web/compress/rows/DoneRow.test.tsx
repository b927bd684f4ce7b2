import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CompressReport } from '../../../shared/index.ts';
import { DEFAULT_OPTIONS } from '../../../shared/index.ts';
import { doneJob } from '../../testing/jobs.ts';
import { pageProof } from '../../testing/proofs.ts';
import { buttonsIn, systemThatShares, textOf } from '../../testing/render.tsx';
import { renderRow } from '../../testing/row.tsx';

const signed = { unchanged: true, outputSize: 1000, ratio: 1, warnings: ['signed'] } as const;

test.each<[string, Partial<CompressReport>, readonly string[]]>([
  ['shows the saving and both sizes', {}, ['−50%', '1.0\u00a0KB → 500\u00a0bytes', '3 pages']],
  [
    'names what was done although it breaks a signature',
    { warnings: ['signatures-broken'] },
    ['no longer valid, because you chose to compress anyway'],
  ],
  ['counts warnings', { warnings: ['low-resolution-scan'] }, ['1 warning']],
  ['does not warn of the user’s own choice', { warnings: ['attachments-removed'] }, ['3 pages']],
  [
    'names the PDF/A part that was kept',
    {
      document: {
        pages: 3,
        version: '1.7',
        signed: false,
        encrypted: false,
        tagged: false,
        forms: false,
        pdfA: '2b',
      },
    },
    ['PDF/A-2b'],
  ],
])('%s', (_, report, texts) => {
  const { row } = renderRow(doneJob(1, 'a.pdf', { report }));
  for (const text of texts) expect(textOf(row)).toContain(text);
  expect(/\d warnings?/.test(textOf(row))).toBe(report.warnings?.[0] === 'low-resolution-scan');
});

test('a signed file is left as it is, without a comparison, and the question can be asked', async () => {
  const { row, user, calls } = renderRow(doneJob(1, 'lease.pdf', { after: 1000, report: signed }));
  expect(textOf(row)).toContain('Signed');
  expect(textOf(row)).toContain('Left unchanged. Compressing would break the signature.');
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Compress anyway .* lease.pdf$/ }));
  expect(calls).toEqual([['askSignature', 1]]);
});

test('the only file says all of it at once, on phones too', () => {
  const { row } = renderRow(doneJob(1, 'a.pdf', { report: { warnings: ['low-resolution-scan'] } }), {
    isSavedAbove: true,
  });
  expect(row.querySelectorAll('.unfold, .wide-line')).toHaveLength(0);
  expect(textOf(row)).toContain('1 warning');
});

test('no dot follows a sentence', () => {
  const { row } = renderRow(
    doneJob(1, 'a.pdf', { report: { warnings: ['not-linearized', 'low-resolution-scan'] } }),
    { needsAsking: () => true },
  );
  expect(textOf(row)).toContain('(“Fast web view”). ');
  expect(textOf(row)).toMatch(/Not compared|not compared/);
  expect(textOf(row)).not.toMatch(/\. · /);
});

test('a saved result has a tick in its name and can be saved again', async () => {
  const job = doneJob(1, 'a.pdf', { result: { isSaved: true } });
  const { row, user, calls } = renderRow(job);
  expect(textOf(row)).toContain('Saved · ');
  await user.click(screen.getByRole('button', { name: 'Saved. Download again: a.pdf, 500\u00a0bytes' }));
  expect(calls).toEqual([['save', 1]]);
});

test('pages that look different are told as soon as they are compared', async () => {
  const job = doneJob(1, 'fine.pdf');
  const { row, proofs } = renderRow(job);
  expect(textOf(row)).not.toContain('looks different');
  if (job.state.kind !== 'done') throw new Error('the job is done');
  const pages = [pageProof(1), pageProof(2, { similarity: 0.8 }), pageProof(3)];
  proofs.store.set(job.state.result.blob, { kind: 'done', pages });
  await waitFor(() => expect(textOf(row)).toContain('Page 2 looks different'));
});

test('a file too large to be compared unasked offers it', async () => {
  const { user, calls } = renderRow(doneJob(1, 'a.pdf'), { needsAsking: () => true });
  await user.click(screen.getByRole('button', { name: 'Compare pages a.pdf' }));
  expect(calls).toMatchObject([['compare', { isSaved: false }]]);
});

test('own settings have a badge', () => {
  const { row } = renderRow(doneJob(1, 'a.pdf', { hasOwnOptions: true }));
  expect(textOf(row)).toContain('Own settings');
});

test('the link leads to the page of the file', () => {
  renderRow(doneJob(7, 'a.pdf'));
  expect(screen.getByRole('link', { name: 'Compare a.pdf' }).getAttribute('href')).toBe('/f/7');
});

test.each<[string, Parameters<typeof renderRow>[1], readonly string[]]>([
  ['of one page', {}, ['Rename…', 'Settings for this file', 'Details', 'Remove']],
  [
    'that can be looked at and moved',
    { hasPicture: true, canMove: true },
    ['Quick look', 'Rename…', 'Settings for this file', 'Details', 'Move up', 'Move down', 'Remove'],
  ],
])('the menu of a file %s', async (_, parts, entries) => {
  const document = { pages: 1, version: '1.7', signed: false, encrypted: false, tagged: false, forms: false };
  const { user, calls } = renderRow(doneJob(1, 'a.pdf', { report: { document } }), parts);
  await user.click(screen.getByRole('button', { name: 'More for a.pdf' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(textOf)).toEqual(entries);
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(calls).toEqual([['remove', 1]]);
});

test('sharing is offered only where the system takes PDFs', async () => {
  systemThatShares();
  const { user, calls } = renderRow(doneJob(1, 'a.pdf'));
  await user.click(screen.getByRole('button', { name: 'More for a.pdf' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
  expect(calls).toEqual([['share', 1]]);
});

test('the details are opened and closed by the menu', async () => {
  const { row, user } = renderRow(doneJob(1, 'a.pdf'));
  const choose = async () => {
    await user.click(screen.getByRole('button', { name: 'More for a.pdf' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }));
  };
  await choose();
  expect(textOf(row)).toContain('Time');
  await choose();
  expect(textOf(row)).not.toContain('Time');
});

test('a result can be dragged out of the list under its own name', () => {
  renderRow(doneJob(1, 'text.pdf'));
  const data = new Map<string, string>();
  const dragged = Object.assign(new Event('dragstart', { bubbles: true }), {
    dataTransfer: { setData: (type: string, value: string) => data.set(type, value), effectAllowed: '' },
  });
  const name = screen.getByTitle('text.pdf');
  expect(name.getAttribute('draggable')).toBe('true');
  fireEvent(name, dragged);
  expect(data.get('DownloadURL')).toMatch(/^application\/pdf:text-light\.pdf:blob:/);
});

test('a file over its limit has no second button beside the one above the list', () => {
  const { row } = renderRow(doneJob(1, 'a.pdf', { options: { ...DEFAULT_OPTIONS, targetSize: 400 } }), {
    isSavedAbove: true,
  });
  // The headline says it.
  expect(textOf(row)).not.toContain('Over by');
  expect(buttonsIn(row).filter((name) => /Download/.test(name))).toEqual([]);
});

test('a file that was left out can be put back', async () => {
  const { row, user, calls } = renderRow(doneJob(1, 'a.pdf', { isLeftOut: true }));
  expect(textOf(row)).toContain('Left out');
  await user.click(screen.getByRole('button', { name: 'Put back a.pdf' }));
  expect(calls).toEqual([['putBack', 1]]);
});
