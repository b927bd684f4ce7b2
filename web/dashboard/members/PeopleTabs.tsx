import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { words } from '../../text/dashboard/people.ts';
import { format } from '../../text/format.ts';
import { api } from '../api.ts';

const { tabs } = words;

/** Tabs for keys, members and the audit log. */
export function PeopleTabs() {
  const [here] = useLocation();
  const { data } = useQuery({ queryKey: ['people'], queryFn: api.people });
  const pages = [
    { path: '/dashboard/keys', text: tabs.keys },
    { path: '/dashboard/people', text: tabs.people, count: data?.people.length },
    { path: '/dashboard/audit', text: tabs.audit },
  ] as const;
  return (
    <nav className="tabs" aria-label={words.page}>
      {pages.map(({ path, text, ...page }) => (
        <Link key={path} href={path} aria-current={path === here ? 'page' : undefined}>
          {text}
          {'count' in page && page.count !== undefined && (
            <span className="tab-count"> {format.count(page.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
