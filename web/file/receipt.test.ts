import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type DocumentFeatures, type Inspection } from '../../shared/index.ts';
import { inspectionOf } from '../testing/inspections.ts';
import { reportOf } from '../testing/jobs.ts';
import { pageProof } from '../testing/proofs.ts';
import type { DiffState } from '../visual-diff/proof.ts';
import { partBytes } from './inside/byte-parts.ts';
import { receiptRows } from './receipt.ts';

const proved: DiffState = { kind: 'done', pages: [pageProof(1), pageProof(2)] };
const before = inspectionOf();

function withFeatures(features: Partial<DocumentFeatures>): Inspection {
  return inspectionOf({ features: { ...before.features, ...features } });
}

function rows(after: Inspection | null, proof: DiffState = proved, first = before) {
  const insight = after === null ? null : { before: first, after };
  return receiptRows(reportOf(), insight, proof).map(
    ({ label, value, outcome }) => `${label}: ${value}${outcome === 'plain' ? '' : ` (${outcome})`}`,
  );
}

test('all that is equal is counted, and what was never there is told as none', () => {
  expect(rows(before)).toEqual([
    'Text: 200 words (same)',
    'Links: 5 of 5 (same)',
    'Bookmarks: 2 of 2 (same)',
    'Form fields: none',
    'Layers: none',
    'Attachments: none',
    'Tags and language: none',
    'Page sizes: same (same)',
    'Metadata: kept',
  ]);
});

test('lines and areas are counted, and rounding says how far they moved', () => {
  const drawings = {
    kind: 'drawings',
    before: 480,
    after: 480,
    lost: 0,
    added: 0,
    notCompared: 0,
    losses: [],
    additions: [],
  } as const;
  const of = (parts: object, quality = 75) =>
    receiptRows(
      reportOf({ options: { ...DEFAULT_OPTIONS, quality, roundCoordinates: true } }),
      null,
      proved,
      {
        ...drawings,
        ...parts,
      },
    ).map(({ label, value, outcome }) => `${label}: ${value} (${outcome})`);
  expect(of({})).toEqual(
    expect.arrayContaining(['Lines and areas: 480 of 480 (same)', 'Moved by: under 0.001 mm (plain)']),
  );
  expect(of({}, 60)).toContain('Moved by: under 0.002 mm (plain)');
  expect(of({ lost: 2 })[0]).toBe('Lines and areas: 478 of 480 (differs)');
  expect(of({ notCompared: 80 })).toContain('Lines and areas: 400 of 480 (plain)');
  expect(of({ before: 0 }).join()).not.toContain('Lines');
});

describe('what differs comes first', () => {
  test('a link too few', () => {
    expect(rows(withFeatures({ links: 4 }))[0]).toBe('Links: 4 of 5 (differs)');
  });

  test('a field that was not there', () => {
    expect(rows(withFeatures({ fields: 1 }))[0]).toBe('Form fields: 1 of 0 (differs)');
  });

  test('a lost language', () => {
    expect(rows(before, proved, withFeatures({ language: 'en' }))[0]).toBe(
      'Tags and language: changed (differs)',
    );
  });

  test('text of a page', () => {
    const pages = [pageProof(1), pageProof(2, { isTextEqual: false })];
    expect(rows(before, { kind: 'done', pages })[0]).toBe('Text: differs on 1 page (differs)');
  });

  test('the size of a page', () => {
    const pages = [pageProof(1, { isSizeEqual: false })];
    expect(rows(before, { kind: 'done', pages })[0]).toBe('Page sizes: changed (differs)');
  });
});

test.each<[string, DiffState, string]>([
  ['nothing ran', { kind: 'none' }, 'Text: not compared'],
  ['it failed', { kind: 'failed', pages: [pageProof(1)] }, 'Text: not compared'],
  ['it is under way', { kind: 'running', pages: [pageProof(1)], total: 2 }, 'Text: being compared'],
  ['pages have no text', { kind: 'done', pages: [pageProof(1, { words: 0 })] }, 'Text: none'],
])('where %s no text is called equal', (_, proof, line) => {
  expect(rows(null, proof)).toEqual([line]);
});

test('metadata that was taken out is removed', () => {
  const passes = [{ pass: 'metadata', items: 1, changed: 1, savedBytes: 50, skips: {} }] as const;
  const all = receiptRows(reportOf({ passes }), { before, after: before }, proved);
  expect(all.find(({ label }) => label === 'Metadata')).toMatchObject({ value: 'removed', outcome: 'plain' });
});

test('parts of a file that it never had are left out, and what nothing refers to is other', () => {
  const after = inspectionOf({ sizes: { ...before.sizes, images: 100, metadata: 0, unused: 0 } });
  expect(partBytes(before, after)).toEqual([
    { part: 'images', before: 600, after: 100 },
    { part: 'fonts', before: 100, after: 100 },
    { part: 'content', before: 100, after: 100 },
    { part: 'structure', before: 100, after: 100 },
    { part: 'metadata', before: 50, after: 0 },
    { part: 'other', before: 50, after: 30 },
  ]);
});
