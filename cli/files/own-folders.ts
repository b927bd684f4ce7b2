import { homedir } from 'node:os';
import { join, posix } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The platform's folder for program state. */
export function stateFolder(env: Environment, platform: string): string {
  if (env.PAGELIGHT_STATE_DIR) return env.PAGELIGHT_STATE_DIR;
  if (platform === 'win32') return join(localAppData(env), 'pagelight');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/pagelight');
  return join(env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'pagelight');
}

/** The platform's folder for what a program can make again. */
export function cacheFolder(env: Environment, platform: string): string {
  if (platform === 'win32') return join(localAppData(env), 'pagelight', 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library/Caches/pagelight');
  // A relative path counts as none (XDG Base Directory Specification).
  const home = env.XDG_CACHE_HOME ?? '';
  return join(posix.isAbsolute(home) ? home : join(homedir(), '.cache'), 'pagelight');
}

function localAppData({ LOCALAPPDATA }: Environment): string {
  return LOCALAPPDATA ?? join(homedir(), 'AppData/Local');
}
