import {
  ChartNoAxesColumn,
  KeyRound,
  ListChecks,
  type LucideIcon,
  SquareTerminal,
  UserRound,
} from 'lucide-react';
import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { words } from '../text/dashboard/general.ts';
import { words as people } from '../text/dashboard/people.ts';
import { useScrollCurrentIntoView } from '../ui/use-scroll-current-into-view.ts';
import type { Role } from './api-types.ts';

interface Page {
  readonly path: string;
  readonly text: string;
  readonly icon: LucideIcon;
  /** Paths of its tabs. */
  readonly tabs?: readonly string[];
}

const KEYS: Page = { path: '/dashboard/keys', text: words.pages.keys, icon: KeyRound };
/** For roles that see more than their own keys. */
const KEYS_AND_PEOPLE: Page = {
  ...KEYS,
  text: people.page,
  tabs: ['/dashboard/people', '/dashboard/audit'],
};
const PAGES: readonly Page[] = [
  { path: '/dashboard/jobs', text: words.pages.jobs, icon: ListChecks },
  { path: '/dashboard/usage', text: words.pages.usage, icon: ChartNoAxesColumn },
  { path: '/dashboard/quick-start', text: words.pages.quickStart, icon: SquareTerminal },
  { path: '/dashboard/account', text: words.pages.account, icon: UserRound },
];

export function SideNav({ role }: { readonly role: Role }) {
  const [here] = useLocation();
  const links = useRef<HTMLElement>(null);
  useScrollCurrentIntoView(links, here);
  return (
    <nav ref={links} className="side" aria-label={words.pages.label}>
      {[role === 'member' ? KEYS : KEYS_AND_PEOPLE, ...PAGES].map(({ path, text, icon: Icon, tabs }) => (
        <Link
          key={path}
          href={path}
          aria-current={[path, ...(tabs ?? [])].some((one) => isIn(here, one)) ? 'page' : undefined}
        >
          <Icon className="i" aria-hidden />
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** Whether a path is this page, or one below it. */
function isIn(here: string, page: string): boolean {
  return here === page || here.startsWith(`${page}/`);
}
