import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ROOT } from '../project.mjs';
import { copyOf } from './dockerfile.mjs';

/** The system's own programs; the image's PATH is set when they start. */
const [SHELL, UNSHARE, CHROOT] = ['/bin/sh', '/usr/bin/unshare', '/usr/sbin/chroot'];

/** Whether this user may mount and change the root. */
export function canChangeRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(CHROOT)) return false;
  return (
    spawnSync(UNSHARE, ['--mount', '/bin/mount', '--bind', '/tmp', '/tmp'], { stdio: 'ignore' }).status === 0
  );
}

/**
 * Follows COPY and RUN of a stage whose base is Debian, in a folder that stands for its root. The base's system is this
 * machine's: what a step installs with apt-get must be here.
 *
 * @param {import('./dockerfile.mjs').Stage} stage
 * @param {string} root
 * @param {string} node path of the base's Node
 * @returns {readonly string[]} a sentence for each step that failed
 */
export function runStage(stage, root, node) {
  let workdir = root;
  for (const { word, rest } of stage.instructions) {
    if (word === 'WORKDIR') {
      workdir = join(root, rest);
      mkdirSync(workdir, { recursive: true });
    } else if (word === 'COPY') {
      for (const source of copyOf(rest).sources)
        cpSync(join(ROOT, source), join(workdir, posix.basename(source)));
    } else if (word === 'RUN') {
      const steps = rest.split(' && ').filter((step) => !step.trim().startsWith('apt-get '));
      const script = steps
        .join(' && ')
        .replaceAll('/usr/local/bin/node', node)
        .replace(/(?<![\w/])\/(app|base)\b/g, `${root}/$1`);
      const { status, stdout, stderr } = spawnSync(SHELL, ['-e', '-c', script], {
        cwd: workdir,
        encoding: 'utf8',
      });
      if (status !== 0) return [`RUN ${rest} failed: ${stdout}${stderr}`];
    } else return [`${word} is not known in the stage ${stage.name}.`];
  }
  return [];
}

/**
 * Follows COPY of the last stage.
 *
 * @param {import('./dockerfile.mjs').Stage} stage
 * @param {string} image its root
 * @param {Readonly<Record<string, string>>} roots of the stages that it copies from
 * @returns {readonly string[]} a sentence for each step that failed
 */
export function copyImage(stage, image, roots) {
  let workdir = '/';
  for (const { word, rest } of stage.instructions) {
    if (word === 'WORKDIR') workdir = rest;
    if (word !== 'COPY') continue;
    const { from, sources, target } = copyOf(rest);
    for (const source of sources) {
      const path = join(from === null ? ROOT : (roots[from] ?? ''), source);
      if (!existsSync(path)) return [`COPY ${rest}: there is no ${source}.`];
      const into = join(image, posix.resolve(workdir, target));
      const isFolder = statSync(path).isDirectory();
      mkdirSync(isFolder ? dirname(into) : into, { recursive: true });
      // The contents of a folder are copied, with owners and rights.
      const args = isFolder ? ['-aT', path, into] : ['-a', path, into];
      const { status, stderr } = spawnSync('cp', args, { encoding: 'utf8' });
      if (status !== 0) return [`COPY ${rest}: ${stderr}`];
    }
  }
  return [];
}

/** Devices and processes as an engine gives them; the root is read-only, as in `compose.yaml`. */
const ENTER = `set -e
image=$1 data=$2 work=$3 user=$4; shift 4
mount --bind "$image" "$image"
mount --rbind /dev "$image/dev"
mount --rbind /proc "$image/proc"
mount -t tmpfs -o mode=1777 tmpfs "$image/tmp"
mount --bind "$data" "$image/data"
mount --bind "$work" "$image/work"
mount -o remount,ro,bind "$image"
exec ${CHROOT} --userspec="$user" "$image" "$@"`;

/**
 * Starts a program of the image with the image as its root.
 *
 * @param {{ readonly image: string, readonly data: string, readonly work: string, readonly user: string }} place
 * `data` is the volume, `work` is seen as `/work`
 * @param {readonly string[]} words the program, which is looked for in the image, and its arguments
 * @param {Readonly<Record<string, string>>} env all of its environment
 */
export function startInImage({ image, data, work, user }, words, env) {
  for (const name of ['dev', 'proc', 'work']) mkdirSync(join(image, name), { recursive: true });
  const args = [
    '--mount',
    '--propagation',
    'private',
    SHELL,
    '-c',
    ENTER,
    'sh',
    image,
    data,
    work,
    user,
    ...words,
  ];
  // `mount` is found by the shell's own path; the image's comes first for what `chroot` starts.
  const child = spawn(UNSHARE, args, {
    env: { ...env, PATH: `${env.PATH}:/usr/bin:/bin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
  const ended = once(child, 'close').then(([code]) => /** @type {number | null} */ (code));
  return {
    child,
    ended,
    text: () => text,
    /** Resolves with the match as soon as it is printed; null if the program ended without it. */
    async printed(/** @type {RegExp} */ pattern) {
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
      });
      for (;;) {
        const match = pattern.exec(text);
        if (match !== null || hasEnded) return match;
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
  };
}
