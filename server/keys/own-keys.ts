import type { KeyService } from './key-service.ts';

/** A key service restricted to the keys of one account. */
export function ownKeys(keys: KeyService, accountId: string): KeyService {
  const list = async () => (await keys.list()).filter(({ createdBy }) => createdBy === accountId);
  const isOwn = async (id: string) => (await list()).some((key) => key.id === id);
  return {
    ...keys,
    list,
    change: async (id, wanted) => ((await isOwn(id)) ? keys.change(id, wanted) : undefined),
    rotate: async (id, overlapMs) => ((await isOwn(id)) ? keys.rotate(id, overlapMs) : undefined),
    revoke: async (id, by) => ((await isOwn(id)) ? keys.revoke(id, by) : 'unknown'),
  };
}
