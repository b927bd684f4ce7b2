import { Pencil } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/keys.ts';
import { api } from '../api.ts';
import type { KeyResponse } from '../api-types.ts';
import { useSubmit } from '../use-submit.ts';

/** A key's name, with a pencil that turns it into a field. Enter saves, Escape cancels. */
export function KeyName(props: {
  readonly apiKey: KeyResponse;
  readonly mayChange: boolean;
  readonly onChanged: () => void;
}) {
  const { apiKey } = props;
  const [isOpen, setIsOpen] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) pencil.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) {
    return (
      <NameForm
        apiKey={apiKey}
        onEnd={() => setIsOpen(false)}
        onSaved={() => {
          setIsOpen(false);
          props.onChanged();
        }}
      />
    );
  }
  return (
    <>
      {apiKey.name}
      {props.mayChange && (
        <button
          type="button"
          className="btn quiet sm icon key-pencil"
          aria-label={words.renameKey(apiKey.name)}
          ref={pencil}
          onClick={() => setIsOpen(true)}
        >
          <Pencil className="i" aria-hidden />
        </button>
      )}
    </>
  );
}

function NameForm(props: {
  readonly apiKey: KeyResponse;
  readonly onEnd: () => void;
  readonly onSaved: () => void;
}) {
  const { apiKey, onEnd } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(apiKey.name);
  const sent = useSubmit(api.changeKey, props.onSaved);
  const fault = sent.error === null ? null : (sent.error.fields.get('name') ?? sent.error.message);
  useEffect(() => {
    // Only Chromium's select() focuses, too.
    field.current?.focus();
    field.current?.select();
  }, []);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === apiKey.name) onEnd();
    else sent.send({ id: apiKey.id, name: name.trim() });
  };
  return (
    <form className="key-rename" onSubmit={save}>
      <label className="sr" htmlFor={id}>
        {general.createKey.name}
      </label>
      <input
        className="input"
        id={id}
        ref={field}
        autoComplete="off"
        value={name}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd();
        }}
      />
      {fault !== null && (
        <p className="err" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
      <span className="row">
        <button type="submit" className="btn main sm" aria-disabled={sent.isBusy}>
          {words.changeKey.submit}
        </button>
        <button type="button" className="btn sm" onClick={onEnd}>
          {general.createKey.cancel}
        </button>
      </span>
    </form>
  );
}
