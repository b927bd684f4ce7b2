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

/** Kind of coefficients in the scan; `FIRST` and `LAST` limit the AC band. */
let KIND: i32 = 0;
let FIRST: i32 = 0;
let LAST: i32 = 0;
let LOW: i32 = 0;
/** MCUs per restart interval, MCUs left, and the number of the interval. */
let INTERVAL: i32 = 0;
let LEFT: i32 = 0;
let INTERVALS: i32 = 0;

/**
 * Opens the scan described in `SCAN`, whose data begins at `at`; the data is unstuffed in place.
 * @param interval MCUs between restart markers; 0 for none
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

/** Reads the scan's data for the frame's MCU rows `from` to `to`; returns false if the data is damaged. */
export function readRows(from: i32, to: i32): bool {
  if (scanComponents() > 1) return readMcus(from, to, mcusWide(), true);
  // A single component has only blocks with samples, row by row (T.81, A.2.2).
  const component = componentAt(componentOfScan(0));
  const first = from * component.vertical;
  const end = min(to * component.vertical, component.blocksHigh);
  if (KIND === AC_FIRST || KIND === AC_REFINE) return readBands(component, first, end);
  return readMcus(first, end, component.blocksWide, false);
}

/** Returns the end address of a scan whose rows have all been read; 0 if it is damaged. */
export function closeScan(): usize {
  return isUsedUp() ? endOfScan(INTERVALS) : 0;
}

/** Layout of a saved scan: the numbers above, `RUN`, then the state of other files. */
const NUMBERS_BYTES: usize = 32;
const SCAN_AT: usize = NUMBERS_BYTES;
const PREDICTIONS_AT: usize = SCAN_AT + SCAN_BYTES;
const DATA_AT: usize = PREDICTIONS_AT + PREDICTIONS_BYTES;
const TABLES_AT: usize = DATA_AT + KEPT_DATA_BYTES;

/** Size of the state saved by `keepScan`. */
export function keptScanBytes(): usize {
  return TABLES_AT + KEPT_TABLES_BYTES;
}

/** Saves an open scan, so that another one can be read; `resumeScan` continues it. */
export function keepScan(at: usize): void {
  keepTables(at + TABLES_AT);
  leaveScan(at);
}

/** Saves the position in the scan that was resumed from `at`. */
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

/** Starts the next interval; returns false if it does not follow. */
function beginInterval(): bool {
  if (!isUsedUp() || !nextSegment((INTERVALS - 1) & 7)) return false;
  restartPredictions();
  restartRun();
  LEFT = INTERVAL;
  INTERVALS += 1;
  return true;
}

/** Reads blocks of a scan with DC, by MCUs, or row by row for one component (T.81, A.2). */
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

/** Reads a component's blocks in an MCU (A.2.3). */
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

/** Reads blocks of a scan with AC, which has one component. */
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
