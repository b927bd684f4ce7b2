import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { osPath } from './os-path.ts';

/** Answers 1 where this cp can copy attributes alone: GNU's can, BusyBox's and BSD's cannot. */
const PROBE = 'cp --help 2>/dev/null | grep -q -e --attributes-only && echo 0 || echo 1\n';

/**
 * Copies what Node has no calls for: extended attributes, and access lists (ACL) with the mode. One shell copies for all files
 * of a run, since starting a program for each would take as long as compressing a small PDF.
 */
class AttributeCopier {
  #shell: ChildProcess | undefined;
  /** Commands whose exit code has not come yet, in their order. */
  #waiting: ((isCopied: boolean) => void)[] = [];
  #probed: Promise<boolean> | undefined;

  /** Whether this machine can copy them. */
  canCopy(): Promise<boolean> {
    this.#probed ??= process.platform === 'linux' ? this.#run(PROBE) : Promise.resolve(false);
    return this.#probed;
  }

  /** @returns false when some of them could not be copied */
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
    // Apart from our process group: Ctrl-C is for us to hear.
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

  /** A shell with nothing to do keeps no process alive: it ends with us, when its input does. */
  #rest(shell: ChildProcess): void {
    shell.unref();
    for (const pipe of [shell.stdin, shell.stdout])
      if (pipe !== null && 'unref' in pipe) (pipe as { unref(): void }).unref();
  }
}

/** In Latin-1, which has a letter for each byte of a path. */
function quoted(path: string): string {
  return `'${Buffer.from(osPath(path)).toString('latin1').replaceAll("'", "'\\''")}'`;
}

export const attributeCopier = new AttributeCopier();
