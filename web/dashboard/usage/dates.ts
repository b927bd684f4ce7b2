/** Dates in the words of the page, for people: never only "2 hours ago" without its date somewhere near. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `12 Sep 2026`, where the reader is. */
export function dateText(time: number): string {
  const date = new Date(time);
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** `19 February 2027` */
export function longDateText(time: number): string {
  const date = new Date(time);
  return `${date.getDate()} ${LONG_MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** `12 Sep 2026, 14:05` */
export function dateTimeText(time: number): string {
  return `${dateText(time)}, ${clockText(time)}`;
}

/** How long ago: `4 minutes ago`, `Today, 02:14`, `6 days ago`, and from a month on the date. */
export function agoText(time: number, now: number): string {
  const passed = now - time;
  if (passed < MINUTE_MS) return 'less than a minute ago';
  if (passed < HOUR_MS) return ago(passed / MINUTE_MS, 'minute');
  if (passed < 6 * HOUR_MS) return ago(passed / HOUR_MS, 'hour');
  if (isSameDay(time, now)) return `Today, ${clockText(time)}`;
  if (passed < DAY_MS) return `Yesterday, ${clockText(time)}`;
  return passed < 30 * DAY_MS ? ago(passed / DAY_MS, 'day') : dateText(time);
}

/** `in 9 days`, where that is soon; null where the date says it better. */
export function soonText(time: number, now: number): string | null {
  const left = time - now;
  if (left > 14 * DAY_MS) return null;
  if (left > DAY_MS) return `in ${counted(left / DAY_MS, 'day')}`;
  return left > HOUR_MS ? `in ${counted(left / HOUR_MS, 'hour')}` : 'in less than an hour';
}

/** `23 Oct` from `2026-10-23`. */
export function dayText(day: string): string {
  const [, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[month - 1]}`;
}

/** `23 October` and, where asked, the year. */
export function longDayText(day: string, { year }: { readonly year: boolean }): string {
  const [ofYear, month, date] = day.split('-').map(Number);
  return `${date} ${LONG_MONTHS[month - 1]}${year ? ` ${ofYear}` : ''}`;
}

function ago(count: number, unit: string): string {
  return `${counted(count, unit)} ago`;
}

function counted(count: number, unit: string): string {
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

function clockText(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
