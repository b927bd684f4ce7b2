/** What a result beside its original is called. */
export function lightName(path: string, suffix = '-light'): string {
  return path.replace(/(\.pdf)?$/i, (extension) => `${suffix}${extension || '.pdf'}`);
}
