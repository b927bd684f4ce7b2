// Preloaded into a measured program: writes the peak memory of the process, in MiB, at its exit.
import { writeFileSync } from 'node:fs';
import { peakMib } from './peak.mjs';

process.on('exit', () => {
  const file = process.env.PEAK_MEMORY_FILE;
  if (file) writeFileSync(file, String(peakMib()));
});
