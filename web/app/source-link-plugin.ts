import type { Plugin } from 'vite';
import { SOURCE_REL, sourceAddress } from './source-address.ts';

/** Writes the source URL into the page, if the package has one. */
export function sourceLink(repository: unknown): Plugin {
  const href = sourceAddress(repository);
  return {
    name: 'source-link',
    transformIndexHtml: () =>
      href === null ? [] : [{ tag: 'link', attrs: { rel: SOURCE_REL, href }, injectTo: 'head' }],
  };
}
