import { useId, useState, useSyncExternalStore } from 'react';
import { isActive, type Job, type Result, resultOf } from '../jobs/job.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { MAIL_TARGET } from '../settings/settings.ts';
import { typedLimit } from '../settings/typed-sizes.ts';
import { format } from '../text/format.ts';
import { more } from '../text/spoken/more-words.ts';
import { words } from '../text/words.ts';
import { customProperties, percentLength } from '../ui/custom-properties.ts';
import { type Sharing, sharerOf } from './sharing.ts';
import './together.css';

const { together: text } = more;

interface Weighed {
  readonly job: Job;
  readonly result: Result;
}

/** What all results weigh together, and one limit for all of them. Nothing for a single file. */
export function Together({ jobs }: { readonly jobs: readonly Job[] }) {
  const sharer = sharerOf(useJobStore());
  const sharing = useSyncExternalStore(sharer.subscribe, sharer.state);
  const weighed = jobs.flatMap((job): Weighed[] => {
    const result = resultOf(job);
    return result === null ? [] : [{ job, result }];
  });
  if (weighed.length < 2) return null;
  const isWorking = jobs.some(isActive);
  if (sharing.kind === 'working')
    return (
      <section className="together" aria-label={text.region}>
        <p role="status">{text.working(format.limit(sharing.budget))}</p>
      </section>
    );
  if (isWorking) return null;
  const total = weighed.reduce((sum, { result }) => sum + result.blob.size, 0);
  const said = sharer.isAbout(jobs) ? sharing : null;
  return (
    <section className="together" aria-label={text.region}>
      <p role="status">{sentence(said, total)}</p>
      {said?.kind === 'fits' && <Bar weighed={weighed} budget={said.budget} />}
      <Choice onChoose={(budget) => void sharer.share(budget)} />
    </section>
  );
}

function sentence(sharing: Sharing | null, total: number): string {
  if (sharing?.kind === 'fits')
    return `${text.fits(format.limit(sharing.budget), format.bytes(total))} ${text.equally}`;
  if (sharing?.kind === 'impossible')
    return text.impossible(format.bytes(sharing.leastBytes), format.limit(sharing.budget));
  return text.total(format.bytes(total));
}

function Choice({ onChoose }: { readonly onChoose: (budget: number) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const limit = typedLimit(typed);
  return (
    <form
      className="together-choice"
      onSubmit={(event) => {
        event.preventDefault();
        if (limit !== null) onChoose(limit);
      }}
    >
      <button
        type="button"
        className="btn sm"
        onClick={() => onChoose(MAIL_TARGET)}
        aria-describedby={`${id}-why`}
      >
        {text.under(format.limit(MAIL_TARGET))}
      </button>
      <label className="sr" htmlFor={id}>
        {text.other}
      </label>
      <input
        id={id}
        className="input"
        dir="ltr"
        placeholder="20 MB"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="btn sm" disabled={limit === null}>
        {text.go}
      </button>
      <small id={`${id}-why`}>{words.settings.targetMailHint}</small>
    </form>
  );
}

/** Where the limit went: a part for each file in the order of the list, and what is free. */
function Bar({ weighed, budget }: { readonly weighed: readonly Weighed[]; readonly budget: number }) {
  return (
    <ol className="shares" aria-label={text.bar}>
      {weighed.map(({ job, result }, index) => {
        const share = result.blob.size / budget;
        const name = text.share(job.file.name, format.bytes(result.blob.size));
        return (
          <li key={job.id} style={customProperties({ '--share': percentLength(share) })} title={name}>
            <span className="sr">{name}</span>
            <span aria-hidden>{share >= SHARE_WITH_NUMBER ? index + 1 : ''}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Narrower parts have no room for a number. */
const SHARE_WITH_NUMBER = 0.03;
