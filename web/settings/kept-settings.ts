import { parseOptionTexts } from '../../shared/index.ts';
import { readStored, writeStored } from '../app/safe-local-storage.ts';
import { intoRange, type Settings, settingsOf, settingTexts } from './settings.ts';

const KEY = 'pagelight.settings';
/** Beside the options: whether the size to fit under is for all files. */
const TOGETHER = 'together';

/** The settings kept on this device, if any; ones that are no longer valid count as none. */
export function keptSettings(): Settings | null {
  const text = readStored(KEY);
  if (text === null) return null;
  const pairs = new URLSearchParams(text);
  const isTotalLimit = pairs.get(TOGETHER) === 'true';
  pairs.delete(TOGETHER);
  const parsed = parseOptionTexts(new Map(pairs));
  return parsed.ok ? { ...intoRange(settingsOf(parsed.options)), isTotalLimit } : null;
}

/** Keeps the options and nothing else; null forgets them. */
export function keepSettings(settings: Settings | null): void {
  const { isTotalLimit } = settings ?? { isTotalLimit: false };
  const pairs = settings && [...settingTexts(settings), ...(isTotalLimit ? [[TOGETHER, 'true']] : [])];
  writeStored(KEY, pairs && new URLSearchParams(pairs).toString());
}
