import { useEffect, useState } from 'react';
import { fragmentOf, settingsInFragment } from './fragment.ts';
import { keepSettings, keptSettings } from './kept-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

export interface SettingsControl {
  readonly settings: Settings;
  readonly change: (settings: Settings) => void;
  readonly isKept: boolean;
  readonly keep: (isKept: boolean) => void;
}

/** The settings as they are now, also for what is no part of the page's tree: the address follows the panel. */
export function settingsOfAddress(): Settings {
  return settingsInFragment(location.hash) ?? keptSettings() ?? DEFAULT_SETTINGS;
}

/** The panel's settings: from the address, else as kept, else the usual ones. The address follows them. */
export function useSettings(): SettingsControl {
  const [settings, setSettings] = useState(settingsOfAddress);
  const [isKept, setIsKept] = useState(() => keptSettings() !== null);

  useEffect(() => {
    const read = () => {
      const linked = settingsInFragment(location.hash);
      if (linked !== null) setSettings(linked);
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);

  return {
    settings,
    change: (next) => {
      setSettings(next);
      history.replaceState(history.state, '', `${location.pathname}${location.search}${fragmentOf(next)}`);
      if (isKept) keepSettings(next);
    },
    isKept,
    keep: (next) => {
      setIsKept(next);
      keepSettings(next ? settings : null);
    },
  };
}
