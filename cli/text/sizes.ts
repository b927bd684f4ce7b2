const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** Formats a size: `812 bytes`, `3.0 MB`. 1 KB is 1000 bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let scaled = bytes / 1000;
  let unit = 0;
  // 999,950 bytes would round to "1000.0 KB": the next unit begins where the rounding does.
  while (scaled >= 999.95 && unit < UNITS.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  return `${scaled.toFixed(1)} ${UNITS[unit]}`;
}

/** Formats how much smaller a file became: `-12.3 %`; never `-0.0 %`. */
export function savedText(before: number, after: number): string {
  const percent = ((before - after) / before) * 100;
  return percent < 0.05 ? '< 0.1 %' : `-${percent.toFixed(1)} %`;
}
