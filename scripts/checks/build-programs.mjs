import { ensureBuilt } from '../build.mjs';

/** Before the first test that starts a program of ours: nothing where it is built from these very sources. */
export default async function buildPrograms() {
  await ensureBuilt(console.log);
}
