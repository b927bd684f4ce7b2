import { ensureBuilt } from '../build.mjs';
import { installPackages, succeeds } from '../setup/apt.mjs';

/** Tools that set and read the file attributes that the command must keep: a program for each Debian package. */
const ATTRIBUTE_TOOLS = { attr: 'getfattr', acl: 'setfacl' };

/** Runs before the first test that starts a built program. Does nothing if the build is up to date. */
export default async function preparePrograms() {
  const missing = Object.entries(ATTRIBUTE_TOOLS).filter(([, program]) => !succeeds(program, ['--version']));
  if (missing.length > 0 && process.platform === 'linux')
    await installPackages(
      'tools for attributes of files',
      missing.map(([name]) => name),
      console.log,
    );
  await ensureBuilt(console.log);
}
