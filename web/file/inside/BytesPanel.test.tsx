import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inspectionOf } from '../../testing/inspections.ts';
import { renderPart, textOf } from '../../testing/render.tsx';
import { BytesPanel } from './BytesPanel.tsx';

test('each part has its bytes before and after, and the share that was saved', () => {
  const before = inspectionOf();
  const after = inspectionOf({ fileSize: 500, sizes: { ...before.sizes, images: 200 } });
  renderPart(<BytesPanel before={before} after={after} />);
  const images = screen.getByRole('row', { name: /^Images/ });
  expect(textOf(images)).toContain('600\u00a0bytes200\u00a0bytes');
  expect(textOf(images)).toMatch(/%$/);
  expect(screen.getByText('Both bars share one scale')).toBeDefined();
});

test('a file that stayed as it is has one bar and one column', () => {
  const same = inspectionOf();
  renderPart(<BytesPanel before={same} after={same} />);
  expect(screen.getAllByRole('columnheader').map(textOf)).toEqual(['Part', 'Size']);
  expect(screen.queryByText('Both bars share one scale')).toBeNull();
});
