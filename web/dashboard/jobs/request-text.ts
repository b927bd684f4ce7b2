/** A call that sends one document again, for a terminal. The body is quoted by the shell, whatever is in it. */
export function requestText(origin: string, request: object): string {
  return [
    `curl -f ${origin}/api/v1/jobs \\`,
    '  -H "Authorization: Bearer $PAGELIGHT_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    "  -d @- <<'JSON'",
    JSON.stringify({ documents: [request] }, undefined, 2),
    'JSON',
  ].join('\n');
}
