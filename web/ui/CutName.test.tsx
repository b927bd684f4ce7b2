import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { CutName } from './CutName.tsx';

test('screen readers get a name as one text, with its folder, and not the pieces that are seen', () => {
  renderPart(
    <bdi title="name">
      <CutName name="Annual report (2).pdf" folder="Reports/2026" />
    </bdi>,
  );
  const said = [...screen.getByTitle('name').children].filter((part) => !part.hasAttribute('aria-hidden'));
  expect(said.map(({ textContent }) => textContent)).toEqual(['Reports/2026/Annual report (2).pdf']);
});
