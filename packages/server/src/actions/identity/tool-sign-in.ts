import { createHash } from 'node:crypto'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { staleProof } from '../../domain/accounts/assurance.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { personById } from '../../store/accounts/people.ts'
import { sessionById } from '../../store/accounts/sessions.ts'
import { insertSignInStep } from '../../store/identity/sign-in-steps.ts'
import { beginSession, type SignInOrigin } from '../accounts/begin-session.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { expired } from './check-passkey.ts'
import { lookUpStep } from './look-up-step.ts'

const APPROVAL_MS = limits.toolApproval.value

/** Lets the tool that knows what `challenge` is the hash of sign in as this person, for one organization. */
export async function approveTool(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  input: { person: Extract<Caller, { kind: 'person' }>; organization: string; challenge: string },
): Promise<string> {
  const { person, organization, challenge } = input
  const member = membershipFor(person, organization)
  const now = platform.clock.now()
  const code = newToken('mtc', platform.random)
  await insertSignInStep(platform.db, {
    tokenHash: hashToken(code),
    kind: 'tool',
    personId: person.personId,
    data: { challenge, sessionId: person.sessionId, organizationId: member.organizationId },
    now,
    expiresAt: new Date(now.getTime() + APPROVAL_MS),
  })
  return code
}

/** The membership that a tool is approved for. */
export function membershipFor(person: Extract<Caller, { kind: 'person' }>, organization: string) {
  const member = person.memberships.find(
    ({ organizationId, organizationName }) => organization === organizationId || organization === organizationName,
  )
  if (member === undefined) throw new Failure('not_found', `You are no member of ${organization}.`)
  return member
}

export async function completeTool(
  platform: Changing & Pick<Platform, 'policy' | 'strangers'>,
  input: SignInOrigin & { code: string; verifier: string },
) {
  const step = await lookUpStep(platform, 'tool', { token: input.code, address: input.address }, 'take')
  if (step?.personId == null) throw expired()
  const { challenge, sessionId, organizationId } = step.data as Record<string, string>
  if (createHash('sha256').update(input.verifier).digest('base64url') !== challenge) throw expired()
  if (sessionId === undefined || organizationId === undefined) throw expired()
  return beginToolSession(platform, { ...input, personId: step.personId, sessionId, organizationId, remote: false })
}

/**
 * Opens the session of a tool. It is as sure as the one it was approved in, which has to be open still. A tool on another machine
 * (`remote`) has to prove a factor there before what asks for a fresh one.
 */
export async function beginToolSession(
  platform: Changing & Pick<Platform, 'policy'>,
  input: SignInOrigin & {
    personId: string
    sessionId: string
    organizationId: string
    remote: boolean
    details?: Record<string, unknown>
  },
) {
  const { personId, sessionId, organizationId, details = {}, address, userAgent, requestId } = input
  const [person, approved] = await Promise.all([
    personById(platform.db, personId),
    sessionById(platform.db, sessionId, platform.clock.now()),
  ])
  if (person === undefined || approved === undefined) throw expired()
  if (person.disabledAt !== null)
    throw new Failure('account_disabled', 'An operator disabled this account. Ask them about it.')
  const { connectionId, providerOrganizationId, providerFactor } = approved
  const { factorAt, provedAt } = input.remote ? staleProof(approved, platform.clock.now()) : approved
  return beginSession(platform, {
    address,
    userAgent,
    requestId,
    person,
    method: 'tool',
    factorAt,
    provedAt,
    details,
    boundTo: organizationId,
    ...(connectionId === null
      ? {}
      : { provider: { connectionId, organizationId: providerOrganizationId, factor: providerFactor } }),
  })
}
