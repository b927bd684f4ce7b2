/** What a part is called: `report-light.pdf` becomes `report-light-1of3.pdf`, and stays where it is the only one. */
export function partName(name: string, number: number, count: number): string {
  if (count === 1) return name;
  const [extension = '.pdf'] = /\.pdf$/i.exec(name) ?? [];
  return `${name.replace(/\.pdf$/i, '')}-${number}of${count}${extension}`;
}
