import { parseOptionTexts } from '../../shared/index.ts';
import { readStored, writeStored } from '../device/safe-local-storage.ts';
import { intoRange, type Settings, settingsOf, settingTexts } from './settings.ts';

const KEY = 'pagelight.settings';
/** Stored beside the options: whether the target size is for all files. */
const TOGETHER = 'together';

/** The settings stored on this device, if any; invalid ones count as none. */
export function keptSettings(): Settings | null {
  const text = readStored(KEY);
  if (text === null) return null;
  const pairs = new URLSearchParams(text);
  const isTotalLimit = pairs.get(TOGETHER) === 'true';
  pairs.delete(TOGETHER);
  const parsed = parseOptionTexts(new Map(pairs));
  return parsed.ok ? { ...intoRange(settingsOf(parsed.options)), isTotalLimit } : null;
}

/** Stores only the options; null removes them. */
export function keepSettings(settings: Settings | null): void {
  const { isTotalLimit } = settings ?? { isTotalLimit: false };
  const pairs = settings && [...settingTexts(settings), ...(isTotalLimit ? [[TOGETHER, 'true']] : [])];
  writeStored(KEY, pairs && new URLSearchParams(pairs).toString());
}
