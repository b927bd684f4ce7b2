import { describe, expect, test } from 'vitest';
import type { UsageResponse, UsageRow } from '../api-types.ts';
import {
  compressedBytes,
  ofKey,
  otherBytes,
  perDay,
  perKey,
  scaleFor,
  sinceFirstUse,
  totalsOf,
  usageCsv,
} from './usage-data.ts';

const row = (day: string, keyId: string, requests: number): UsageRow => ({
  day,
  keyId,
  requests,
  errors: 1,
  bytesIn: 100 * requests,
  bytesOut: 40 * requests,
  bytesSaved: 60 * requests,
});

const USAGE: UsageResponse = {
  days: ['2026-11-19', '2026-11-20', '2026-11-21'],
  keys: [
    { id: 'a', name: 'Archive, nightly', hint: 'pgl_live_aaaa…aaaa' },
    { id: 'b', name: '=1+1', hint: 'pgl_live_bbbb…bbbb' },
    { id: 'c', name: 'Unused', hint: 'pgl_live_cccc…cccc' },
  ],
  rows: [row('2026-11-19', 'a', 1), row('2026-11-21', 'a', 2), row('2026-11-21', 'b', 5)],
};

describe('usage', () => {
  test('documents that grew leave nothing over', () => {
    expect(otherBytes({ requests: 1, errors: 0, bytesIn: 10, bytesOut: 9, bytesSaved: 3 })).toBe(0);
  });

  test('days without requests are there, and the sums agree from both sides', () => {
    expect(perDay(USAGE).map(({ requests }) => requests)).toEqual([1, 0, 7]);
    expect(perKey(USAGE).map(({ id, requests }) => [id, requests])).toEqual([
      ['b', 5],
      ['a', 3],
    ]);
    expect(totalsOf(perDay(USAGE))).toEqual(totalsOf(USAGE.rows));
    expect(totalsOf(perKey(USAGE))).toMatchObject({ requests: 8, errors: 3, bytesSaved: 480 });
    expect(perDay(ofKey(USAGE, 'a')).map(({ requests }) => requests)).toEqual([1, 0, 2]);
  });

  test('what was received adds up to what came back and what was saved: failed uploads count apart', () => {
    const failed = { ...row('2026-11-20', 'a', 1), bytesIn: 870, bytesOut: 0, bytesSaved: 0 };
    const totals = totalsOf([...USAGE.rows, failed]);
    expect(compressedBytes(totals)).toBe(800);
    expect(otherBytes(totals)).toBe(870);
  });

  test('the table for spreadsheets keeps commas together and starts no formula', () => {
    expect(usageCsv(USAGE).split('\r\n')).toEqual([
      '\ufeffday,key,key_hint,requests,errors,bytes_in,bytes_out,bytes_saved,bytes_not_compressed',
      '2026-11-19,"Archive, nightly",pgl_live_aaaa…aaaa,1,1,100,40,60,0',
      '2026-11-21,"Archive, nightly",pgl_live_aaaa…aaaa,2,1,200,80,120,0',
      "2026-11-21,'=1+1,pgl_live_bbbb…bbbb,5,1,500,200,300,0",
      '',
    ]);
    const quotes = { ...USAGE, keys: [{ id: 'a', name: 'so-called "shop"', hint: 'h' }] };
    expect(usageCsv(ofKey(quotes, 'a'))).toContain(',"so-called ""shop""",');
  });

  test.each([
    [0, 3000, 1000],
    [100, 3000, 1000],
    [100_000, 120_000, 40_000],
    [10_400_000_000, 12_000_000_000, 4_000_000_000],
    [12_000_000_000, 12_000_000_000, 4_000_000_000],
    [16_000_000, 30_000_000, 10_000_000],
  ])('for %i the axis ends at %i in steps of %i', (most, top, step) => {
    expect(scaleFor(most)).toEqual({ top, step });
  });
});

test('the chart begins with the first day of use', () => {
  const day = (day: string, requests: number) => ({
    day,
    requests,
    errors: 0,
    bytesIn: 0,
    bytesOut: 0,
    bytesSaved: 0,
  });
  const days = [day('1', 0), day('2', 3), day('3', 0), day('4', 1)];
  expect(sinceFirstUse(days)).toEqual(days.slice(1));
  expect(sinceFirstUse(days.slice(0, 1))).toEqual(days.slice(0, 1));
});
