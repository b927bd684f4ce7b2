// Loaded before a measured program: at its end it writes down the most memory the process ever held, in KiB.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.PEAK_MEMORY_FILE;
  if (file) writeFileSync(file, String(process.resourceUsage().maxRSS));
});
