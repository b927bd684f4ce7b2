import { MutantSession } from '../session.mjs';

// Tries one change after the other for `run.mjs`, and answers "caught" or "survived".
const session = new MutantSession();
await session.open();
process.on('message', async (/** @type {any} */ { place, tests }) => {
  const { file, start, end, becomes } = place;
  const isCaught = async () => {
    for (const test of tests) {
      const failed = await session.run([test], { file, start, end, becomes });
      if (failed.length > 0) return true;
    }
    return false;
  };
  process.send?.((await isCaught()) ? 'caught' : 'survived');
});
