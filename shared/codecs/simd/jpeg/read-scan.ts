import { endOfScan, hasReadTooFar, isUsedUp, nextSegment, openData } from './entropy-data';
import { componentAt, mcusHigh, mcusWide } from './frame';
import { acTable } from './lookup';
import {
  AC_FIRST,
  AC_REFINE,
  acTableOfScan,
  componentOfScan,
  DC_REFINE,
  SEQUENTIAL,
  scanComponents,
} from './memory';
import { correctBand, readBand, refineBand, restartRun, takeFromRun } from './read-ac';
import { readBlock, refineDc, restartPredictions } from './read-dc';

/** MCUs from one restart marker to the next, how many of them are to come, and the number of the interval. */
let INTERVAL: i32 = 0;
let LEFT: i32 = 0;
let INTERVALS: i32 = 0;

/**
 * Reads the scan that `SCAN` tells of, whose data begins at `at`; it is taken out of its stuffing where it lies.
 *
 * @param interval MCUs from one restart marker to the next; 0 for none
 * @returns the address behind its data; 0 where that is damaged
 */
export function readScan(
  at: usize,
  fileEnd: usize,
  interval: i32,
  kind: i32,
  first: i32,
  last: i32,
  low: i32,
): usize {
  INTERVAL = interval === 0 ? i32.MAX_VALUE : interval;
  LEFT = INTERVAL;
  INTERVALS = 1;
  openData(at, fileEnd);
  restartPredictions();
  restartRun();
  const isRead =
    kind === AC_FIRST || kind === AC_REFINE ? readBands(kind, first, last, low) : readMcus(kind, low);
  return isRead && isUsedUp() ? endOfScan(INTERVALS) : 0;
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
function readMcus(kind: i32, low: i32): bool {
  const count = scanComponents();
  const isInterleaved = count > 1;
  const wide = isInterleaved ? mcusWide() : componentAt(componentOfScan(0)).blocksWide;
  const high = isInterleaved ? mcusHigh() : componentAt(componentOfScan(0)).blocksHigh;
  for (let row = 0; row < high; row += 1) {
    for (let column = 0; column < wide; column += 1) {
      if (LEFT === 0 && !beginInterval()) return false;
      LEFT -= 1;
      for (let index = 0; index < count; index += 1)
        if (!readUnit(kind, index, row, column, low, isInterleaved)) return false;
    }
  }
  return true;
}

/** The blocks that a component has in an MCU (A.2.3). */
function readUnit(kind: i32, index: i32, row: i32, column: i32, low: i32, isInterleaved: bool): bool {
  const component = componentAt(componentOfScan(index));
  const across = isInterleaved ? component.horizontal : 1;
  const down = isInterleaved ? component.vertical : 1;
  let block = <usize>(row * down * component.stride + column * across);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      if (kind === DC_REFINE) refineDc(component, block, low);
      else if (!readBlock(component, block, index, low, kind === SEQUENTIAL)) return false;
      if (hasReadTooFar()) return false;
      block += 1;
    }
    block += component.stride - across;
  }
  return true;
}

/** Blocks of a scan that carries AC, which is of one component. */
function readBands(kind: i32, first: i32, last: i32, low: i32): bool {
  const component = componentAt(componentOfScan(0));
  const table = acTable(acTableOfScan(0));
  for (let row = 0; row < component.blocksHigh; row += 1) {
    let block = row * component.stride;
    const end = block + component.blocksWide;
    while (block < end) {
      if (LEFT === 0 && !beginInterval()) return false;
      const without = takeFromRun(min(end - block, LEFT));
      if (without > 0) {
        if (kind === AC_REFINE) {
          for (let passed = 0; passed < without; passed += 1) {
            correctBand(component, block + passed, first, last, low);
            if (hasReadTooFar()) return false;
          }
        }
        block += without;
        LEFT -= without;
        continue;
      }
      const isRead =
        kind === AC_FIRST
          ? readBand(component, block, table, first, last, low)
          : refineBand(component, block, table, first, last, low);
      if (!isRead || hasReadTooFar()) return false;
      block += 1;
      LEFT -= 1;
    }
  }
  return true;
}
