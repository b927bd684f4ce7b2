import { parseOptionTexts } from '../../shared/index.ts';
import { settingRecord } from './option-records.ts';
import {
  budgetOf,
  DEFAULT_SETTINGS,
  intoRange,
  SETTING_NAMES,
  type Settings,
  settingsOf,
  settingTexts,
} from './settings.ts';

/** With a size: it is for all files together. */
const TOGETHER = 'all=true';

/** `#q=60&dpi=110`: settings that differ from the defaults, never a file name; empty if none do. */
export function fragmentOf(settings: Settings): string {
  const unusual = SETTING_NAMES.filter((name) => settings[name] !== DEFAULT_SETTINGS[name]);
  const pairs = unusual.map((name) => `${settingRecord(name).key}=${settings[name]}`);
  if (budgetOf(settings) > 0) pairs.push(TOGETHER);
  return pairs.length === 0 ? '' : `#${pairs.join('&')}`;
}

/** Parses the settings in a fragment; null if it contains none. Invalid values become defaults. */
export function settingsInFragment(fragment: string): Settings | null {
  const pairs = new URLSearchParams(fragment.replace(/^#/, ''));
  // Omitted settings have their defaults.
  const texts = new Map(settingTexts(DEFAULT_SETTINGS));
  let isSaid = false;
  for (const name of SETTING_NAMES) {
    const text = pairs.get(settingRecord(name).key);
    if (text === null || !parseOptionTexts(new Map([[name, text]])).ok) continue;
    texts.set(name, text);
    isSaid = true;
  }
  if (!isSaid) return null;
  const parsed = parseOptionTexts(texts);
  if (!parsed.ok) return null;
  const isTotalLimit = parsed.options.targetSize > 0 && pairs.get('all') === 'true';
  return { ...intoRange(settingsOf(parsed.options)), isTotalLimit };
}
