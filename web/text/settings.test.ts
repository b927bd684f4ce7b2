import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, PRESETS } from '../../shared/index.ts';
import { DEFAULT_SETTINGS, settingsOf } from '../options/settings.ts';
import { apiCall, LANGUAGES } from './api-call.ts';
import { dimensionHint, dimensionValueText, outcomeHint, settingsSummary } from './settings.ts';

test.each([
  [1200, 0, 'At most 1,200 px on the longer side. Small print may look soft.'],
  [1200, 150, 'At most 1,200 px on the longer side. Scans keep 150 dpi.'],
  [1754, 0, 'At most 1,754 px on the longer side.'],
  [2480, 150, 'At most 2,480 px on the longer side.'],
])('%d pixels with a floor of %d dpi: %s', (pixels, minDpi, hint) => {
  expect(dimensionHint(pixels, minDpi)).toBe(hint);
});

test.each([
  [DEFAULT_SETTINGS, 'Photos about 103 dpi, scans 150 dpi.'],
  [settingsOf(PRESETS.sharp), 'Photos and scans about 212 dpi.'],
  [{ ...DEFAULT_SETTINGS, maxDpi: 96 }, 'Photos about 96 dpi, scans 150 dpi.'],
  [{ ...DEFAULT_SETTINGS, targetSize: 1e6 }, 'Photos up to 103 dpi, scans 150 dpi.'],
  [settingsOf(PRESETS.lossless), 'Images stay identical. Only the file structure is compressed.'],
])('what comes of %o', (settings, hint) => {
  expect(outcomeHint(settings)).toBe(hint);
});

test('the slider says pixels and what they mean', () => {
  expect(dimensionValueText(1200)).toBe('About 103 dpi on A4, 1,200 pixels');
});

test.each([
  [DEFAULT_SETTINGS, 'Balanced · quality 75 · 103 dpi'],
  [{ ...DEFAULT_SETTINGS, quality: 40 }, 'Custom · quality 40 · 103 dpi'],
  [settingsOf(PRESETS.lossless), 'Lossless · images untouched'],
  [{ ...DEFAULT_SETTINGS, targetSize: 5e6 }, 'Balanced · Under 5\u00a0MB each'],
  [{ ...DEFAULT_SETTINGS, totalSize: 18e6 }, 'Balanced · All together under 18\u00a0MB'],
  [
    { ...DEFAULT_SETTINGS, targetSize: 10e6, totalSize: 25e6 },
    'Balanced · Under 10\u00a0MB each, 25\u00a0MB together',
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
