import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { LANGUAGE_CODES, LANGUAGE_NAMES } from '../text/i18n/language.ts';
import { LanguageMenu } from './LanguageMenu.tsx';

test('every language is offered by its own name, marked with its code', () => {
  renderPart(<LanguageMenu />);
  const menu = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
  expect([...menu.options].map(({ value, text, lang }) => [value, text, lang])).toEqual(
    LANGUAGE_CODES.map((code) => [code, LANGUAGE_NAMES[code], code]),
  );
  expect(menu.value).toBe('en');
});
