import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PRESETS } from '../../shared/index.ts';
import { fragmentOf, settingsInFragment } from './fragment.ts';
import { keepSettings, keptSettings } from './kept-settings.ts';
import {
  changesNoPixel,
  DEFAULT_SETTINGS,
  optionsOf,
  PRESET_NAMES,
  presetOf,
  settingsOf,
  withPreset,
} from './settings.ts';

describe('presets', () => {
  test.each(PRESET_NAMES)('%s is recognised by its values', (name) => {
    expect(presetOf(settingsOf(PRESETS[name]))).toBe(name);
  });

  test('other values are nobody’s preset', () => {
    expect(presetOf({ ...DEFAULT_SETTINGS, quality: 74 })).toBeNull();
  });

  test('metadata stays as chosen and does not make a preset another one', () => {
    const keeping = withPreset({ ...DEFAULT_SETTINGS, stripMetadata: false }, 'small');
    expect(keeping).toEqual({ ...settingsOf(PRESETS.small), stripMetadata: false });
    expect(presetOf(keeping)).toBe('small');
  });

  test('what rules forbid stays forbidden, whatever the preset', () => {
    const ruled = withPreset({ ...DEFAULT_SETTINGS, jbig2Symbols: false }, 'small');
    expect([ruled.jbig2Symbols, presetOf(ruled)]).toEqual([false, 'small']);
  });

  test('a size to fit under stays as chosen, and lets pixels change', () => {
    const fitted = withPreset({ ...DEFAULT_SETTINGS, targetSize: 5_000_000 }, 'lossless');
    expect([fitted.targetSize, presetOf(fitted), changesNoPixel(fitted)]).toEqual([
      5_000_000,
      'lossless',
      false,
    ]);
  });

  test('only Lossless changes no pixel', () => {
    expect(PRESET_NAMES.filter((name) => changesNoPixel(settingsOf(PRESETS[name])))).toEqual(['lossless']);
  });
});

test('one size for all files is asked of no single one', () => {
  const settings = { ...DEFAULT_SETTINGS, targetSize: 10e6, totalSize: 25e6 };
  expect(optionsOf(settings)).toMatchObject({ targetSize: 10e6 });
  expect(optionsOf(settings)).not.toHaveProperty('totalSize');
  expect(withPreset(settings, 'small')).toMatchObject({ targetSize: 10e6, totalSize: 25e6 });
});

describe('the address', () => {
  test('the usual settings leave no trace', () => {
    expect(fragmentOf(DEFAULT_SETTINGS)).toBe('');
  });

  test.each([
    { ...DEFAULT_SETTINGS, quality: 60, maxDimension: 800, maxDpi: 300, minDpi: 200, grayscale: true },
    settingsOf(PRESETS.small),
    settingsOf(PRESETS.lossless),
    { ...DEFAULT_SETTINGS, cropHidden: true, totalSize: 18e6 },
    { ...DEFAULT_SETTINGS, targetSize: 10e6, totalSize: 25e6 },
  ])('carries %o there and back', (settings) => {
    expect(settingsInFragment(fragmentOf(settings))).toEqual(settings);
  });

  test('names both limits', () => {
    expect(fragmentOf({ ...DEFAULT_SETTINGS, targetSize: 10e6, totalSize: 25e6 })).toBe(
      '#each=10000000&all=25000000',
    );
  });

  test.each([
    ['#size=500000', { targetSize: 5e5, totalSize: 0 }],
    ['#size=18000000&all=true', { targetSize: 0, totalSize: 18e6 }],
    ['#all=25000000', { targetSize: 0, totalSize: 25e6 }],
    ['#q=60&all=true', { targetSize: 0, totalSize: 0 }],
    ['#q=60&all=-4', { targetSize: 0, totalSize: 0 }],
  ])('%s means what it meant', (fragment, limits) => {
    expect(settingsInFragment(fragment)).toMatchObject(limits);
  });

  test('short links are enough', () => {
    expect(settingsInFragment('#q=60&d=2000')).toEqual({
      ...DEFAULT_SETTINGS,
      quality: 60,
      maxDimension: 2000,
    });
  });

  test.each([
    ['#q=101&d=900', { ...DEFAULT_SETTINGS, maxDimension: 900 }],
    ['#q=7.5&jpeg=false', { ...DEFAULT_SETTINGS, convertToJpeg: false }],
    ['#d=100', { ...DEFAULT_SETTINGS, maxDimension: 400 }],
    ['#d=9999', { ...DEFAULT_SETTINGS, maxDimension: 4000 }],
  ])(
    'what makes no sense in %s is the default, what the sliders cannot show their nearest',
    (fragment, settings) => {
      expect(settingsInFragment(fragment)).toEqual(settings);
    },
  );

  test.each(['', '#', '#main', '#q=abc', '#name=report.pdf'])(
    '"%s" says nothing about settings',
    (fragment) => {
      expect(settingsInFragment(fragment)).toBeNull();
    },
  );
});

describe('settings kept on the device', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('come back, and are forgotten when asked', () => {
    const settings = { ...DEFAULT_SETTINGS, quality: 42, targetSize: 2e6, totalSize: 25e6 };
    keepSettings(settings);
    expect(keptSettings()).toEqual(settings);
    keepSettings(null);
    expect(keptSettings()).toBeNull();
    expect(stored.size).toBe(0);
  });

  test('of a version with one limit mean what they meant', () => {
    stored.set('pagelight.settings', 'quality=42&targetSize=18000000&together=true');
    expect(keptSettings()).toMatchObject({ quality: 42, targetSize: 0, totalSize: 18e6 });
    stored.set('pagelight.settings', 'quality=42&targetSize=500000');
    expect(keptSettings()).toMatchObject({ targetSize: 5e5, totalSize: 0 });
  });

  test('that are no longer valid count as none', () => {
    stored.set('pagelight.settings', 'quality=900&sharpness=3');
    expect(keptSettings()).toBeNull();
  });

  test('are simply not kept where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined);
    keepSettings(DEFAULT_SETTINGS);
    expect(keptSettings()).toBeNull();
  });
});
