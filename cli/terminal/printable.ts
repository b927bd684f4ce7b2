/** Names come from the file: control characters in them must not reach the terminal. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd');
}
