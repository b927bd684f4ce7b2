import { expect, test } from 'vitest';
import { detailText } from './audit-detail.ts';

test.each([
  [
    'scope compress · per minute 60 · documents a day 5000 · bytes a day 2000000',
    'Permissions: Compress and inspect · Requests per minute: 60 · Files per day: 5,000 · MB per day: 2',
  ],
  ['name Old → New name · per minute none → 120', 'Name: Old → New name · Requests per minute: – → 120'],
  ['scope compress inspect → inspect', 'Permissions: Compress and inspect → Inspect only'],
  ['member → owner', 'Member → Owner'],
  ['viewer', 'Viewer'],
  // Details of a newer server, or an old name that resembles a setting.
  ['colour blue · wrong code', 'colour blue · wrong code'],
  ['', ''],
])('%j is read as %j', (detail, text) => {
  expect(detailText(detail)).toBe(text);
});

test('times are as people read them, and none is never', () => {
  expect(detailText('expires 2026-12-01T10:00:00.000Z → none')).toMatch(
    /^Expires: 1 Dec 2026, .*\d → Never$/,
  );
  expect(detailText('old key ends 2026-12-01T10:00:00.000Z')).toMatch(
    /^The old key stops working: 1 Dec 2026, /,
  );
});
