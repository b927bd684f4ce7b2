import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inspectionOf } from '../testing/inspections.ts';
import { reportOf, unchangedReport } from '../testing/jobs.ts';
import { pageProof } from '../testing/proofs.ts';
import { renderPart, textOf } from '../testing/render.tsx';
import type { DiffState } from '../visual-diff/proof.ts';
import { Receipt } from './Receipt.tsx';

function shown(parts: Partial<Parameters<typeof Receipt>[0]> = {}) {
  const pressed: unknown[] = [];
  const rendered = renderPart(
    <Receipt
      report={reportOf()}
      proof={{ kind: 'none' }}
      insight={null}
      note={null}
      drawn={null}
      repair={null}
      onUndo={null}
      onPage={(page) => pressed.push(page)}
      trying={null}
      saving={null}
      {...parts}
    />,
  );
  return { ...rendered, pressed, receipt: screen.getByRole('region', { name: 'Fidelity receipt' }) };
}

const done: DiffState = {
  kind: 'done',
  pages: [pageProof(1), pageProof(2, { similarity: 0.8 }), pageProof(3)],
};

test('the worst page has the score, and a link to it', async () => {
  const { receipt, user, pressed } = shown({ proof: done });
  expect(textOf(receipt)).toContain('All 3 pages drawn twice and compared.');
  expect(textOf(receipt)).toContain('Worst page: page 2.');
  expect(textOf(receipt)).toMatch(/Text ?300 words/);
  await user.click(screen.getByRole('button', { name: 'page 2' }));
  expect(pressed).toEqual([2]);
});

test('every check says its outcome', () => {
  const { receipt } = shown({ proof: done, insight: { before: inspectionOf(), after: inspectionOf() } });
  for (const line of [
    'Links5 of 5',
    'Bookmarks2 of 2',
    'Form fieldsnone',
    'Attachmentsnone',
    'Page sizessame',
  ])
    expect(textOf(receipt)).toContain(line);
  // Sentences for screen readers would say it twice.
  expect(textOf(receipt)).not.toContain('same, the same');
});

test('a loss comes first and says that it differs', () => {
  const before = inspectionOf();
  const after = inspectionOf({ features: { ...before.features, links: 3 } });
  const { container } = shown({ proof: done, insight: { before, after } });
  expect(textOf(container.querySelector('dl > div')!)).toBe('Links3 of 5, differs');
});

test.each<[string, DiffState, string]>([
  ['runs', { kind: 'running', pages: [pageProof(1)], total: 3 }, 'Comparing page 2 of 3'],
  ['failed', { kind: 'failed', pages: [pageProof(1)] }, 'Only 1 of 3 pages could be compared.'],
])('a comparison that %s claims nothing of the text', (_, proof, line) => {
  const { receipt } = shown({ proof });
  expect(textOf(receipt)).toContain(line);
  expect(textOf(receipt)).toMatch(/Text ?(being|not) compared/);
});

test('images whose originals would repair the pages say the size that they lead to', async () => {
  const pressed: string[] = [];
  const onUse = () => pressed.push('kept');
  const { user } = shown({ proof: done, repair: { images: 1, bytes: 700_000, overBy: 0, onUse } });
  await user.click(screen.getByRole('button', { name: /^Keep the original of 1 image ≈ 700\.0.KB$/ }));
  expect(pressed).toEqual(['kept']);
});

test('what breaks a limit says by how much, and is pressed twice', async () => {
  const pressed: string[] = [];
  const onUse = () => pressed.push('kept');
  const { user } = shown({ proof: done, repair: { images: 4, bytes: 17.3e6, overBy: 16.8e6, onUse } });
  await user.click(
    screen.getByRole('button', { name: /^Keep the original of 4 images ≈ 17\.3.MB Over by 16\.8.MB$/ }),
  );
  expect(pressed).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Keep, over by 16\.8.MB/ }));
  expect(pressed).toEqual(['kept']);
});

test('kept originals can be undone beside their offer', async () => {
  let isUndone = false;
  const { user } = shown({
    proof: done,
    onUndo: () => {
      isUndone = true;
    },
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(isUndone).toBe(true);
});

test('equal pages have no score before the last one is compared', () => {
  const { receipt } = shown({
    proof: { kind: 'running', pages: [pageProof(1, { similarity: 1 })], total: 3 },
  });
  expect(textOf(receipt)).toContain('Same so far, 1 of 3');
  expect(textOf(receipt)).not.toContain('/ 100');
  expect(textOf(receipt)).not.toContain('Every pixel is identical');
});

test('an original has nothing to compare', () => {
  const { receipt } = shown({ report: unchangedReport() });
  expect(textOf(receipt)).toContain('Nothing to compare: this is your original file, byte for byte.');
});

test('while other settings are tried the receipt says of what it is', () => {
  const { receipt } = shown({
    proof: done,
    trying: 'Of the current result, not of the settings you are trying.',
  });
  expect(textOf(receipt)).toContain('Of the current result');
  expect(textOf(receipt)).not.toContain('drawn twice');
});
