import { describe, expect, test } from 'vitest';
import { agoText, dateText, dayText, longDateText, longDayText, soonText } from './dates.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** In the reader's own time zone, whatever it is on the test machine. */
const NOW = new Date(2026, 10, 21, 14, 30).getTime();

describe('dates', () => {
  test.each([
    [0, 'less than a minute ago'],
    // A server whose clock is slightly ahead.
    [-5000, 'less than a minute ago'],
    [MINUTE, '1 minute ago'],
    [4.9 * MINUTE, '4 minutes ago'],
    [HOUR, '1 hour ago'],
    [5.9 * HOUR, '5 hours ago'],
    [12.25 * HOUR, 'Today, 02:15'],
    [16 * HOUR, 'Yesterday, 22:30'],
    [DAY, '1 day ago'],
    [29 * DAY, '29 days ago'],
    [30 * DAY, '22 Oct 2026'],
  ])('%i ms ago is "%s"', (passed, text) => {
    expect(agoText(NOW - passed, NOW)).toBe(text);
  });

  test.each([
    [15 * DAY, null],
    [9.5 * DAY, 'in 9 days'],
    [1.5 * DAY, 'in 1 day'],
    [5 * HOUR + 1, 'in 5 hours'],
    [MINUTE, 'in less than an hour'],
  ])('in %i ms is "%s"', (left, text) => {
    expect(soonText(NOW + left, NOW)).toBe(text);
  });

  test('days are written out in one way', () => {
    expect(dateText(NOW)).toBe('21 Nov 2026');
    expect(longDateText(NOW)).toBe('21 November 2026');
    expect(dayText('2026-09-03')).toBe('3 Sep');
    expect(longDayText('2026-10-23', { year: false })).toBe('23 October');
    expect(longDayText('2026-10-23', { year: true })).toBe('23 October 2026');
  });
});
