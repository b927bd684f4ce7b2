import { MutantSession } from '../session.mjs';

/** Processor time after which a fault has caused an endless loop: a busy machine must not count as one. */
const ENDLESS_MS = 120_000;
const LOOK_MS = 500;

// Tries one change after the other for `run.mjs`, and answers "caught", "survived" or "endless"; after the last the
// parent ends this process. Tests run in threads, so this one always hears its timer.
const session = new MutantSession();
await session.open();
process.on('message', async (/** @type {any} */ { place, tests }) => {
  const { file, start, end, becomes } = place;
  const before = process.cpuUsage();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > ENDLESS_MS) process.send?.('endless');
  }, LOOK_MS);
  const isCaught = async () => {
    for (const test of tests) {
      const failed = await session.run([test], { file, start, end, becomes });
      if (failed.length > 0) return true;
    }
    return false;
  };
  const answer = (await isCaught()) ? 'caught' : 'survived';
  clearInterval(look);
  process.send?.(answer);
});
