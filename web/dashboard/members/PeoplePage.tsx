import { useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import type { Role } from '../api-types.ts';
import { PageTitle } from '../PageTitle.tsx';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { InvitePerson } from './InvitePerson.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { PeopleTabs } from './PeopleTabs.tsx';

/** Members and their roles. */
export function PeoplePage({ email, role }: { readonly email: string; readonly role: Role }) {
  const query = useQuery({ queryKey: ['people'], queryFn: api.people });
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const isOwner = role === 'owner';
  return (
    <>
      <PageTitle title={words.page} tab={words.tabs.people} lead={words.lead}>
        {isOwner && <InvitePerson onInvited={reload} />}
      </PageTitle>
      <PeopleTabs />
      <QueryBoundary query={query}>
        {(data) => <PeopleTable data={data} viewer={{ email, isOwner }} onChanged={reload} />}
      </QueryBoundary>
    </>
  );
}
