import type { Plugin } from 'vite';
import { SOURCE_REL, sourceAddress } from './source-address.ts';

/** Writes the address of the source into the page, where the package names one; where not, the page has no such link. */
export function sourceLink(repository: unknown): Plugin {
  const href = sourceAddress(repository);
  return {
    name: 'source-link',
    transformIndexHtml: () =>
      href === null ? [] : [{ tag: 'link', attrs: { rel: SOURCE_REL, href }, injectTo: 'head' }],
  };
}
