import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { accepts } from './postgres.ts';
import { removeFolder, startProgram, temporaryFolder, until } from './programs.ts';

const SHIPPED = new URL('../../deploy/nginx.conf', import.meta.url);

export interface Nginx {
  readonly origin: string;
  remove(): Promise<void>;
}

/** The shipped nginx configuration, on a free port in front of these replicas. */
export async function startNginx(
  ports: readonly number[],
  changes: readonly (readonly [RegExp, string])[] = [],
): Promise<Nginx> {
  const folder = await temporaryFolder('nginx');
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const conf = replaced(await readFile(SHIPPED, 'utf8'), [
    [/^worker_processes auto;$/m, `daemon off;\npid ${folder}/pid;\nworker_processes 1;`],
    [/^http \{$/m, `http {\n${temporary.join('\n')}`],
    // Debian's nginx is older than `resolve`, and there are no host names here.
    [/replica-a:3000 max_fails=0 resolve;/g, `127.0.0.1:${ports[0]} max_fails=0;`],
    [/replica-b:3000 max_fails=0 resolve;/g, `127.0.0.1:${ports[1]} max_fails=0;`],
    [/^ {4}listen 80;$/m, `    listen 127.0.0.1:${port};`],
    [/access_log \/dev\/stdout/, `access_log ${folder}/access.log`],
    ...changes,
  ]);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, conf);
  const program = startProgram(nginxProgram(), ['-p', folder, '-c', file, '-e', join(folder, 'error.log')]);
  await until('nginx accepts connections', () => accepts(port), program);
  return {
    origin: `http://127.0.0.1:${port}`,
    async remove() {
      await program.stop('SIGQUIT');
      await removeFolder(folder);
    },
  };
}

function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((changed, [pattern, by]) => {
    if (!pattern.test(changed)) throw new Error(`deploy/nginx.conf has nothing like ${pattern}`);
    return changed.replace(pattern, by);
  }, text);
}

/** Debian installs it outside a normal user's PATH. */
function nginxProgram(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file)) ?? 'nginx';
}
