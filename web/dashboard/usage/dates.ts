import { words } from '../../text/dashboard/general.ts';
import { language, locale } from '../../text/i18n/language.ts';

/** Formats dates in the page's language. A relative time such as "2 hours ago" always has its date nearby. */

const { dates: text } = words;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relative = new Intl.RelativeTimeFormat(locale);
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `12 Sep 2026`, in the reader's time zone. */
export const dateText = dateWriter({ day: 'numeric', month: 'short', year: 'numeric' });
/** `19 February 2027` */
export const longDateText = dateWriter({ day: 'numeric', month: 'long', year: 'numeric' });

// The server's days have no time zone: they are parsed and formatted as UTC.
const shortDay = dateWriter({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = dateWriter({ day: 'numeric', month: 'long', timeZone: 'UTC' });
const longDayOfYear = dateWriter({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `12 Sep 2026, 14:05` */
export function dateTimeText(time: number): string {
  return `${dateText(time)}, ${clock.format(time)}`;
}

/** Relative time: `4 minutes ago`, `Today, 02:14`, `6 days ago`; after a month the date. */
export function agoText(time: number, now: number): string {
  const passed = now - time;
  if (passed < MINUTE_MS) return text.lessThanMinute;
  if (passed < HOUR_MS) return relative.format(-whole(passed, MINUTE_MS), 'minute');
  if (passed < 6 * HOUR_MS) return relative.format(-whole(passed, HOUR_MS), 'hour');
  if (isSameDay(time, now)) return text.today(clock.format(time));
  if (passed < DAY_MS) return text.yesterday(clock.format(time));
  return passed < 30 * DAY_MS ? relative.format(-whole(passed, DAY_MS), 'day') : dateText(time);
}

/** `in 9 days` if soon; null if the date is clearer. */
export function soonText(time: number, now: number): string | null {
  const left = time - now;
  if (left > 14 * DAY_MS) return null;
  if (left > DAY_MS) return relative.format(whole(left, DAY_MS), 'day');
  return left > HOUR_MS ? relative.format(whole(left, HOUR_MS), 'hour') : text.lessThanHour;
}

/** `in 47 hours`, up to three days before; then as `soonText`, or the date. */
export function hoursText(time: number, now: number): string {
  const left = time - now;
  if (left <= HOUR_MS || left > 3 * DAY_MS) return soonText(time, now) ?? dateText(time);
  return relative.format(whole(left, HOUR_MS), 'hour');
}

/** A span of whole hours from now: `in 1 hour`, `in 2 days`, `in 1 week`. */
export function inText(hours: number): string {
  if (hours % 168 === 0) return relative.format(hours / 168, 'week');
  return hours % 24 === 0 ? relative.format(hours / 24, 'day') : relative.format(hours, 'hour');
}

/** `23 Oct` from `2026-10-23`. */
export function dayText(day: string): string {
  return shortDay(Date.parse(day));
}

/** `23 October`, with the year if requested. */
export function longDayText(day: string, { year }: { readonly year: boolean }): string {
  return (year ? longDayOfYear : longDay)(Date.parse(day));
}

/** Formats times for the language; in English with the day first, in every region. */
function dateWriter(options: Intl.DateTimeFormatOptions): (time: number) => string {
  if (language !== 'en') {
    const format = new Intl.DateTimeFormat(locale, options);
    return (time) => format.format(time);
  }
  const format = new Intl.DateTimeFormat('en-US', options);
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return [parts.get('day'), parts.get('month'), parts.get('year')].filter(Boolean).join(' ');
  };
}

function whole(ms: number, unitMs: number): number {
  return Math.floor(ms / unitMs);
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
