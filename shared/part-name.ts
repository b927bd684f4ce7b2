/** Returns the name of a part: `report-light-1of3.pdf` for `report-light.pdf`. A single part keeps the name. */
export function partName(name: string, number: number, count: number): string {
  if (count === 1) return name;
  const [extension = '.pdf'] = /\.pdf$/i.exec(name) ?? [];
  return `${name.replace(/\.pdf$/i, '')}-${number}of${count}${extension}`;
}
