/** The words about changing, rolling and ending keys, and about who did it. */
export const words = {
  change: 'Change',
  roll: 'Roll',
  of: (name: string) => ` ${name}`,
  scopes: { compress: 'Compress and inspect', inspect: 'Inspect only' },
  scope: 'What it may do',
  perDay: (count: string) => `${count} files a day`,
  bytesPerDay: (size: string) => `${size} a day`,
  rolled: (until: string) => `A new key took its place. This one works until ${until}.`,
  dailyDocuments: 'Files per day',
  dailyMegabytes: 'MB per day',
  dailyHint: 'Above this, the server answers 429 until midnight UTC. Leave it empty for no limit.',

  changeKey: {
    title: (name: string) => `Change “${name}”`,
    text: 'It holds from the next request on. The key itself stays the same.',
    submit: 'Save',
  },

  rollKey: {
    title: (name: string) => `Roll “${name}”?`,
    text: 'You get a new key with the same settings. The old one goes on for a while, so that nothing stops.',
    overlap: 'The old key ends',
    overlaps: [
      { hours: 1, label: 'in an hour' },
      { hours: 24, label: 'in a day' },
      { hours: 168, label: 'in a week' },
    ],
    submit: 'Make the new key',
  },

  expiry: {
    stops: (name: string, when: string) => `“${name}” stops ${when}`,
    on: (date: string, used: string | null) =>
      `, on ${date}. It was ${used === null ? 'never used' : `last used ${used}`}.`,
    keep: 'Keep 90 more days',
  },

  everywhere: {
    submit: 'Sign out everywhere',
    text: 'Ends all sessions of this account, on every device. Programs with API keys go on.',
  },

  audit: {
    page: 'Audit log',
    lead: 'Who changed what, and who signed in. Keys and file names are never in it.',
    when: 'When',
    who: 'Who',
    what: 'What',
    details: 'Details',
    from: 'From',
    nobody: 'Unknown',
    csv: 'Download as CSV',
    earlier: 'Show earlier',
    emptyTitle: 'Nothing yet',
    empty: 'Changes to keys and accounts, and sign-ins, show up here.',
    actions: {
      'set-up': 'Set up the server',
      'signed-in': 'Signed in',
      'sign-in-failed': 'Failed to sign in',
      'password-changed': 'Changed the password',
      'key-created': 'Created key',
      'key-changed': 'Changed key',
      'key-rolled': 'Rolled key',
      'key-revoked': 'Revoked key',
      'signed-out-everywhere': 'Signed out everywhere',
      'second-factor-on': 'Turned on the second step',
      'second-factor-off': 'Turned off the second step',
      'recovery-codes-made': 'Made new recovery codes',
      'recovery-code-used': 'Used a recovery code',
      'person-invited': 'Invited somebody',
      'invitation-revoked': 'Took back an invitation',
      'invitation-accepted': 'Accepted an invitation',
      'role-changed': 'Changed a role',
      'person-signed-out': 'Signed somebody out everywhere',
      'person-removed': 'Removed somebody',
    } as Readonly<Record<string, string>>,
  },
} as const;
