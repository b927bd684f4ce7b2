import { Monitor, Moon, Sun } from 'lucide-react';
import { words } from '../text/words.ts';
import { type Theme, useTheme } from './theme.ts';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, unknown>;

export function TopBar() {
  const [theme, turnTheme] = useTheme();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <header className="top">
      <a className="brand" href="/">
        <BrandMark />
        {words.brand}
      </a>
      <button
        type="button"
        className="btn quiet icon top-end"
        aria-label={words.theme[theme]}
        title={words.theme[theme]}
        onClick={turnTheme}
      >
        <ThemeIcon className="i" aria-hidden />
      </button>
    </header>
  );
}

/** A sheet of paper with the lamp behind it. */
function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 26 26" aria-hidden="true">
      <circle className="brand-lamp" cx="16.5" cy="16.5" r="8.5" />
      <path className="brand-sheet" d="M3.8 2.8h9l4.4 4.4v13H3.8z" />
      <path className="brand-fold" d="M12.8 2.8v4.4h4.4" />
    </svg>
  );
}
