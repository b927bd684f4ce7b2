import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, PRESETS } from '../../shared/index.ts';
import { DEFAULT_SETTINGS, settingsOf } from '../options/settings.ts';
import { apiCall, LANGUAGES } from './api-call.ts';
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
  expect(dimensionValueText(1200)).toBe('About 103 dpi on A4, 1,200 pixels');
});

test.each([
  [DEFAULT_SETTINGS, 'Screen · quality 75 · 1,200 px'],
  [{ ...DEFAULT_SETTINGS, quality: 40 }, 'Custom · quality 40 · 1,200 px'],
  [settingsOf(PRESETS.lossless), 'Exact · images untouched'],
  [{ ...DEFAULT_SETTINGS, targetSize: 5e6 }, 'Screen · Under 5\u00a0MB each'],
  [{ ...DEFAULT_SETTINGS, totalSize: 18e6 }, 'Screen · All together under 18\u00a0MB'],
  [
    { ...DEFAULT_SETTINGS, targetSize: 10e6, totalSize: 25e6 },
    'Screen · Under 10\u00a0MB each, 25\u00a0MB together',
  ],
])('%o in one line', (settings, line) => {
  expect(settingsSummary(settings)).toBe(line);
});

const call = {
  origin: 'https://pdf.example',
  options: PRESETS.balanced,
  inputName: 'Annual report.pdf',
  outputName: 'Annual report-light.pdf',
};

test('the call names the API’s fields with the values of now', () => {
  expect(apiCall('curl', call)).toBe(
    [
      'curl -f https://pdf.example/api/v1/compress \\',
      '  -H "Authorization: Bearer $PAGELIGHT_KEY" \\',
      '  -F "file=@Annual report.pdf" \\',
      '  -F quality=75 -F maxDimension=1200 \\',
      '  -F maxDpi=225 -F minDpi=150 \\',
      '  -F stripMetadata=true -F convertToJpeg=true \\',
      '  -F roundCoordinates=true -F mrc=fit \\',
      `  -o "Annual report-light.pdf" -w '%{http_code}\\n'`,
    ].join('\n'),
  );
});

test.each(LANGUAGES)(
  'the call in %s names what differs from the API’s defaults, and nothing else',
  (language) => {
    expect(apiCall(language, call)).toMatch(/minDpi\W+150/);
    expect(apiCall(language, { ...call, options: DEFAULT_OPTIONS })).not.toContain('Dpi');
  },
);

test.each(['$(rm -rf).pdf', 'a";type=x.pdf', 'a`b`.pdf', 'a,b.pdf', "a'.pdf", 'a\\.pdf'])(
  'a name that a shell or a program would read otherwise (%s) is not put into the call',
  (name) => {
    for (const language of LANGUAGES) {
      const text = apiCall(language, { ...call, inputName: name, outputName: name });
      expect(text).not.toContain(name);
      expect(text).toContain('document.pdf');
    }
  },
);
