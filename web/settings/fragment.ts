import { parseOptionTexts } from '../../shared/index.ts';
import {
  DEFAULT_SETTINGS,
  intoRange,
  SETTING_NAMES,
  type Settings,
  sameSettings,
  settingsOf,
} from './settings.ts';

/** Short names for the address; only settings are ever put there, never a file name. */
const FRAGMENT_KEYS = {
  quality: 'q',
  maxDimension: 'd',
  convertToJpeg: 'jpeg',
  stripMetadata: 'strip',
} as const satisfies Record<keyof Settings, string>;

/** `#q=60&d=1200&jpeg=true&strip=true`; nothing at all for the usual settings. */
export function fragmentOf(settings: Settings): string {
  if (sameSettings(settings, DEFAULT_SETTINGS)) return '';
  return `#${SETTING_NAMES.map((name) => `${FRAGMENT_KEYS[name]}=${settings[name]}`).join('&')}`;
}

/** The settings in a fragment; null when it says nothing about them. A value that makes no sense is the default. */
export function settingsInFragment(fragment: string): Settings | null {
  const pairs = new URLSearchParams(fragment.replace(/^#/, ''));
  const texts = new Map<string, string>();
  for (const name of SETTING_NAMES) {
    const text = pairs.get(FRAGMENT_KEYS[name]);
    if (text !== null && parseOptionTexts(new Map([[name, text]])).ok) texts.set(name, text);
  }
  if (texts.size === 0) return null;
  const parsed = parseOptionTexts(texts);
  return parsed.ok ? intoRange(settingsOf(parsed.options)) : null;
}
