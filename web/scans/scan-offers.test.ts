import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type ImageReport } from '../../shared/index.ts';
import { reportOf } from '../testing/jobs.ts';
import { mayBeScans, ScanOffers } from './scan-offers.ts';

const document = { ...reportOf().document, pages: 2 };
const scan: ImageReport = {
  object: 5,
  width: 1240,
  height: 1754,
  bitsPerComponent: 8,
  colorSpace: 'DeviceRGB',
  codec: 'dct',
  size: 400_000,
  softMask: false,
  outcome: { kind: 'kept', reason: 'already-small' },
};

describe('a document', () => {
  test('with a large picture for each page may be made of scans', () => {
    expect(mayBeScans(reportOf({ document, images: [scan, scan] }))).toBe(true);
  });

  test.each([
    ['with fewer of them', reportOf({ document, images: [scan] })],
    ['of one bit', reportOf({ document, images: [scan, { ...scan, bitsPerComponent: 1 }] })],
    ['whose pictures are small', reportOf({ document, images: [scan, { ...scan, width: 90 }] })],
    ['whose picture is a mask', reportOf({ document, images: [scan, { ...scan, softMask: true }] })],
    [
      'that was asked for it already',
      reportOf({ document, images: [scan, scan], options: { ...DEFAULT_OPTIONS, mrc: 'auto' } }),
    ],
    [
      'that was asked for black and white already',
      reportOf({ document, images: [scan, scan], options: { ...DEFAULT_OPTIONS, ink: 'auto' } }),
    ],
    [
      'that stays as it is signed',
      reportOf({ document: { ...document, signed: true }, images: [scan, scan], unchanged: true }),
    ],
  ])('%s is not asked about', (_, report) => {
    expect(mayBeScans(report)).toBe(false);
  });
});

test('an offer is made from a third less on, and listeners hear of it', () => {
  const offers = new ScanOffers();
  const known: [mrc: number | null, ink: number | null, object | null][] = [
    [600, 990, { mrc: 600, ink: null }],
    // A little less for all paper and color is no offer.
    [300, 240, { mrc: 300, ink: null }],
    [300, 200, { mrc: 300, ink: 200 }],
    [800, 600, { mrc: null, ink: 600 }],
    [null, 600, { mrc: null, ink: 600 }],
    [800, 700, null],
  ];
  let heard = 0;
  offers.subscribe(() => {
    heard += 1;
  });
  const sized = (bytes: number | null) => (bytes === null ? null : { bytes, isExact: true });
  for (const [mrc, ink, offered] of known) {
    const result = new Blob([new Uint8Array(1000)]);
    expect(offers.of(result)).toBeUndefined();
    offers.note(result, { mrc: sized(mrc), ink: sized(ink) });
    const gains = offers.of(result);
    expect(gains && { mrc: gains.mrc?.bytes ?? null, ink: gains.ink?.bytes ?? null }).toEqual(offered);
    expect(offers.of(result)).toBe(offers.of(result));
  }
  expect(heard).toBe(known.length);
});

test('of a file that somebody said no to nobody is asked again, and listeners hear of it', () => {
  const offers = new ScanOffers();
  const file = new File(['a'], 'scan.pdf');
  let heard = 0;
  offers.subscribe(() => {
    heard += 1;
  });
  offers.refuse(file);
  expect([offers.isRefused(file), offers.isRefused(new File(['a'], 'scan.pdf')), heard]).toEqual([
    true,
    false,
    1,
  ]);
});
