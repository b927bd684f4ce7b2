import { EXIT } from '../library/terminal/exit-code.ts';
import { terminal } from '../library/terminal/output.ts';

/** All commands beside the compression of files. Each is loaded on demand, for a fast start. */
export const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  async compress(args) {
    const { isInOut } = await import('./compress-command.ts');
    if (!isInOut(args)) return shrink(args);
    const { runCompress } = await import('./run/compress.ts');
    return runCompress(args);
  },
  async inspect(args) {
    const { inspectCommand } = await import('./inspect-command.ts');
    const { inspect } = await import('../shared/inspect.ts');
    return inspectCommand(args, { inspect, output: terminal });
  },
  async verify(args) {
    const { runVerify } = await import('./run/verify.ts');
    return runVerify(args);
  },
  async archive(args) {
    const { runArchiveCommand } = await import('./run/archive.ts');
    return runArchiveCommand(args);
  },
  async serve(args) {
    const { serve } = await import('./server-commands.ts');
    return serve(args);
  },
  async work(args) {
    const { work } = await import('./server-commands.ts');
    return work(args);
  },
  async keys(args) {
    const { keys } = await import('./server-commands.ts');
    return keys(args);
  },
  async mcp(args) {
    const { runMcp } = await import('./run/mcp.ts');
    return runMcp(args);
  },
  async completion([shell]) {
    const { completionScript, SHELLS } = await import('./flags/completions.ts');
    const known = SHELLS.find((name) => name === shell);
    if (known === undefined) terminal.err(`Say for which shell: pagelight completion ${SHELLS.join('|')}\n`);
    else terminal.out(completionScript(known));
    return known === undefined ? EXIT.WRONG_USAGE : EXIT.OK;
  },
  async man() {
    const { manPage } = await import('./flags/man-page.ts');
    const { ENGINE_VERSION } = await import('../shared/version.ts');
    terminal.out(manPage(ENGINE_VERSION));
    return EXIT.OK;
  },
  async help([name = '']) {
    const command = Object.hasOwn(COMMANDS, name) && name !== 'help' ? COMMANDS[name] : undefined;
    return command === undefined ? shrink(['--help']) : command(['--help']);
  },
  version: () => shrink(['--version']),
};

/** The default command: `pagelight FILE|FOLDER …`. */
export async function shrink(args: readonly string[]): Promise<number> {
  const { runShrink } = await import('./run/shrink.ts');
  return runShrink(args);
}
