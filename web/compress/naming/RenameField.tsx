import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { type Job, shownName } from '../../jobs/job.ts';
import { nameProblem, REFUSED_CHARACTERS, stemOf, typedName } from '../../jobs/result-names.ts';
import { useJobStore } from '../../jobs/use-jobs.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import './rename.css';

const { rename: text, row } = listWords;

/** Edits the name of a result in place. Enter saves, Escape cancels, the extension stays. */
export function RenameField(props: {
  readonly job: Job;
  /** File name of the result, without a chosen one. */
  readonly resultName: string;
  readonly onEnd: () => void;
}) {
  const { job, resultName, onEnd } = props;
  const store = useJobStore();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => stemOf(resultName));
  const [problem, setProblem] = useState<ReturnType<typeof nameProblem>>(null);
  useEffect(() => {
    // Only Chromium's select() focuses, too.
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = () => {
    const row = field.current?.closest<HTMLElement>('[data-job]');
    onEnd();
    row?.focus();
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const found = nameProblem(typed, job, store.state().jobs);
    setProblem(found);
    if (found !== null) return field.current?.focus();
    const name = typedName(typed, job);
    if (name !== resultName) store.tell({ type: 'result-named', id: job.id, name });
    end();
  };
  return (
    <form className="rename-form" onSubmit={save}>
      <label className="sr" htmlFor={id}>
        {text.label(shownName(job))}
      </label>
      <span className="rename-field">
        <input
          className="input"
          id={id}
          ref={field}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            end();
          }}
        />
        <span aria-hidden>{resultName.slice(stemOf(resultName).length)}</span>
      </span>
      <button type="submit" className="btn sm">
        {text.save}
      </button>
      <button type="button" className="btn quiet sm" onClick={end}>
        {row.cancel}
      </button>
      {problem !== null && (
        <p className="err" id={`${id}-problem`} role="alert">
          {problem === 'characters' ? text.problems.characters(REFUSED_CHARACTERS) : text.problems[problem]}
        </p>
      )}
    </form>
  );
}
