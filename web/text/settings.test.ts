import { expect, test } from 'vitest';
import { PRESETS } from '../../shared/index.ts';
import { DEFAULT_SETTINGS, settingsOf } from '../settings/settings.ts';
import { curlCall } from './api-call.ts';
import { dimensionHint, dimensionValueText, settingsSummary } from './settings.ts';

test.each([
  [1200, 0, 'About 103 dpi on A4. Small print may look soft.'],
  [1200, 150, 'About 103 dpi on A4. Scans keep 150 dpi.'],
  [1754, 0, 'About 150 dpi on A4.'],
  [2480, 150, 'About 212 dpi on A4.'],
])('%d pixels with a floor of %d dpi: %s', (pixels, minDpi, hint) => {
  expect(dimensionHint(pixels, minDpi)).toBe(hint);
});

test('the slider says pixels and what they mean', () => {
  expect(dimensionValueText(1200)).toBe('1,200 pixels, about 103 dpi on A4');
});

test.each([
  [DEFAULT_SETTINGS, 'Balanced · quality 75 · 1,200 px'],
  [{ ...DEFAULT_SETTINGS, quality: 40 }, 'Custom · quality 40 · 1,200 px'],
  [settingsOf(PRESETS.lossless), 'Lossless · images untouched'],
])('%o in one line', (settings, line) => {
  expect(settingsSummary(settings)).toBe(line);
});

test('the call names the API’s fields with the values of now', () => {
  expect(
    curlCall('https://pdf.example', DEFAULT_SETTINGS, 'Annual report.pdf', 'Annual report-light.pdf'),
  ).toBe(
    [
      'curl https://pdf.example/api/v1/compress \\',
      '  -H "Authorization: Bearer $PAGELIGHT_KEY" \\',
      '  -F "file=@Annual report.pdf" \\',
      '  -F quality=75 -F maxDimension=1200 \\',
      '  -F minDpi=150 -F convertToJpeg=true -F grayscale=false -F stripMetadata=true \\',
      '  -o "Annual report-light.pdf"',
    ].join('\n'),
  );
});

test.each(['$(rm -rf).pdf', 'a";type=x.pdf', 'a`b`.pdf', 'a,b.pdf'])(
  'a name that a shell would read otherwise (%s) is not put into the call',
  (name) => {
    const call = curlCall('https://pdf.example', DEFAULT_SETTINGS, name, name);
    expect(call).not.toContain(name);
    expect(call).toContain('file=@document.pdf');
  },
);
