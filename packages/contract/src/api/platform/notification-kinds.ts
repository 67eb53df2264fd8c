/** What a person can choose to get mail about. */
export const mailTopics = ['reviews', 'releases', 'installations', 'updates', 'tenants', 'suspensions'] as const
export type MailTopic = (typeof mailTopics)[number]

/** Everything people are notified of, and the topic under which they choose whether it is mailed. */
export const notificationKinds = {
  'review.opened': 'reviews',
  'review.answered': 'reviews',
  'review.message': 'reviews',
  'release.waiting': 'releases',
  'release.failed': 'releases',
  'release.findings': 'releases',
  'release.halted': 'releases',
  'release.wave': 'releases',
  'trial.end': 'releases',
  'installation.error': 'installations',
  'installation.failing': 'installations',
  'installation.stopped': 'installations',
  'installation.uninstalled': 'installations',
  'deliveries.failing': 'installations',
  'deliveries.paused': 'installations',
  'deliveries.dead': 'installations',
  'installation.offer': 'updates',
  'credentials.refused': 'tenants',
  'tenant.unreachable': 'tenants',
  'listing.suspended': 'suspensions',
  'publisher.disabled': 'suspensions',
  'publisher.enabled': 'suspensions',
} as const satisfies Record<string, MailTopic>
export type NotificationKind = keyof typeof notificationKinds
