import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { osPath } from './os-path.ts';

/** Loads a module on demand: most runs need no shell, and its modules take a twentieth of the time of a small PDF. */
const load = createRequire(import.meta.url);

/** Prints 0 if this cp can copy attributes alone: GNU's can, BusyBox's and BSD's cannot. */
const PROBE = 'cp --help 2>/dev/null | grep -q -e --attributes-only && echo 0 || echo 1\n';

/**
 * Copies what Node has no API for: extended attributes, and access lists (ACL) with the mode. One shell serves all
 * files of a run, since starting a process per file would take as long as compressing a small PDF.
 */
class AttributeCopier {
  #shell: ChildProcess | undefined;
  /** Pending commands in the order in which they were sent. */
  #waiting: ((isCopied: boolean) => void)[] = [];
  #probed: Promise<boolean> | undefined;

  /** Whether this machine supports it. */
  canCopy(): Promise<boolean> {
    this.#probed ??= process.platform === 'linux' ? this.#run(PROBE) : Promise.resolve(false);
    return this.#probed;
  }

  /** @returns false if some attributes could not be copied */
  copy(from: string, to: string): Promise<boolean> {
    return this.#run(
      `cp --attributes-only --preserve=mode,xattr -- ${quoted(from)} ${quoted(to)} </dev/null >/dev/null 2>&1; echo $?\n`,
    );
  }

  #run(command: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      const shell = this.#started();
      shell.ref();
      shell.stdin?.write(command, 'latin1');
    });
  }

  #started(): ChildProcess {
    if (this.#shell !== undefined) return this.#shell;
    const { spawn } = load('node:child_process') as typeof import('node:child_process');
    const { createInterface } = load('node:readline') as typeof import('node:readline');
    // Outside our process group, so that Ctrl-C reaches only this process.
    const shell = spawn('/bin/sh', { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    this.#shell = shell;
    createInterface({ input: shell.stdout }).on('line', (line) => {
      this.#waiting.shift()?.(line === '0');
      if (this.#waiting.length === 0) this.#rest(shell);
    });
    const onGone = () => {
      if (this.#shell === shell) this.#shell = undefined;
      for (const tell of this.#waiting.splice(0)) tell(false);
    };
    shell.on('error', onGone).on('close', onGone);
    shell.stdin.on('error', () => {});
    return shell;
  }

  /** An idle shell does not keep the process alive. It exits with us, when its input closes. */
  #rest(shell: ChildProcess): void {
    shell.unref();
    for (const pipe of [shell.stdin, shell.stdout])
      if (pipe !== null && 'unref' in pipe) (pipe as { unref(): void }).unref();
  }
}

/** Latin-1 has one character for each byte of a path. */
function quoted(path: string): string {
  return `'${Buffer.from(osPath(path)).toString('latin1').replaceAll("'", "'\\''")}'`;
}

export const attributeCopier = new AttributeCopier();
