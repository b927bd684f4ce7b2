import { Menu, Monitor, Moon, Sun } from 'lucide-react';
import { Link } from 'wouter';
import { useSession } from '../dashboard/session.ts';
import { SentBytes } from '../offline/SentBytes.tsx';
import { words } from '../text/words.ts';
import type { SiteSection } from './parts.ts';
import { type Theme, useTheme } from './theme.ts';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, unknown>;

export function TopBar({ part }: { readonly part: SiteSection }) {
  const session = useSession();
  const hasServer = session.kind !== 'no-server';
  const [theme, turnTheme] = useTheme();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <header className="top">
      <Link className="brand" href="/">
        <BrandMark />
        <span className="brand-name">{words.brand}</span>
      </Link>
      {hasServer && (
        <nav className="top-nav" aria-label={words.nav.main}>
          <PartLinks current={part} />
        </nav>
      )}
      <div className="top-end">
        {part === 'compress' && <SentBytes />}
        <button
          type="button"
          className="btn quiet icon"
          aria-label={words.theme[theme]}
          title={words.theme[theme]}
          onClick={turnTheme}
        >
          <ThemeIcon className="i" aria-hidden />
        </button>
        {session.kind === 'known' && <WhoLink email={session.email} />}
        {hasServer && (
          <button
            type="button"
            className="btn quiet icon top-open"
            aria-label={words.nav.menu}
            popoverTarget="top-menu"
          >
            <Menu className="i" aria-hidden />
          </button>
        )}
      </div>
      {hasServer && (
        // A popover: the browser opens it, and closes it on Escape or a tap elsewhere.
        <nav className="top-menu panel" id="top-menu" popover="auto" aria-label={words.nav.main}>
          <PartLinks current={part} onFollow={closeMenu} />
          {session.kind === 'known' && <WhoLink email={session.email} onFollow={closeMenu} />}
        </nav>
      )}
    </header>
  );
}

/** Links to the account of the signed-in member, or to sign-in. */
function WhoLink(props: { readonly email: string | null; readonly onFollow?: () => void }) {
  const { email } = props;
  return (
    <Link
      className="btn quiet who"
      // Email addresses are always left to right, truncated at the end.
      dir={email === null ? undefined : 'ltr'}
      href={email === null ? '/sign-in' : '/dashboard/account'}
      onClick={props.onFollow}
    >
      {email ?? words.nav.signIn}
    </Link>
  );
}

function closeMenu(): void {
  document.getElementById('top-menu')?.hidePopover();
}

const LINKS = [
  { part: 'compress', href: '/', text: words.nav.compress },
  { part: 'dashboard', href: '/dashboard', text: words.nav.dashboard },
  { part: 'docs', href: '/docs', text: words.nav.docs },
] as const;

function PartLinks(props: { readonly current: SiteSection; readonly onFollow?: () => void }) {
  return LINKS.map(({ part, href, text }) => (
    <Link
      key={part}
      href={href}
      aria-current={part === props.current ? 'page' : undefined}
      onClick={props.onFollow}
    >
      {text}
    </Link>
  ));
}

/** A sheet of paper with a lamp behind it. */
function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 26 26" aria-hidden="true">
      <circle className="brand-lamp" cx="16.5" cy="16.5" r="8.5" />
      <path className="brand-sheet" d="M3.8 2.8h9l4.4 4.4v13H3.8z" />
      <path className="brand-fold" d="M12.8 2.8v4.4h4.4" />
    </svg>
  );
}
