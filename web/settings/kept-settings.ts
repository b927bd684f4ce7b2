import { parseOptionTexts } from '../../shared/index.ts';
import { readDevice, writeDevice } from '../app/device-storage.ts';
import { intoRange, type Settings, settingsOf, settingTexts } from './settings.ts';

const KEY = 'pagelight.settings';

/** The settings kept on this device, if any; ones that are no longer valid count as none. */
export function keptSettings(): Settings | null {
  const text = readDevice(KEY);
  if (text === null) return null;
  const parsed = parseOptionTexts(new Map(new URLSearchParams(text)));
  return parsed.ok ? intoRange(settingsOf(parsed.options)) : null;
}

/** Keeps the options and nothing else; null forgets them. */
export function keepSettings(settings: Settings | null): void {
  writeDevice(KEY, settings && new URLSearchParams([...settingTexts(settings)]).toString());
}
