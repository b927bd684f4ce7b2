import { ensureBuilt } from '../build.mjs';

/** Runs before the first test that starts a built program. Does nothing if the build is up to date. */
export default async function preparePrograms() {
  await ensureBuilt(console.log);
}
