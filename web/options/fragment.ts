import { parseOptionTexts } from '../../shared/index.ts';
import { settingRecord } from './option-records.ts';
import {
  DEFAULT_SETTINGS,
  intoRange,
  SETTING_NAMES,
  type Settings,
  settingsOf,
  settingTexts,
} from './settings.ts';

/** The limit of all files together, in bytes. */
const TOGETHER = 'all';
/** Key of a limit in links from before there were two; with `all=true` it was for all files together. */
const OLD_SIZE = 'size';

/** `#q=60&dpi=110`: settings that differ from the defaults, never a file name; empty if none do. */
export function fragmentOf(settings: Settings): string {
  const unusual = SETTING_NAMES.filter((name) => settings[name] !== DEFAULT_SETTINGS[name]);
  const pairs = unusual.map((name) => `${settingRecord(name).key}=${settings[name]}`);
  if (settings.totalSize > 0) pairs.push(`${TOGETHER}=${settings.totalSize}`);
  return pairs.length === 0 ? '' : `#${pairs.join('&')}`;
}

/** Parses the settings in a fragment; null if it contains none. Invalid values become defaults. */
export function settingsInFragment(fragment: string): Settings | null {
  const pairs = inTodaysWords(new URLSearchParams(fragment.replace(/^#/, '')));
  // Omitted settings have their defaults.
  const texts = new Map(settingTexts(DEFAULT_SETTINGS));
  const totalSize = bytesIn(pairs.get(TOGETHER));
  let isSaid = totalSize > 0;
  for (const name of SETTING_NAMES) {
    const text = pairs.get(settingRecord(name).key);
    if (text === null || !parseOptionTexts(new Map([[name, text]])).ok) continue;
    texts.set(name, text);
    isSaid = true;
  }
  if (!isSaid) return null;
  const parsed = parseOptionTexts(texts);
  return parsed.ok ? { ...intoRange(settingsOf(parsed.options)), totalSize } : null;
}

/** Links are kept for years. */
function inTodaysWords(pairs: URLSearchParams): URLSearchParams {
  const size = pairs.get(OLD_SIZE);
  if (size === null) return pairs;
  const now = new URLSearchParams(pairs);
  now.set(pairs.get(TOGETHER) === 'true' ? TOGETHER : settingRecord('targetSize').key, size);
  return now;
}

/** As the core reads a size; 0 for anything else. */
export function bytesIn(text: string | null): number {
  if (text === null) return 0;
  const parsed = parseOptionTexts(new Map([['targetSize', text]]));
  return parsed.ok ? parsed.options.targetSize : 0;
}
