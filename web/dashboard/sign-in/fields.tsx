import { Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { words } from '../../text/dashboard/general.ts';
import type { DashboardError } from '../api.ts';
import { InlineAlert } from '../InlineAlert.tsx';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'className' | 'inputMode' | 'autoFocus' | 'spellCheck' | 'readOnly'
>;

export interface FieldProps extends InputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** The error of its value. */
  readonly fault?: string | undefined;
}

/** A labeled input with its hint and error. */
export function Field({ label, value, onChange, hint, className = '', ...props }: FieldProps) {
  const { fault: told, ...input } = props;
  const id = useId();
  const fault = useUntilChanged(told, value);
  const described = fault !== undefined ? `${id}-fault` : hint !== undefined ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={`input ${className}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={fault !== undefined}
        aria-describedby={described}
      />
      {fault !== undefined && (
        <p className="err" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {hint !== undefined && fault === undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Clears an error once the value changes. */
function useUntilChanged(fault: string | undefined, value: string): string | undefined {
  const [told, setTold] = useState({ fault, value });
  if (fault !== told.fault) setTold({ fault, value });
  return value === told.value ? fault : undefined;
}

/** The email of an account, which password managers know. */
export function EmailField(props: Pick<FieldProps, 'value' | 'onChange' | 'fault' | 'readOnly'>) {
  return <Field label={words.fields.email} type="email" autoComplete="username" {...props} />;
}

/** A password field whose text can be shown. */
export function PasswordField(props: FieldProps & { readonly autoComplete: string }) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="password-field">
      <Field {...props} type={isShown ? 'text' : 'password'} spellCheck={false} />
      <button
        type="button"
        className="btn quiet icon"
        aria-label={isShown ? words.fields.hidePassword : words.fields.showPassword}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon className="i" aria-hidden />
      </button>
    </div>
  );
}

/** A form that keeps its input: errors of the server appear above it and take focus. */
export function Form(props: {
  readonly error: DashboardError | null;
  readonly onSubmit: () => void;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { error } = props;
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // React bubbles the event to a surrounding form, even through a dialog's portal.
    event.stopPropagation();
    props.onSubmit();
  };
  return (
    <form
      ref={form}
      className={props.className ?? 'stack'}
      aria-label={props.label}
      onSubmit={submit}
      noValidate
    >
      {error !== null && <InlineAlert tone="bad">{error.message}</InlineAlert>}
      {props.children}
    </form>
  );
}
