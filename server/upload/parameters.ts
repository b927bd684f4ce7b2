import {
  type CompressOptions,
  OPTION_NAMES,
  type OptionIssue,
  parseOptionTexts,
} from '../../shared/index.ts';
import type { FieldFault } from '../problem.ts';
import { FILE_FIELD, type Upload } from './receive.ts';

export type Parameters =
  | { readonly ok: true; readonly options: CompressOptions; readonly password: string | undefined }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

const PASSWORD_FIELD = 'password';

/**
 * The options of a request: query parameters, and form fields that win over them. Everything wrong is named at once,
 * along with the faults the form already had and a document that is not there.
 */
export function readParameters(query: URLSearchParams, upload: Upload): Parameters {
  const form = upload.fields.map(({ name, value }) => [name, value] as const);
  const inQuery = [...query];
  const faults: FieldFault[] = [...upload.faults, ...repeated(inQuery), ...repeated(form)];
  if (upload.document === undefined) faults.push(missingFile());
  if (query.has(PASSWORD_FIELD)) faults.push(passwordInQuery());

  const texts = new Map([...inQuery, ...form]);
  const password = new Map(form).get(PASSWORD_FIELD) || undefined;
  texts.delete(PASSWORD_FIELD);
  const parsed = parseOptionTexts(texts);
  if (!parsed.ok) faults.push(...parsed.issues.map(faultOf));
  if (!parsed.ok || faults.length > 0) return { ok: false, faults };
  return { ok: true, options: parsed.options, password };
}

function repeated(pairs: readonly (readonly [string, string])[]): FieldFault[] {
  const names = pairs.map(([name]) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((field) => ({
    code: 'duplicate_parameter',
    field,
    message: 'was sent more than once; send it once.',
  }));
}

function missingFile(): FieldFault {
  return { code: 'missing_file', field: FILE_FIELD, message: 'is missing; send the PDF in this field.' };
}

function passwordInQuery(): FieldFault {
  // Addresses end up in logs and histories.
  const message = 'must not be part of the address; send it as a form field or in X-PDF-Password.';
  return { code: 'invalid_parameter', field: PASSWORD_FIELD, message };
}

function faultOf({ field, value, expected }: OptionIssue): FieldFault {
  const known = (OPTION_NAMES as readonly string[]).includes(field);
  const message = known
    ? `must be ${expected}, not "${shortened(value)}".`
    : `is not a parameter; the parameters are ${[FILE_FIELD, PASSWORD_FIELD, ...OPTION_NAMES].join(', ')}.`;
  return { code: 'invalid_parameter', field: shortened(field), message };
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
