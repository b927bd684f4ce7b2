import {
  type CompressOptions,
  isOptionName,
  OPTION_NAMES,
  type OptionIssue,
  parseOptionTexts,
} from '../../shared/index.ts';
import type { FieldError } from '../problem.ts';
import { FILE_FIELD, type Upload } from './body.ts';
import { PASSWORD_FIELD, readFormFields, shortened, unknownParameter } from './texts.ts';

type InvalidParameters = { readonly ok: false; readonly faults: readonly FieldError[] };

export type CompressParameters =
  | { readonly ok: true; readonly options: CompressOptions; readonly password: string | undefined }
  | InvalidParameters;
export type InspectParameters =
  | { readonly ok: true; readonly password: string | undefined }
  | InvalidParameters;

const INSPECT_PARAMETERS = [FILE_FIELD, PASSWORD_FIELD];
const COMPRESS_PARAMETERS = [...INSPECT_PARAMETERS, ...OPTION_NAMES];

/** What a compression was asked for. Everything wrong is named at once. */
export function readCompressParameters(query: URLSearchParams, upload: Upload): CompressParameters {
  const { texts, password, faults } = readFormFields(query, upload);
  const parsed = parseOptionTexts(texts);
  if (parsed.ok && faults.length === 0) return { ok: true, options: parsed.options, password };
  return { ok: false, faults: [...faults, ...(parsed.ok ? [] : parsed.issues.map(faultOf))] };
}

/** What an inspection was asked for: nothing but the document and its password. */
export function readInspectParameters(query: URLSearchParams, upload: Upload): InspectParameters {
  const { texts, password, faults } = readFormFields(query, upload);
  const unknown = [...texts.keys()].map((name) => unknownParameter(name, INSPECT_PARAMETERS));
  const all = [...faults, ...unknown];
  return all.length > 0 ? { ok: false, faults: all } : { ok: true, password };
}

function faultOf({ field, value, expected }: OptionIssue): FieldError {
  if (!isOptionName(field)) return unknownParameter(field, COMPRESS_PARAMETERS);
  const message = `must be ${expected}, not "${shortened(value)}".`;
  return { code: 'invalid_parameter', field, message };
}
