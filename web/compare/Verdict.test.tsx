import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CategoryResult, ReceiptVerdict, Verification } from '../../shared/index.ts';
import { downloads } from '../testing/downloads.ts';
import { reportOf } from '../testing/jobs.ts';
import { pageProof } from '../testing/proofs.ts';
import { renderPart, textOf } from '../testing/render.tsx';
import type { DiffState } from '../visual-diff/proof.ts';
import type { ReceiptCheckState } from './use-receipt-check.ts';
import { Verdict } from './Verdict.tsx';

const file = (size: number) => ({
  size,
  sha256: 'ab',
  document: reportOf().document,
  repairs: [],
  incomplete: false,
});
const category = (kind: CategoryResult['kind'], before: number, lost = 0): CategoryResult => ({
  kind,
  before,
  after: before - lost,
  lost,
  added: 0,
  notCompared: 0,
  additions: [],
  losses: lost === 0 ? [] : [{ change: 'removed', page: 1, name: 'https://example.org/' } as never],
});
const verification = (...categories: readonly CategoryResult[]): Verification => ({
  before: file(1000),
  after: file(500),
  equality: 'none',
  differentDocuments: false,
  categories,
  pages: [1, 2, 3].map((page) => ({ page, after: page, lost: {} })),
});

const same: DiffState = { kind: 'done', pages: [1, 2, 3].map((page) => pageProof(page)) };
const different: DiffState = {
  kind: 'done',
  pages: [pageProof(1), pageProof(2), pageProof(3, { similarity: 0.5 })],
};

function shown(parts: Partial<Parameters<typeof Verdict>[0]> = {}) {
  const looked: unknown[] = [];
  const rendered = renderPart(
    <Verdict
      verification={verification(category('links', 2), category('bookmarks', 2))}
      proof={same}
      seal={{ kind: 'none' }}
      afterName="small.pdf"
      isLooking={false}
      onLook={(page) => looked.push(page)}
      {...parts}
    />,
  );
  return { ...rendered, looked };
}

test('what was lost is named first, with the worst page', async () => {
  const lost = verification(category('bookmarks', 2), category('links', 1, 1));
  const { container, user, looked } = shown({ verification: lost, proof: different });
  const title = '1 thing was lost, 1 page looks different';
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: title }));
  expect(textOf(container)).toMatch(/The worst page is 3, at 50/);
  expect([...container.querySelectorAll('dl > div')].map(textOf).slice(0, 2)).toEqual([
    'Links1 of 1',
    'Bookmarks2 of 2',
  ]);
  await user.click(screen.getByText('List them'));
  expect(screen.getByText(/https:\/\/example\.org\/, gone/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Look at the pages' }));
  expect(looked).toEqual([3]);
});

test('where nothing was lost the verdict says so, and the report is saved under the name of the file', async () => {
  const saved = downloads();
  const { user } = shown();
  expect(screen.getByRole('heading', { name: 'Nothing was lost' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save this report' }));
  expect(saved.map(({ name }) => name)).toEqual(['small.comparison.json']);
});

const verdict: ReceiptVerdict = {
  kind: 'made-again',
  outputMatches: true,
  reproduced: true,
  fileReproduced: true,
  size: 500,
  sha256: '0123456789abcdef'.repeat(4),
  fields: { different: [], notChecked: [] },
  versions: { receipt: '0.2.0', current: '0.2.0' },
};

test.each<[string, ReceiptCheckState, string]>([
  [
    'right',
    { kind: 'checked', verdict },
    'Receipt verified. Compressing the original again gives identical bytes.',
  ],
  [
    'forged',
    {
      kind: 'checked',
      verdict: { ...verdict, fields: { different: ['imagesChanged[0].after.width'], notChecked: [] } },
    },
    'these entries of the receipt don’t: imagesChanged[0].after.width',
  ],
  [
    'of another file',
    { kind: 'checked', verdict: { kind: 'other-file' } },
    'This receipt belongs to another file.',
  ],
  ['checked', { kind: 'checking' }, 'Compressing the original again'],
  ['not to be checked', { kind: 'failed' }, 'The original couldn’t be compressed again here.'],
] as never)('a receipt that is %s says so', (_, seal, text) => {
  const { container } = shown({ seal });
  expect(textOf(container).replace(/\s/g, ' ')).toContain(text);
});
