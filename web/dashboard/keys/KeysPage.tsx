import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { words as people } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import type { KeysResponse, NewKeyResponse, Role } from '../api-types.ts';
import { EmptyState } from '../EmptyState.tsx';
import { PeopleTabs } from '../members/PeopleTabs.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { CreateKey } from './CreateKey.tsx';
import { ExpiryBanners } from './ExpiryBanner.tsx';
import { InactiveKeys, KeyTable } from './KeyTable.tsx';
import { isEnded } from './key-state.ts';
import { NewKeyDialog } from './NewKeyDialog.tsx';

const { keys: text } = words;

export function KeysPage({ email, role }: { readonly email: string; readonly role: Role }) {
  const query = useQuery({ queryKey: ['keys'], queryFn: api.keys });
  const queries = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<NewKeyResponse | null>(null);
  const reload = () => void queries.invalidateQueries();
  const show = (answer: NewKeyResponse) => {
    setMade(answer);
    reload();
  };
  const isEmpty = query.data?.keys.length === 0;
  const mayChange = role !== 'viewer';
  const seesAll = role !== 'member';
  return (
    <>
      <PageTitle
        title={seesAll ? people.page : words.pages.keys}
        tab={words.pages.keys}
        lead={isEmpty ? undefined : text.lead}
      >
        {query.data !== undefined && !isEmpty && mayChange && (
          <CreateButton label={text.create} onClick={() => setIsCreating(true)} />
        )}
      </PageTitle>
      {seesAll && <PeopleTabs />}
      <QueryBoundary query={query}>
        {(data) =>
          data.keys.length === 0 ? (
            <EmptyState title={text.emptyTitle} text={text.emptyText}>
              {mayChange && <CreateButton label={text.createFirst} onClick={() => setIsCreating(true)} />}
            </EmptyState>
          ) : (
            <Keys data={data} email={email} mayChange={mayChange} onChange={reload} onMade={show} />
          )
        }
      </QueryBoundary>
      <CreateKey
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onMade={(answer) => {
          setIsCreating(false);
          show(answer);
        }}
      />
      <NewKeyDialog made={made} onSaved={() => setMade(null)} />
    </>
  );
}

function CreateButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="btn main" onClick={onClick}>
      <Plus className="i" aria-hidden />
      {label}
    </button>
  );
}

function Keys(props: {
  readonly data: KeysResponse;
  readonly email: string;
  readonly mayChange: boolean;
  readonly onChange: () => void;
  readonly onMade: (made: NewKeyResponse) => void;
}) {
  const { data, mayChange, onChange } = props;
  const ended = data.keys.filter((key) => isEnded(key, data.now));
  const active = data.keys.filter((key) => !isEnded(key, data.now));
  return (
    <>
      {mayChange && <ExpiryBanners keys={active} now={data.now} onChanged={onChange} />}
      {active.length > 0 && (
        <KeyTable
          keys={active}
          now={data.now}
          email={props.email}
          mayChange={mayChange}
          onChanged={onChange}
          onMade={props.onMade}
        />
      )}
      {ended.length > 0 && <InactiveKeys keys={ended} />}
    </>
  );
}
