import {
  ChartNoAxesColumn,
  KeyRound,
  type LucideIcon,
  ScrollText,
  SquareTerminal,
  UserRound,
} from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { words } from '../text/dashboard.ts';
import { words as keyWords } from '../text/keys.ts';

const PAGES: readonly { readonly path: string; readonly text: string; readonly icon: LucideIcon }[] = [
  { path: '/dashboard/keys', text: words.pages.keys, icon: KeyRound },
  { path: '/dashboard/usage', text: words.pages.usage, icon: ChartNoAxesColumn },
  { path: '/dashboard/audit', text: keyWords.audit.page, icon: ScrollText },
  { path: '/dashboard/quick-start', text: words.pages.quickStart, icon: SquareTerminal },
  { path: '/dashboard/account', text: words.pages.account, icon: UserRound },
];

export function SideNav() {
  const [here] = useLocation();
  return (
    <nav className="side" aria-label={words.pages.label}>
      {PAGES.map(({ path, text, icon: Icon }) => (
        <Link key={path} href={path} aria-current={path === here ? 'page' : undefined}>
          <Icon className="i" aria-hidden />
          {text}
        </Link>
      ))}
    </nav>
  );
}
