/** Link to the page's source: `<link rel="code-repository">` (https://microformats.org/wiki/existing-rel-values). */
export const SOURCE_REL = 'code-repository';

/** Sites that `repository` may abbreviate, and the default. */
const SITES: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
};
const SHORT = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/;

/** git's other form of a URL: `git@host:owner/name.git`. */
const SCP_LIKE = /^git@([\w.-]+):/;

/**
 * URL for reading the source.
 *
 * @param repository the field of package.json: a text, or an object with `url`
 * @returns a URL for browsers; null if the field has none
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
  // A port would not be the web server's.
  return protocol === 'ssh:' || protocol === 'git:' ? `https://${hostname}${path}` : null;
}

function textOf(repository: unknown): string {
  if (typeof repository === 'string') return repository;
  if (typeof repository !== 'object' || repository === null || !('url' in repository)) return '';
  return typeof repository.url === 'string' ? repository.url : '';
}

/** The source URL of the running page, set at build time; null if it has no public one. */
export function shownSource(): string | null {
  return document.querySelector<HTMLLinkElement>(`link[rel="${SOURCE_REL}"]`)?.href ?? null;
}
