/** The name of a result beside its original. */
export function lightName(path: string, suffix = '-light'): string {
  return path.replace(/(\.pdf)?$/i, (extension) => `${suffix}${extension || '.pdf'}`);
}
