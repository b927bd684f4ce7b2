import { words as general } from '../../text/dashboard/general.ts';
import { words as keys } from '../../text/dashboard/keys.ts';
import { words as people } from '../../text/dashboard/people.ts';
import { format } from '../../text/format.ts';
import { dateTimeText } from '../usage/dates.ts';

/** Label and formatter of a setting in the log. */
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
 * Translates the details of a log entry. The downloaded log keeps them as stored; unknown details of a newer server are
 * shown unchanged.
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

/** The values before and after a change, or a single one. */
function eachSide(text: string, read: (side: string) => string): string {
  return text.split(' → ').map(read).join(' → ');
}
