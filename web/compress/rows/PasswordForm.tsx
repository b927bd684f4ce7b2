import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { listWords } from '../../text/i18n/list-words.ts';
import { WRONG_PASSWORD } from '../../text/problems.ts';

/** Asks for the password of a locked file in its row, while other files continue. */
export function PasswordForm(props: {
  readonly name: string;
  readonly wasWrong: boolean;
  readonly onPassword: (password: string) => void;
  /** Null if the file cannot be skipped. */
  readonly onSkip: (() => void) | null;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');

  useEffect(() => {
    // Returns focus to the field after a wrong password, unless the user has moved elsewhere.
    const isElsewhere = document.activeElement?.matches('a, button, input, [role]') ?? false;
    if (props.wasWrong && !isElsewhere) field.current?.focus();
  }, [props.wasWrong]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== '') props.onPassword(password);
  };
  return (
    <form className="extra password" onSubmit={submit}>
      <label className="sr" htmlFor={id}>
        {listWords.row.passwordFor(props.name)}
      </label>
      <input
        className="input"
        id={id}
        ref={field}
        type="password"
        autoComplete="off"
        placeholder={listWords.row.password}
        value={password}
        aria-invalid={props.wasWrong}
        aria-describedby={props.wasWrong ? `${id}-wrong` : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="submit" className="btn">
        {listWords.row.unlock}
        <span className="sr"> {props.name}</span>
      </button>
      {props.onSkip && (
        <button type="button" className="btn quiet" onClick={props.onSkip}>
          {listWords.row.skip}
          <span className="sr"> {props.name}</span>
        </button>
      )}
      {props.wasWrong && (
        <p className="err" id={`${id}-wrong`} role="alert">
          {WRONG_PASSWORD}
        </p>
      )}
    </form>
  );
}
