import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ImageOverrides } from '../../../shared/index.ts';
import { imageReport } from '../../testing/inspections.ts';
import { reportOf } from '../../testing/jobs.ts';
import { renderPart, textOf } from '../../testing/render.tsx';
import { ImagesPanel } from './ImagesPanel.tsx';

function shown(overrides: ImageOverrides = {}) {
  const images = [
    imageReport(1, { size: 3000 }),
    imageReport(2, { size: 2000, outcome: { kind: 'kept', reason: 'not-smaller' } }),
  ];
  const given: unknown[] = [];
  const rendered = renderPart(
    <ImagesPanel
      file={new Blob()}
      password={undefined}
      report={reportOf({ images })}
      before={null}
      overrides={overrides}
      onOverride={(...one) => given.push(one)}
    />,
  );
  return { ...rendered, given };
}

const switches = () => screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'));

test('each image says what was done, and a replaced one can be kept', async () => {
  const { user, given } = shown();
  expect(screen.getByRole('heading', { name: 'Images 2' })).toBeDefined();
  const [first, second] = screen.getAllByRole('switch');
  expect(second!.hasAttribute('data-disabled') || second!.getAttribute('aria-disabled') === 'true').toBe(
    true,
  );
  await user.click(first!);
  expect(given).toEqual([[1, { kind: 'keep' }]]);
});

test('an image opens what was done, with a quality of its own, reported once it is settled', async () => {
  const { user, given } = shown();
  const [opener] = screen.getAllByRole('button', { name: /^Details: / });
  await user.click(opener!);
  expect(opener!.getAttribute('aria-expanded')).toBe('true');
  expect(textOf(document.getElementById(opener!.getAttribute('aria-controls') ?? '')!)).toContain('JPEG');
  const quality = screen.getByRole('textbox', { name: 'Quality of this image' });
  await user.clear(quality);
  await user.type(quality, '60');
  expect(given).toEqual([]);
  await user.keyboard('{Enter}');
  expect(given).toEqual([[1, { kind: 'quality', quality: 60 }]]);
});

test('a kept image is released, and a quality is reset', async () => {
  const { user, given } = shown({ 1: { kind: 'keep' }, 2: { kind: 'quality', quality: 60 } });
  expect(switches()).toEqual(['true', 'false']);
  await user.click(screen.getAllByRole('switch')[0]!);
  await user.click(screen.getAllByRole('button', { name: /^Details: / })[1]!);
  await user.click(screen.getByRole('button', { name: 'Reset to default' }));
  expect(given).toEqual([
    [1, null],
    [2, null],
  ]);
});
