import { expect, test } from 'vitest';
import { chosenLanguage } from './language.ts';

test.each<[string, string | null, readonly string[], string]>([
  ['?lang=de', 'en', ['en-US'], 'de'],
  ['', 'de', ['en-US'], 'de'],
  ['', null, ['de-AT', 'en'], 'de'],
  ['', null, ['tlh', 'de', 'en'], 'de'],
  ['?lang=klingon', null, ['tlh'], 'en'],
  ['', 'gone', [], 'en'],
])('address "%s", kept %s, browser %j: %s', (search, kept, wanted, language) => {
  expect(chosenLanguage(search, kept, wanted)).toBe(language);
});
