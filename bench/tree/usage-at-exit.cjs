// Preloaded into a measured program: writes its processor time and peak memory at its exit.
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (isMainThread)
  process.on('exit', () => {
    const file = process.env.USAGE_FILE;
    if (file) writeFileSync(file, JSON.stringify(process.resourceUsage()));
  });
