// Loaded before a measured program: at its end it writes down the most memory the process ever held, in MiB.
import { writeFileSync } from 'node:fs';
import { peakMib } from './peak.mjs';

process.on('exit', () => {
  const file = process.env.PEAK_MEMORY_FILE;
  if (file) writeFileSync(file, String(peakMib()));
});
