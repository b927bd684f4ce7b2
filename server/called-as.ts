/** Programs of the server that people start by hand. */
export type ServerProgram = 'keys' | 'accounts' | 'backup';

/** Whether npm started this process. */
export function isStartedByNpm(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.npm_execpath !== undefined;
}

/** The command line that starts a program where the server runs: a container has no npm. */
export function calledAs(program: ServerProgram, isByNpm = isStartedByNpm(process.env)): string {
  if (isByNpm) return `npm run -s ${program} --`;
  return program === 'keys' ? 'node dist/package/pagelight.js keys' : `node dist/server/${program}-cli.js`;
}
