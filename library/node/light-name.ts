/** What a result beside its original is called. */
export function lightName(path: string): string {
  return path.replace(/(\.pdf)?$/i, (extension) => `-light${extension || '.pdf'}`);
}
