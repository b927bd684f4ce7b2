import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart, textOf } from '../testing/render.tsx';
import { PresetCards } from './PresetCards.tsx';

test('each preset says its use, and with files about what it would make of them', async () => {
  const chosen: string[] = [];
  const estimates = { hint: '', texts: { small: '≈ 12.3\u00a0KB' } } as never;
  const { user } = renderPart(
    <PresetCards chosen="balanced" estimates={estimates} onChoose={(name) => chosen.push(name)} />,
  );
  const small = screen.getByRole('radio', { name: 'Smallest', description: /^Soft pictures ≈ 12.3/ });
  expect(textOf(small)).toContain('≈ 12.3\u00a0KB');
  await user.click(small);
  // The group has one stop; its arrows choose.
  await user.keyboard('{ArrowLeft}');
  expect(chosen.at(0)).toBe('small');
  expect(screen.getAllByRole('radio')).toHaveLength(4);
});

test('custom settings are no preset', () => {
  renderPart(<PresetCards chosen={null} estimates={null} onChoose={() => {}} />);
  for (const card of screen.getAllByRole('radio')) expect(card.getAttribute('aria-checked')).toBe('false');
});
