import { useEffect, useState } from 'react';
import { fragmentOf, settingsInFragment } from '../options/fragment.ts';
import { keepSettings, keptSettings } from '../options/kept-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from '../options/settings.ts';

export interface SettingsControl {
  readonly settings: Settings;
  readonly change: (settings: Settings) => void;
  readonly isKept: boolean;
  readonly keep: (isKept: boolean) => void;
}

/** The panel's settings, also while another page is shown, whose address has none. */
let shared: Settings | null = null;

export function sharedSettings(): Settings {
  return shared ?? settingsOfAddress();
}

function settingsOfAddress(): Settings {
  return settingsInFragment(location.hash) ?? keptSettings() ?? DEFAULT_SETTINGS;
}

/** The panel's settings: from the URL, else stored ones, else the defaults. The URL follows them. */
export function useSettings(): SettingsControl {
  const [settings, setSettings] = useState(settingsOfAddress);
  shared = settings;
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
