import { Lock } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import type { Job } from '../../jobs/job.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { listText } from '../../text/i18n/lists.ts';
import { Badge } from '../../ui/Badge.tsx';

const { row } = listWords;

/** All locked files as one row: they usually have the same password. */
export function LockedRow(props: {
  /** How many files the last password has opened; null if none was tried. */
  readonly told: string | null;
  readonly locked: readonly Job[];
  readonly onPassword: (ids: readonly number[], password: string) => void;
  readonly onOneByOne: () => void;
}) {
  const { told, locked, onPassword } = props;
  const id = useId();
  const [password, setPassword] = useState('');
  const count = format.count(locked.length);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password === '') return;
    setPassword('');
    onPassword(
      locked.map((job) => job.id),
      password,
    );
  };
  return (
    <li data-key="locked" className="file locked-files" tabIndex={-1} aria-label={row.lockedFiles(count)}>
      <div className="name">
        <span className="whole-name">{row.lockedFiles(count)}</span>
        <Badge text={listWords.facts.encrypted} tone="warn" icon={Lock} />
      </div>
      <p className="meta">
        {listText(locked.map(({ file }) => file.name))}. {row.lockedKeep}
      </p>
      <form className="why" onSubmit={submit}>
        <label className="lab" htmlFor={id}>
          {row.passwordForAll(count)}
        </label>
        <div className="password">
          <input
            className="input"
            id={id}
            type="password"
            dir="auto"
            autoComplete="off"
            value={password}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setPassword(event.target.value)}
          />
          <button type="submit" className="btn">
            {row.unlock}
          </button>
          <button type="button" className="link" onClick={props.onOneByOne}>
            {row.oneByOne}
          </button>
        </div>
        <p className="hint" id={`${id}-hint`}>
          {told !== null && <b>{told} </b>}
          {row.passwordStays}
        </p>
      </form>
    </li>
  );
}
