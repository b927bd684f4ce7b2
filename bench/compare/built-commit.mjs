import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { announced } from '../../scripts/progress.mjs';
import { Refusal, ROOT, runProgram } from '../../scripts/project.mjs';
import { hasEveryPackage, runNpm } from '../../scripts/setup/install.mjs';

/**
 * Builds a commit in a checkout of its own, once. Returns its folder.
 *
 * @param {string} name a commit
 * @param {(line: string) => void} say
 */
export async function builtCommit(name, say) {
  const commit = await git(['rev-parse', '--verify', `${name}^{commit}`]);
  const folder = join(ROOT, '.cache/bench/compare', commit.slice(0, 12));
  if (existsSync(join(folder, 'dist/package/pagelight.js'))) return folder;
  // What an interrupted build left.
  rmSync(folder, { recursive: true, force: true });
  await git(['worktree', 'prune']);
  await git(['worktree', 'add', '--detach', folder, commit]);
  await givePackages(folder);
  const built = await announced(`Building ${name}`, say, () =>
    runProgram(process.execPath, [join(folder, 'scripts/run.mjs'), 'build'], { output: 'keep' }),
  );
  if (built.code !== 0) throw new Refusal(`${built.output}\n${name} does not build.`);
  return folder;
}

/** Shares this checkout's packages if they are the same. @param {string} folder */
async function givePackages(folder) {
  const packages = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const wanted = packages(join(folder, 'package-lock.json'));
  if (hasEveryPackage(wanted, packages(join(ROOT, 'node_modules/.package-lock.json')))) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return;
  }
  const { code, output } = await runNpm(['ci', '--include=dev', '--prefix', folder]);
  if (code !== 0) throw new Refusal(`${output}\nnpm ci failed in ${folder}.`);
}

/** @param {readonly string[]} args */
async function git(args) {
  const { code, output } = await runProgram('git', args, { output: 'keep' });
  if (code !== 0) throw new Refusal(`git ${args.join(' ')} failed: ${output.trim()}`);
  return output.trim();
}
