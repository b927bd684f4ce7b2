import { useState } from 'react';
import { readStored, writeStored } from '../device/safe-local-storage.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Also read by public/theme.js, before the first paint. */
const KEY = 'pagelight.theme';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

/** The theme, and the function that switches it: system → light → dark → system. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const kept = readStored(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  });
  const turn = () => {
    const next = NEXT[theme];
    setTheme(next);
    writeStored(KEY, next === 'system' ? null : next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  return [theme, turn];
}
