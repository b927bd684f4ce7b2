import { ensureBuilt } from '../build.mjs';
import { installPackages, succeeds } from '../setup/apt.mjs';

/** What gives files the attributes that the command must keep, and reads them: the name of a program in each Debian package. */
const ATTRIBUTE_TOOLS = { attr: 'getfattr', acl: 'setfacl' };

/** Before the first test that starts a program of ours: nothing where all is there, built from these very sources. */
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
