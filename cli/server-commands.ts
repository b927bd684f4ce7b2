import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EXIT } from '../library/terminal/exit-code.ts';
import { terminal } from '../library/terminal/output.ts';

/** The server's folder in the build, relative to an entry of the command and to a chunk. */
const PLACES = ['../server/', '../../server/'];

const ABSENT = `The server is no part of this package, which has no dependencies and stays small.
Run it from a checkout (npm start) or from the container.
`;

/** `pagelight serve`: runs the page and the API, if the server is installed. */
export function serve(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    terminal.out(
      'Usage: pagelight serve\n\nServes the page and the API. PORT, HOST, DATA_DIR and more are settings.\n',
    );
    return Promise.resolve(EXIT.OK);
  }
  return run('main', []);
}

/** `pagelight work`: works on jobs without serving requests. */
export function work(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    terminal.out(
      'Usage: pagelight work\n\nWorks on jobs of servers that share a PostgreSQL and a folder: DATABASE_URL, JOBS=on, JOBS_SECRET, JOBS_DIR,\nCONCURRENCY and WORK_PORT (metrics and health checks) are settings. SIGTERM lets running documents end; a second one hands them back.\n',
    );
    return Promise.resolve(EXIT.OK);
  }
  return run('work', []);
}

/** `pagelight keys`: manages manage API keys of the server. */
export function keys(args: readonly string[]): Promise<number> {
  return run('keys-cli', args);
}

/** The server's programs set the exit code themselves, possibly long after they were loaded. */
async function run(program: string, args: readonly string[]): Promise<number> {
  const files = PLACES.map((place) => fileURLToPath(new URL(`${place}${program}.js`, import.meta.url)));
  const file = files.find((path) => existsSync(path));
  if (file === undefined) {
    const isAsked = args.includes('--help');
    (isAsked ? terminal.out : terminal.err)(ABSENT);
    return isAsked ? EXIT.OK : EXIT.IO_ERROR;
  }
  process.argv = [process.argv[0]!, file, ...args];
  await import(pathToFileURL(file).href);
  return Number(process.exitCode ?? EXIT.OK);
}
