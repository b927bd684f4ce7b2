const MAGIC = /[*?[{]/;

/** Whether a path contains pattern characters. */
export function isGlob(path: string): boolean {
  return MAGIC.test(path);
}

/**
 * Compiles a shell pattern: `*` and `?` stay within a name, `**` crosses folders, `[a-z]` and `{a,b}` are alternatives.
 * Paths use slashes.
 */
export function globPattern(glob: string): RegExp {
  let source = '';
  let open = 0;
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at]!;
    if (sign === '*' && glob[at + 1] === '*') {
      const isFolder = glob[at + 2] === '/';
      source += isFolder ? '(?:[^/]+/)*' : '.*';
      at += isFolder ? 2 : 1;
    } else if (sign === '*') source += '[^/]*';
    else if (sign === '?') source += '[^/]';
    else if (sign === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end < 0) source += '\\[';
      else {
        const inner = glob.slice(at + 1, end).replace(/[\\\]]/g, '\\$&');
        source += `[${inner.replace(/^[!^]/, '^')}]`;
        at = end;
      }
    } else if (sign === '{' && glob.includes('}', at)) {
      open += 1;
      source += '(?:';
    } else if (sign === '}' && open > 0) {
      open -= 1;
      source += ')';
    } else if (sign === ',' && open > 0) source += '|';
    else source += sign.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  }
  return new RegExp(`^${source}${')'.repeat(open)}$`, 'su');
}

/** Matches paths below a folder. A pattern without a slash matches a name at any depth; others start at the folder. */
export function globMatcher(globs: readonly string[]): (below: string) => boolean {
  const patterns = globs.map((glob) => {
    const plain = glob.replace(/^\.?\//, '').replace(/\/$/, '');
    return { isName: !glob.replace(/\/$/, '').includes('/'), pattern: globPattern(plain) };
  });
  return (below) => {
    const name = below.slice(below.lastIndexOf('/') + 1);
    return patterns.some(({ isName, pattern }) => pattern.test(isName ? name : below));
  };
}
