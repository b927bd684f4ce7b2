import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { imageReport } from '../../testing/inspections.ts';
import { resultOf } from '../../testing/jobs.ts';
import { renderPart, textOf } from '../../testing/render.tsx';
import { WorkDetails } from './WorkDetails.tsx';

test('each step says how much it changed, and why it left the rest', () => {
  const images = [
    imageReport(1),
    imageReport(2, { outcome: { kind: 'kept', reason: 'not-smaller' } as never }),
  ];
  const passes = [
    { pass: 'images', items: 2, changed: 1, savedBytes: 200, skips: { 'not-smaller': 1 } },
  ] as never;
  const { container } = renderPart(<WorkDetails result={resultOf({ images, passes })} />);
  const facts = [...container.querySelectorAll('dl > div')].map(textOf);
  expect(facts).toContain('Time1.2 seconds');
  expect(facts.find((fact) => fact.startsWith('Images'))).toMatch(
    /^Images1 of 2 changed, 200.bytes saved\. ?Unchanged: 1 /,
  );
  expect(screen.getByText('Document').nextSibling?.textContent).toContain('3 pages');
});
