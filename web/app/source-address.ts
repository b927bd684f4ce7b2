/** How the page knows its source: `<link rel="code-repository">` (https://microformats.org/wiki/existing-rel-values). */
export const SOURCE_REL = 'code-repository';

/** Sites that a `repository` may name by a short word, and the one that is meant without. */
const SITES: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
};
const SHORT = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/;

/** What git itself understands beside addresses: `git@host:owner/name.git`. */
const SCP_LIKE = /^git@([\w.-]+):/;

/**
 * Where people read the source.
 *
 * @param repository the field of package.json: a text, or an object with `url`
 * @returns an address for browsers; null where the field names none
 */
export function sourceAddress(repository: unknown): string | null {
  const text = textOf(repository);
  const short = SHORT.exec(text);
  if (short !== null) return `${SITES[short[1] ?? 'github']}${short[2]}`;

  const address = text.replace(SCP_LIKE, 'ssh://git@$1/').replace(/^git\+/, '');
  if (!URL.canParse(address)) return null;
  const { protocol, host, hostname, pathname } = new URL(address);
  const path = pathname.replace(/(\.git)?\/?$/, '');
  if (protocol === 'https:' || protocol === 'http:') return `${protocol}//${host}${path}`;
  // The port, if any, is not the one where pages are.
  return protocol === 'ssh:' || protocol === 'git:' ? `https://${hostname}${path}` : null;
}

function textOf(repository: unknown): string {
  if (typeof repository === 'string') return repository;
  if (typeof repository !== 'object' || repository === null || !('url' in repository)) return '';
  return typeof repository.url === 'string' ? repository.url : '';
}

/** Of the page that is shown, as it was built; null where its source has no public place. */
export function shownSource(): string | null {
  return document.querySelector<HTMLLinkElement>(`link[rel="${SOURCE_REL}"]`)?.href ?? null;
}
