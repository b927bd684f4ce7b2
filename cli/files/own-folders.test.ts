import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder, stateFolder } from './own-folders.ts';

test.each([
  ['linux', {}, '.local/state/pagelight', '.cache/pagelight'],
  ['linux', { XDG_STATE_HOME: '', XDG_CACHE_HOME: 'relative' }, '.local/state/pagelight', '.cache/pagelight'],
  ['darwin', {}, 'Library/Application Support/pagelight', 'Library/Caches/pagelight'],
  ['win32', {}, 'AppData/Local/pagelight', 'AppData/Local/pagelight/cache'],
] as const)(
  'on %s with %j state and cache are where the system keeps them',
  (platform, env, state, cache) => {
    expect(stateFolder(env, platform)).toBe(join(homedir(), state));
    expect(cacheFolder(env, platform)).toBe(join(homedir(), cache));
  },
);

test('both may be named', () => {
  expect(stateFolder({ PAGELIGHT_STATE_DIR: 'here', XDG_STATE_HOME: '/there' }, 'linux')).toBe('here');
  expect(stateFolder({ XDG_STATE_HOME: '/there' }, 'linux')).toBe(join('/there', 'pagelight'));
  expect(cacheFolder({ XDG_CACHE_HOME: '/there' }, 'linux')).toBe(join('/there', 'pagelight'));
});
