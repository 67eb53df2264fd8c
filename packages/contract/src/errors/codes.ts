import type { ProblemMembers } from './members.ts'

interface Row {
  status: number
  title: string
  /** Members that its answers carry, at least some of them. */
  members?: readonly (keyof ProblemMembers)[]
  /** Temporary: its answers carry `retry-after`. */
  retryAfter?: true
}

/**
 * All error codes. A code is part of the interface: clients branch on it,
 * so it is never renamed. `title` is fixed for a code; `detail` describes the single occurrence.
 */
export const codes = {
  // Requests that cannot be read
  body_malformed: { status: 400, title: 'The body is not valid JSON' },
  request_malformed: { status: 400, title: 'The request is not valid HTTP for this interface' },
  request_invalid: { status: 422, title: 'Some fields are missing or wrong' },
  body_too_large: { status: 413, title: 'The body is too large' },
  media_type_unsupported: { status: 415, title: 'The content type is not supported here' },
  method_not_allowed: { status: 405, title: 'This method is not allowed at this address' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  rate_limited: { status: 429, title: 'Too many requests', retryAfter: true },
  internal: { status: 500, title: 'Something went wrong on our side' },
  overloaded: { status: 503, title: 'The platform is overloaded', retryAfter: true },
  database_unavailable: { status: 503, title: 'The database is unavailable', retryAfter: true },
  storage_unavailable: { status: 503, title: 'The image storage is unavailable', retryAfter: true },
  storage_full: { status: 507, title: 'The image storage is full' },
  quarantined: { status: 503, title: 'This platform is a copy in quarantine' },
  takeover_refused: { status: 409, title: 'This takeover cannot be confirmed' },
  shutting_down: { status: 503, title: 'This server is stopping' },

  // Who is asking
  credentials_missing: { status: 401, title: 'Sign in first' },
  credentials_wrong: { status: 401, title: 'These credentials are not valid' },
  account_locked: { status: 429, title: 'Too many wrong passwords', retryAfter: true },
  account_disabled: { status: 403, title: 'This account is disabled' },
  organization_disabled: { status: 403, title: 'This organization is disabled' },
  second_factor_required: { status: 403, title: 'This needs a second factor' },
  step_up_required: { status: 403, title: 'Confirm your identity again' },
  factor_wrong: { status: 403, title: 'This code is not valid' },
  factor_locked: { status: 429, title: 'Too many wrong codes', retryAfter: true },
  factor_exists: { status: 409, title: 'This second factor is set up already' },
  factor_missing: { status: 409, title: 'There is no second factor yet' },
  factor_needed: { status: 409, title: 'The last second factor is needed' },
  sign_in_needed: { status: 409, title: 'This is the only way you can sign in' },
  sso_required: { status: 403, title: 'This organization requires single sign-on' },
  sso_unknown: { status: 404, title: 'There is no single sign-on for this address' },
  sso_failed: { status: 403, title: 'The provider did not sign you in' },
  sso_link_required: { status: 409, title: 'An account with this address must be linked first' },
  sso_untested: { status: 409, title: 'The connection has not been tested' },
  domain_unverified: { status: 422, title: 'The domain is not verified' },
  domain_taken: { status: 409, title: 'The domain belongs to another organization' },
  sign_in_expired: { status: 403, title: 'This sign-in has expired' },
  authorization_pending: { status: 400, title: 'This sign-in is not approved yet' },
  slow_down: { status: 400, title: 'The tool polls too often' },
  access_denied: { status: 400, title: 'The sign-in was refused' },
  passkey_refused: { status: 403, title: 'The passkey was not accepted' },
  passkey_unavailable: { status: 409, title: 'Passkeys do not work at this address' },
  origin_refused: { status: 403, title: 'The request comes from another site' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  sign_up_closed: { status: 403, title: 'Accounts are created by invitation here' },
  link_invalid: { status: 410, title: 'This link is used up or has expired' },
  invitation_other_address: { status: 403, title: 'The invitation is for another address' },

  // The same request twice, two people at once
  idempotency_conflict: { status: 409, title: 'This idempotency key was used with another request' },
  idempotency_running: {
    status: 409,
    title: 'The first request with this idempotency key is still running',
    retryAfter: true,
  },
  answer_lost: { status: 409, title: 'The first request took effect, but its answer was lost', members: ['subject'] },
  secret_shown_once: { status: 409, title: 'The answer held a secret that is shown only once' },
  revision_conflict: { status: 412, title: 'This was changed in the meantime', members: ['revision'] },

  // Organizations and people
  name_taken: { status: 409, title: 'This name is taken' },
  name_reserved: { status: 409, title: 'This name is reserved' },
  email_taken: { status: 409, title: 'There is an account with this address' },
  last_owner: { status: 409, title: 'An organization needs an owner' },
  already_member: { status: 409, title: 'This person is a member already' },

  // Listings, releases, reviews
  listing_incomplete: { status: 422, title: 'The listing is incomplete' },
  listing_not_published: { status: 409, title: 'The listing is not published yet' },
  listing_suspended: { status: 409, title: 'The listing is suspended' },
  listing_not_launchable: { status: 409, title: 'This listing takes no new launches' },
  illegal_move: { status: 409, title: 'This is not possible in the current state' },
  image_invalid: { status: 422, title: 'The picture cannot be used' },
  manifest_invalid: { status: 422, title: 'The manifest has problems' },
  version_taken: { status: 409, title: 'This version exists already', members: ['existing', 'next'] },
  version_not_newer: {
    status: 409,
    title: 'This version is not newer than the releases of the same major',
    members: ['existing', 'next'],
  },
  image_unknown: { status: 404, title: 'No such image has been pushed' },
  release_not_approved: { status: 409, title: 'The release is not approved' },
  release_not_ready: { status: 409, title: 'The release has not been live' },
  no_release: { status: 409, title: 'There is no release to review' },
  review_open: { status: 409, title: 'A review is open already' },
  release_unsigned: { status: 409, title: 'The image is not signed by a key of the organization' },
  sbom_unavailable: { status: 409, title: 'The contents of the release are not known' },
  findings_open: { status: 409, title: 'The release has open findings above the allowed severity' },
  quota_exceeded: { status: 413, title: 'The quota is exceeded' },
  alert_refused: { status: 422, title: 'This alert rule is not valid' },
  engine_not_isolated: { status: 409, title: 'The engine cannot isolate applications here' },

  // Tenants and installations
  tenant_check_failed: { status: 422, title: 'The policy system did not accept what was entered' },
  tenant_in_use: { status: 409, title: 'Installations still use this tenant' },
  tenant_unavailable: { status: 503, title: 'The policy system is out of reach', retryAfter: true },
  tenant_credentials_refused: { status: 503, title: 'The policy system refused the credentials' },
  configuration_invalid: { status: 422, title: 'The configuration has problems' },
  rotation_running: { status: 409, title: 'The previous rotation is not finished' },
  payload_gone: { status: 410, title: 'The payload is no longer kept' },
  tunnel_taken: { status: 409, title: 'Another tunnel is open' },
  tunnel_refused: { status: 409, title: 'This installation takes no tunnel' },

  // Gateway and state interface
  caller_unknown: { status: 401, title: 'The caller is unknown' },
  route_unknown: { status: 404, title: 'There is no such route' },
  route_inactive: { status: 410, title: 'The route is not active' },
  promotion_running: { status: 409, title: 'Another promotion is running' },
  sample_empty: { status: 409, title: 'There are no recorded calls for the trial' },
  app_unavailable: { status: 503, title: 'The application is not available', retryAfter: true },
  app_timeout: { status: 504, title: 'The application did not answer in time' },
  app_refused: { status: 422, title: 'The application refused the request' },
  app_bad_answer: { status: 502, title: 'The application gave an invalid answer' },
  gateway_unreachable: { status: 503, title: 'The platform does not reach its own gateway', retryAfter: true },
  backlog_full: { status: 503, title: 'Too many events are waiting on this route', retryAfter: true },
  event_not_stored: { status: 503, title: 'The event could not be stored', retryAfter: true },
  too_busy: { status: 429, title: 'Too many calls at once', retryAfter: true },
  upgrade_refused: { status: 501, title: 'Protocol upgrades are not supported' },
  relay_token_unknown: { status: 401, title: 'The token is not a relay token' },
  relay_token_expired: { status: 401, title: 'The relay token has expired' },
  relay_read_only: { status: 403, title: 'This installation has read-only access to the policy system' },
  relay_sign_in_refused: { status: 403, title: 'Sign-in requests to the policy system are not forwarded' },
  tenant_timeout: { status: 504, title: 'The policy system did not answer in time' },
  key_unknown: { status: 404, title: 'The key is unknown' },
  key_expired: { status: 410, title: 'The key has expired' },
} as const satisfies Record<string, Row>

export type FailureCode = keyof typeof codes
