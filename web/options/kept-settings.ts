import { parseOptionTexts } from '../../shared/index.ts';
import { readStored, writeStored } from '../device/safe-local-storage.ts';
import { bytesIn } from './fragment.ts';
import { intoRange, type Settings, settingsOf, settingTexts } from './settings.ts';

const KEY = 'pagelight.settings';
/** Stored beside the options: the limit of all files together. It was `true` where the target size was that limit. */
const TOGETHER = 'together';

/** The settings stored on this device, if any; invalid ones count as none. */
export function keptSettings(): Settings | null {
  const text = readStored(KEY);
  if (text === null) return null;
  const pairs = new URLSearchParams(text);
  const together = pairs.get(TOGETHER);
  pairs.delete(TOGETHER);
  const totalSize = bytesIn(together === 'true' ? pairs.get('targetSize') : together);
  if (together === 'true') pairs.delete('targetSize');
  const parsed = parseOptionTexts(new Map(pairs));
  return parsed.ok ? { ...intoRange(settingsOf(parsed.options)), totalSize } : null;
}

/** Stores only the options; null removes them. */
export function keepSettings(settings: Settings | null): void {
  const pairs = settings && [...settingTexts(settings), [TOGETHER, String(settings.totalSize)]];
  writeStored(KEY, pairs && new URLSearchParams(pairs).toString());
}
