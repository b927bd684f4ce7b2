import { isRecord } from '../image-overrides.ts';
import type { NotChecked, Receipt, ReceiptFields } from './receipt.ts';

/** Maximum differences listed. */
const MAX_FIELDS = 20;
/** Maximum length of a field name, which may come from a forged receipt. */
const MAX_LETTERS = 80;

export interface MadeAgain {
  /** The receipt that this engine issues for the same input and options. */
  readonly receipt: Receipt;
  readonly hasPassword: boolean;
}

/**
 * Compares every field of a receipt with the reissued one. Fields that cannot be reissued are listed as not
 * checked.
 * @param given the receipt as it was read
 */
export function compareFields(
  given: Readonly<Record<string, unknown>>,
  { receipt, hasPassword }: MadeAgain,
): ReceiptFields {
  // Same form as a receipt that was read.
  const made: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(receipt));
  const { version } = receipt.engine;
  const isOtherVersion = differences(given.engine, { name: 'pagelight', version }, 'engine').includes(
    'engine.version',
  );
  const different: string[] = [];
  const notChecked: NotChecked[] = [];
  for (const field of differences(withAllOptions(given, receipt), made, '')) {
    const reason = reasonNotToCheck(field);
    if (reason === null) different.push(field);
    else notChecked.push({ field, reason });
  }
  return { different: different.slice(0, MAX_FIELDS), notChecked: notChecked.slice(0, MAX_FIELDS) };

  function reasonNotToCheck(field: string): NotChecked['reason'] | null {
    if (field.startsWith('input.') || field === 'engine.name') return null;
    // A needless password for a document that opens without one has no effect on the result.
    if (field === 'passwordUsed')
      return given.passwordUsed === true && receipt.document.encrypted && !hasPassword ? 'password' : null;
    if (field === 'unchanged') return null;
    if (isOtherVersion) return 'engine-version';
    return field === 'compared' && receipt.compared === null ? 'limits' : null;
  }
}

/** Adds defaults for options that did not exist when the receipt was issued. */
function withAllOptions(
  given: Readonly<Record<string, unknown>>,
  { options }: Receipt,
): Readonly<Record<string, unknown>> {
  return { ...given, options: { ...options, ...(given.options as object) } };
}

/** Returns paths of differing JSON values: `output.bytes`, `imagesChanged[0].after.width`. */
function differences(given: unknown, made: unknown, path: string): readonly string[] {
  if (given === made) return [];
  if (Array.isArray(given) && Array.isArray(made) && given.length === made.length)
    return made.flatMap((each, index) => differences(given[index], each, `${path}[${index}]`));
  if (!isRecord(given) || !isRecord(made)) return [path];
  const names = new Set([...Object.keys(made), ...Object.keys(given)]);
  return [...names].flatMap((name) => {
    const at = `${path}${path === '' ? '' : '.'}${name}`.slice(0, MAX_LETTERS);
    const [one, other] = [own(given, name), own(made, name)];
    return differences(one, other, at);
  });
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
