import { terminal } from './terminal/output.ts';

/** What the command line can do beside making PDFs smaller. Each is loaded when it is asked for: the start is light. */
export const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  async compress(args) {
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
  async serve(args) {
    const { serve } = await import('./server-commands.ts');
    return serve(args);
  },
  async keys(args) {
    const { keys } = await import('./server-commands.ts');
    return keys(args);
  },
  async mcp(args) {
    const { runMcp } = await import('./run/mcp.ts');
    return runMcp(args);
  },
  '--version': async () => {
    const { ENGINE_VERSION } = await import('../shared/version.ts');
    terminal.out(`${ENGINE_VERSION}\n`);
    return 0;
  },
};

/** `pagelight FILE|FOLDER …` */
export async function shrink(args: readonly string[]): Promise<number> {
  const { runShrink } = await import('./run/shrink.ts');
  return runShrink(args);
}
