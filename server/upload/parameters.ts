import {
  type CompressOptions,
  isOptionName,
  isOptionSetName,
  OPTION_NAMES,
  OPTION_SET_NAMES,
  OPTION_SETS,
  type OptionIssue,
  type OptionSetName,
  parseOptionTexts,
} from '../../shared/index.ts';
import type { FieldError } from '../problem.ts';
import { FILE_FIELD, type Upload } from './body.ts';
import { PASSWORD_FIELD, readFormFields, shortened, unknownParameter } from './texts.ts';

type InvalidParameters = { readonly ok: false; readonly faults: readonly FieldError[] };

export type CompressParameters =
  | {
      readonly ok: true;
      readonly options: CompressOptions;
      readonly password: string | undefined;
      /** The client's parameters but the password, sorted: the same in versions with other options and defaults. */
      readonly sent: string;
    }
  | InvalidParameters;
export type InspectParameters =
  | { readonly ok: true; readonly password: string | undefined }
  | InvalidParameters;

/** The base for omitted options. */
export const PRESET_FIELD = 'preset';
/** The contract: without a preset, options have their documented defaults. */
const DEFAULT_SET: OptionSetName = 'api';

const INSPECT_PARAMETERS = [FILE_FIELD, PASSWORD_FIELD];
const COMPRESS_PARAMETERS = [...INSPECT_PARAMETERS, PRESET_FIELD, ...OPTION_NAMES];

/** Parses a compression request. Reports all errors at once. */
export function readCompressParameters(query: URLSearchParams, upload: Upload): CompressParameters {
  const { texts, password, faults } = readFormFields(query, upload);
  const given = new Map(texts);
  const sent = new URLSearchParams([...given].sort(([a], [b]) => (a < b ? -1 : 1))).toString();
  const preset = given.get(PRESET_FIELD) ?? DEFAULT_SET;
  given.delete(PRESET_FIELD);
  const isKnown = isOptionSetName(preset);
  const parsed = parseOptionTexts(given, OPTION_SETS[isKnown ? preset : DEFAULT_SET]);
  if (parsed.ok && isKnown && faults.length === 0)
    return { ok: true, options: parsed.options, password, sent };
  const issues = parsed.ok ? [] : [...parsed.issues];
  if (!isKnown)
    issues.push({ field: PRESET_FIELD, value: preset, expected: `one of ${OPTION_SET_NAMES.join(', ')}` });
  return { ok: false, faults: [...faults, ...issues.map(faultOf)] };
}

/** Parses an inspection request: only the document and its password. */
export function readInspectParameters(query: URLSearchParams, upload: Upload): InspectParameters {
  const { texts, password, faults } = readFormFields(query, upload);
  const unknown = [...texts.keys()].map((name) => unknownParameter(name, INSPECT_PARAMETERS));
  const all = [...faults, ...unknown];
  return all.length > 0 ? { ok: false, faults: all } : { ok: true, password };
}

function faultOf({ field, value, expected }: OptionIssue): FieldError {
  if (!isOptionName(field) && field !== PRESET_FIELD) return unknownParameter(field, COMPRESS_PARAMETERS);
  const message = `must be ${expected}, not "${shortened(value)}".`;
  return { code: 'invalid_parameter', field, message };
}
