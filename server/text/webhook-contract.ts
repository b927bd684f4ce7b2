/** Texts of the OpenAPI document about webhooks. */
export const WEBHOOK_CONTRACT = {
  create: {
    summary: 'Make a webhook',
    description:
      'Registers an https address that gets events of jobs which name it (`"webhook": { "id": "wh_…" }`). Its host must be one that the operator allows. The secret is shown once.',
  },
  created: 'The webhook, with its secret.',
  secret: 'Checks signatures, as Standard Webhooks says. Shown once.',
  list: { summary: 'List webhooks', description: 'The newest first, without their secrets.' },
  okList: 'The webhooks.',
  remove: { summary: 'Take a webhook away', description: 'Removes it and its deliveries at once.' },
  removed: 'The webhook is no longer there.',
  roll: {
    summary: 'Replace the secret',
    description: 'Makes a new secret. For 24 hours each event has two signatures, also that of the old one.',
  },
  okRoll: 'The webhook, with its new secret.',
  test: {
    summary: 'Send a test event',
    description:
      'Sends `webhook.test` once, and says how the receiver answered. A webhook that was switched off by 410 is on again after a good answer.',
  },
  okDelivery: 'The event and its delivery.',
  deliveries: { summary: 'List deliveries', description: 'The newest first, each with its last status.' },
  okDeliveries: 'A page of deliveries.',
  resend: {
    summary: 'Send an event again',
    description: 'Puts an event back in line, also one that was delivered or given up.',
  },
  taken: 'The event is taken. Any status of 2xx says so; others are tried again for 72 hours.',
  gone: 'Switches the webhook off.',
  'job.ended': { summary: 'A job has ended', description: 'Its outcome and counts.' },
  'document.done': { summary: 'A document is done', description: 'Its place in the job, and its own name.' },
  'document.failed': { summary: 'A document has failed', description: 'The same, with its problem.' },
} as const;
