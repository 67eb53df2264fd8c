import type { LiveTopic } from './live-topics.ts'

/** A kind of thing that something is done to. */
export type SubjectKind =
  | 'advisory'
  | 'alert'
  | 'api-key'
  | 'delivery'
  | 'deployment'
  | 'installation'
  | 'invitation'
  | 'listing'
  | 'organization'
  | 'person'
  | 'platform'
  | 'release'
  | 'review'
  | 'session'
  | 'scim'
  | 'sso'
  | 'tenant'
  | 'trial'

export interface AuditActionRow {
  /** The kind of thing it is done to. */
  subject: SubjectKind
  /** The live topic that changes with it. Its changes carry the subject or the organization. */
  changes?: LiveTopic
}

const listing = { subject: 'listing', changes: 'listing' } as const
const release = { subject: 'release', changes: 'release' } as const
const review = { subject: 'review', changes: 'review' } as const
const deployment = { subject: 'deployment', changes: 'deployment' } as const
const tenant = { subject: 'tenant', changes: 'tenant' } as const
const installation = { subject: 'installation', changes: 'installation' } as const
const organization = { subject: 'organization', changes: 'member' } as const
const member = { subject: 'person', changes: 'member' } as const
const invitation = { subject: 'invitation', changes: 'member' } as const

/** Every action an audit row can name: what it is done to, and which live topic it changes. Names are never reused. */
export const auditActions = {
  'platform.confirm-takeover': { subject: 'platform' },
  'platform.log-level': { subject: 'platform' },
  'session.begin': { subject: 'session' },
  'session.end': { subject: 'session' },
  'session.end-all': { subject: 'person' },
  'session.step-up': { subject: 'session' },
  'factor.totp.add': { subject: 'person' },
  'factor.totp.remove': { subject: 'person' },
  'factor.passkey.add': { subject: 'person' },
  'factor.passkey.rename': { subject: 'person' },
  'factor.passkey.remove': { subject: 'person' },
  'factor.recovery-codes.create': { subject: 'person' },
  'factor.recovery-code.use': { subject: 'person' },
  'factor.reset': { subject: 'person' },
  'organization.sign-in-policy': organization,
  'session.break-glass': { subject: 'session' },
  'platform.sign-in-policy': { subject: 'sso' },
  'sso.connect': { subject: 'sso' },
  'sso.disconnect': { subject: 'sso' },
  'sso.test': { subject: 'sso' },
  'sso.sign-in': { subject: 'person' },
  'sso.link': { subject: 'person' },
  'sso.unlink': { subject: 'person' },
  'sso.domain.add': { subject: 'sso' },
  'sso.domain.verify': { subject: 'sso' },
  'sso.domain.lose': { subject: 'sso' },
  'sso.domain.remove': { subject: 'sso' },
  'scim.connect': { subject: 'scim' },
  'scim.disconnect': { subject: 'scim' },
  'scim.user.create': { subject: 'scim' },
  'scim.user.change': { subject: 'scim' },
  'scim.user.activate': { subject: 'scim' },
  'scim.user.deactivate': { subject: 'scim' },
  'scim.user.delete': { subject: 'scim' },
  'scim.group.change': { subject: 'scim' },
  'scim.group.delete': { subject: 'scim' },
  'person.create': { subject: 'person' },
  'person.change': { subject: 'person' },
  'person.role': { subject: 'person' },
  'person.enable': { subject: 'person' },
  'person.disable': { subject: 'person' },
  'person.password.change': { subject: 'person' },
  'person.password.link': { subject: 'person' },
  'person.password.reset': { subject: 'person' },
  'organization.create': organization,
  'organization.change': organization,
  'organization.enable': organization,
  'organization.disable': organization,
  'organization.transfer': member,
  'member.invite': invitation,
  'member.invitation.revoke': invitation,
  'member.join': member,
  'member.role': member,
  'member.leave': member,
  'member.remove': member,
  'api-key.create': { subject: 'api-key' },
  'api-key.regenerate': { subject: 'api-key' },
  'api-key.revoke': { subject: 'api-key' },

  'signing-key.add': { subject: 'organization' },
  'signing-key.retire': { subject: 'organization' },

  'listing.create': listing,
  'listing.change': listing,
  'listing.sheet-check': listing,
  'listing.sheet-check-not': listing,
  'listing.delete': listing,
  'listing.manifest.set': listing,
  'listing.logo.set': listing,
  'listing.screenshot.set': listing,
  'listing.picture.remove': listing,
  'listing.publish': listing,
  'listing.approve': listing,
  'listing.make-public': listing,
  'listing.withdraw': listing,
  'listing.suspend': listing,
  'listing.reinstate': listing,
  'listing.restart': listing,
  'listing.retire': listing,
  'variable.set': { subject: 'listing' },
  'variable.remove': { subject: 'listing' },
  'image.push': { subject: 'listing' },
  'image.delete': { subject: 'listing' },
  'release.create': release,
  'release.promote': release,
  'release.promotion-stop': release,
  'release.rollback': release,
  'release.withdraw': release,
  'release.conformance': release,
  'advisory.import': { subject: 'advisory' },
  'finding.except': listing,
  'finding.except-not': listing,
  'deployment.change': deployment,
  'deployment.scale': deployment,
  'deployment.restart': deployment,
  'review.open': review,
  'review.message': review,
  'review.approve': review,
  'review.request-changes': review,
  'review.withdraw': review,

  'alert.change': { subject: 'alert' },
  'alert.create': { subject: 'alert' },
  'alert.remove': { subject: 'alert' },
  'alert.test': { subject: 'alert' },
  'tenant.connect': tenant,
  'tenant.change': tenant,
  'tenant.replace-credentials': tenant,
  'tenant.disconnect': tenant,
  'tenant.test': tenant,
  'installation.launch': installation,
  'installation.start': installation,
  'installation.stop': installation,
  'installation.uninstall': installation,
  'installation.upgrade': installation,
  'installation.rename': installation,
  'installation.pin': installation,
  'installation.unpin': installation,
  'installation.record': installation,
  'installation.record-stop': installation,
  'installation.failure-policy': installation,
  'installation.shadow': installation,
  'installation.sample': installation,
  'installation.sample-drop': installation,
  'trial.create': { subject: 'trial' },
  'installation.replace-credentials': installation,
  'installation.erase': installation,
  'installation.rotate-caller-secret': installation,
  'installation.revoke-keys': installation,
  'installation.tunnel-open': installation,
  'installation.tunnel-close': installation,
  'configuration.write': installation,
  'configuration.restore': installation,
  'delivery.replay': { subject: 'delivery' },
  'delivery.replay-many': { subject: 'installation' },
  'delivery.resume': { subject: 'installation' },
  'delivery.test': { subject: 'installation' },
  'call.test': { subject: 'installation' },
} as const satisfies Record<string, AuditActionRow>

export type AuditAction = keyof typeof auditActions

/** Actions that were stored under another name, which is read as the present one. */
export const formerActions: Readonly<Record<string, AuditAction>> = {
  'installation.record-not': 'installation.record-stop',
}
