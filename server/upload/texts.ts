import type { FieldError } from '../problem.ts';
import { FILE_FIELD, type Upload } from './body.ts';

/** A request's parameters: the query, overridden by form fields. */
export interface RequestFields {
  /** All except the password, by name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly password: string | undefined;
  /** Errors of the form, repeated names, a missing document, a password in the URL. */
  readonly faults: readonly FieldError[];
}

export const PASSWORD_FIELD = 'password';

/** Reads the names and values of a request, without validating the values. */
export function readFormFields(query: URLSearchParams, upload: Upload): RequestFields {
  const form = upload.fields.map(({ name, value }) => [name, value] as const);
  const inQuery = [...query];
  const faults: FieldError[] = [...upload.faults, ...repeated(inQuery), ...repeated(form)];
  if (upload.document === undefined) faults.push(missingFile());
  if (query.has(PASSWORD_FIELD)) faults.push(passwordInQuery());

  const texts = new Map([...inQuery, ...form]);
  texts.delete(PASSWORD_FIELD);
  return { texts, password: new Map(form).get(PASSWORD_FIELD) || undefined, faults };
}

/** An unknown name. */
export function unknownParameter(name: string, known: readonly string[]): FieldError {
  return {
    code: 'invalid_parameter',
    field: shortened(name),
    message: `is not a parameter; the parameters are ${known.join(', ')}.`,
  };
}

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function repeated(pairs: readonly (readonly [string, string])[]): FieldError[] {
  const names = pairs.map(([name]) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((field) => ({
    code: 'duplicate_parameter',
    field: shortened(field),
    message: 'was sent more than once; send it once.',
  }));
}

function missingFile(): FieldError {
  return { code: 'missing_file', field: FILE_FIELD, message: 'is missing; send the PDF in this field.' };
}

function passwordInQuery(): FieldError {
  // URLs end up in logs and histories.
  const message = 'must not be part of the address; send it as a form field or in X-PDF-Password.';
  return { code: 'invalid_parameter', field: PASSWORD_FIELD, message };
}
