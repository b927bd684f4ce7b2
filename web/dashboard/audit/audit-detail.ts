import { words as general } from '../../text/dashboard/general.ts';
import { words as keys } from '../../text/dashboard/keys.ts';
import { words as people } from '../../text/dashboard/people.ts';
import { format } from '../../text/format.ts';
import { dateTimeText } from '../usage/dates.ts';

/** A setting as the log names it, in the words of the page that changes it, and how its values are read. */
interface Known {
  readonly label: string;
  readonly value: (text: string) => string;
}

const count = (text: string) => format.count(Number(text));
const date = (text: string) => (text === 'none' ? general.createKey.never : dateTimeText(Date.parse(text)));
const orNone = (value: (text: string) => string) => (text: string) => (text === 'none' ? '–' : value(text));
const asItIs = (text: string) => text;

const KNOWN: Readonly<Record<string, Known>> = {
  name: { label: general.createKey.name, value: asItIs },
  scope: {
    label: keys.scope,
    value: (text) => keys.scopes[text.split(' ').includes('compress') ? 'compress' : 'inspect'],
  },
  'per minute': { label: general.createKey.limit, value: orNone(count) },
  'documents a day': { label: keys.dailyDocuments, value: orNone(count) },
  'bytes a day': { label: keys.dailyMegabytes, value: orNone((text) => format.count(Number(text) / 1e6)) },
  expires: { label: general.createKey.expires, value: date },
  'old key ends': { label: keys.rollKey.overlap, value: date },
};
const SETTING = new RegExp(`^(${Object.keys(KNOWN).join('|')}) (.+)$`);
const ROLES: Readonly<Record<string, string>> = people.roles;

/**
 * What an entry of the log says beside who and what, in the language of the page. The file with all entries has it as it
 * was written, and so has what a newer server may write.
 *
 * @param detail settings with their values, or roles: `per minute 60 → 120 · expires none`
 */
export function detailText(detail: string): string {
  return detail.split(' · ').map(partText).join(' · ');
}

function partText(part: string): string {
  const [, name, values] = SETTING.exec(part) ?? [];
  const known = name === undefined ? undefined : KNOWN[name];
  if (known === undefined || values === undefined) return eachSide(part, (text) => ROLES[text] ?? text);
  return `${known.label}: ${eachSide(values, known.value)}`;
}

/** Before and after a change, or the one that there is. */
function eachSide(text: string, read: (side: string) => string): string {
  return text.split(' → ').map(read).join(' → ');
}
