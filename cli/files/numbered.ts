/** The name of the nth file of one name: `a.pdf`, `a-2.pdf`, `a-3.pdf`. */
export function numbered(path: string, number: number): string {
  return number === 1 ? path : path.replace(/(\.[^./\\]*)?$/, `-${number}$1`);
}
