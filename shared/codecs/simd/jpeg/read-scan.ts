import {
  endOfScan,
  hasReadTooFar,
  isUsedUp,
  KEPT_DATA_BYTES,
  keepData,
  nextSegment,
  openData,
  resumeData,
} from './entropy-data';
import { Component, componentAt, mcusWide, placeOfRow } from './frame';
import { acTable, KEPT_TABLES_BYTES, keepTables, resumeTables } from './lookup';
import {
  AC_FIRST,
  AC_REFINE,
  acTableOfScan,
  componentOfScan,
  DC_REFINE,
  SCAN,
  SCAN_BYTES,
  SEQUENTIAL,
  scanComponents,
} from './memory';
import { correctBand, RUN, readBand, refineBand, restartRun, resumeRun, takeFromRun } from './read-ac';
import { PREDICTIONS, PREDICTIONS_BYTES, readBlock, refineDc, restartPredictions } from './read-dc';

/** What of its coefficients the scan carries; `FIRST` and `LAST` are of the band of AC. */
let KIND: i32 = 0;
let FIRST: i32 = 0;
let LAST: i32 = 0;
let LOW: i32 = 0;
/** MCUs from one restart marker to the next, how many of them are to come, and the number of the interval. */
let INTERVAL: i32 = 0;
let LEFT: i32 = 0;
let INTERVALS: i32 = 0;

/**
 * Begins the scan that `SCAN` tells of, whose data begins at `at`; it is taken out of its stuffing where it lies.
 *
 * @param interval MCUs from one restart marker to the next; 0 for none
 */
export function openScan(
  at: usize,
  fileEnd: usize,
  interval: i32,
  kind: i32,
  first: i32,
  last: i32,
  low: i32,
): void {
  KIND = kind;
  FIRST = first;
  LAST = last;
  LOW = low;
  INTERVAL = interval === 0 ? i32.MAX_VALUE : interval;
  LEFT = INTERVAL;
  INTERVALS = 1;
  openData(at, fileEnd);
  restartPredictions();
  restartRun();
}

/** Reads what the scan has of the next rows of MCUs of the frame, `from` up to `to`; false where the data is damaged. */
export function readRows(from: i32, to: i32): bool {
  if (scanComponents() > 1) return readMcus(from, to, mcusWide(), true);
  // Of one component alone there are only blocks that hold samples, row by row (T.81, A.2.2).
  const component = componentAt(componentOfScan(0));
  const first = from * component.vertical;
  const end = min(to * component.vertical, component.blocksHigh);
  if (KIND === AC_FIRST || KIND === AC_REFINE) return readBands(component, first, end);
  return readMcus(first, end, component.blocksWide, false);
}

/** The address behind the data of a scan whose rows have all been read; 0 where that is damaged. */
export function closeScan(): usize {
  return isUsedUp() ? endOfScan(INTERVALS) : 0;
}

/** Of a scan that is kept: the numbers above, `RUN`, then what other files have. */
const NUMBERS_BYTES: usize = 32;
const SCAN_AT: usize = NUMBERS_BYTES;
const PREDICTIONS_AT: usize = SCAN_AT + SCAN_BYTES;
const DATA_AT: usize = PREDICTIONS_AT + PREDICTIONS_BYTES;
const TABLES_AT: usize = DATA_AT + KEPT_DATA_BYTES;

/** Bytes that `keepScan` takes. */
export function keptScanBytes(): usize {
  return TABLES_AT + KEPT_TABLES_BYTES;
}

/** Keeps a scan that was begun, so that another one can be: `resumeScan` goes on with it. */
export function keepScan(at: usize): void {
  keepTables(at + TABLES_AT);
  leaveScan(at);
}

/** Keeps how far the scan has been read that was resumed from `at`. */
export function leaveScan(at: usize): void {
  store<i32>(at, KIND);
  store<i32>(at, FIRST, 4);
  store<i32>(at, LAST, 8);
  store<i32>(at, LOW, 12);
  store<i32>(at, INTERVAL, 16);
  store<i32>(at, LEFT, 20);
  store<i32>(at, INTERVALS, 24);
  store<i32>(at, RUN, 28);
  memory.copy(at + SCAN_AT, SCAN, SCAN_BYTES);
  memory.copy(at + PREDICTIONS_AT, PREDICTIONS, PREDICTIONS_BYTES);
  keepData(at + DATA_AT);
}

export function resumeScan(at: usize): void {
  KIND = load<i32>(at);
  FIRST = load<i32>(at, 4);
  LAST = load<i32>(at, 8);
  LOW = load<i32>(at, 12);
  INTERVAL = load<i32>(at, 16);
  LEFT = load<i32>(at, 20);
  INTERVALS = load<i32>(at, 24);
  resumeRun(load<i32>(at, 28));
  memory.copy(SCAN, at + SCAN_AT, SCAN_BYTES);
  memory.copy(PREDICTIONS, at + PREDICTIONS_AT, PREDICTIONS_BYTES);
  resumeData(at + DATA_AT);
  resumeTables(at + TABLES_AT);
}

/** Goes on with the next interval; false where it does not follow. */
function beginInterval(): bool {
  if (!isUsedUp() || !nextSegment((INTERVALS - 1) & 7)) return false;
  restartPredictions();
  restartRun();
  LEFT = INTERVAL;
  INTERVALS += 1;
  return true;
}

/** Blocks of a scan that carries DC, by MCUs, or row by row when there is one component (T.81, A.2). */
function readMcus(from: i32, to: i32, wide: i32, isInterleaved: bool): bool {
  const count = scanComponents();
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < wide; column += 1) {
      if (LEFT === 0 && !beginInterval()) return false;
      LEFT -= 1;
      for (let index = 0; index < count; index += 1)
        if (!readUnit(index, row, column, isInterleaved)) return false;
    }
  }
  return true;
}

/** The blocks that a component has in an MCU (A.2.3). */
function readUnit(index: i32, row: i32, column: i32, isInterleaved: bool): bool {
  const component = componentAt(componentOfScan(index));
  const across = isInterleaved ? component.horizontal : 1;
  const down = isInterleaved ? component.vertical : 1;
  let block = <usize>(placeOfRow(component, row * down) * component.stride + column * across);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      if (KIND === DC_REFINE) refineDc(component, block, LOW);
      else if (!readBlock(component, block, index, LOW, KIND === SEQUENTIAL)) return false;
      if (hasReadTooFar()) return false;
      block += 1;
    }
    block += component.stride - across;
  }
  return true;
}

/** Blocks of a scan that carries AC, which is of one component. */
function readBands(component: Component, from: i32, to: i32): bool {
  const table = acTable(acTableOfScan(0));
  for (let row = from; row < to; row += 1) {
    let block = placeOfRow(component, row) * component.stride;
    const end = block + component.blocksWide;
    while (block < end) {
      if (LEFT === 0 && !beginInterval()) return false;
      const without = takeFromRun(min(end - block, LEFT));
      if (without > 0) {
        if (KIND === AC_REFINE) {
          for (let passed = 0; passed < without; passed += 1) {
            correctBand(component, block + passed, FIRST, LAST, LOW);
            if (hasReadTooFar()) return false;
          }
        }
        block += without;
        LEFT -= without;
        continue;
      }
      const isRead =
        KIND === AC_FIRST
          ? readBand(component, block, table, FIRST, LAST, LOW)
          : refineBand(component, block, table, FIRST, LAST, LOW);
      if (!isRead || hasReadTooFar()) return false;
      block += 1;
      LEFT -= 1;
    }
  }
  return true;
}
