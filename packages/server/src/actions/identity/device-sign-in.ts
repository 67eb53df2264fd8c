import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { Caller } from '../../domain/accounts/caller.ts'
import { newUserCode, userCodeText } from '../../domain/identity/user-code.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import {
  type DeviceSignIn,
  decideDeviceSignIn,
  insertDeviceSignIn,
  pollDeviceSignIn,
  takeDeviceSignIn,
  waitingDeviceSignIn,
} from '../../store/identity/device-sign-ins.ts'
import type { SignInOrigin } from '../accounts/begin-session.ts'
import { lookUpCredential } from '../accounts/look-up-credential.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { expired } from './check-passkey.ts'
import { limited } from './check-proof.ts'
import { beginToolSession, membershipFor } from './tool-sign-in.ts'

const EXPIRES_MS = limits.deviceApproval.value
export const POLL_SECONDS = 5
/** A network that is faster one time than the other is no reason to slow a tool down. */
const POLL_TOLERANCE_MS = 1_000

type Person = Extract<Caller, { kind: 'person' }>

/**
 * Begins to sign a tool in that has no browser on its machine (RFC 8628). The tool keeps the long code and asks with it; the short one is
 * shown to the person, who types it in the console, where the sign-in is decided.
 */
export async function startDevice(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  { address, userAgent }: Omit<SignInOrigin, 'requestId'>,
) {
  const createdAt = platform.clock.now()
  const deviceCode = newToken('mdc', platform.random)
  const userCode = newUserCode(platform.random)
  const expiresAt = new Date(createdAt.getTime() + EXPIRES_MS)
  await insertDeviceSignIn(platform.db, {
    deviceHash: hashToken(deviceCode),
    userHash: hashToken(userCodeText(userCode)),
    address,
    userAgent,
    createdAt,
    expiresAt,
  })
  return { deviceCode, userCode, expiresIn: EXPIRES_MS / 1000, interval: POLL_SECONDS }
}

const wrongCode = () =>
  new Failure('factor_wrong', 'No sign-in waits for this code. Check the code, or run "mkt login --sso" again.')

/** Which machine a short code signs in. Wrong codes count, by person and by address. */
export function findDevice(
  platform: Pick<Platform, 'clock' | 'db'>,
  { person, address, userCode }: { person: Person; address: string; userCode: string },
): Promise<DeviceSignIn> {
  return limited(platform, { personId: person.personId, address, what: 'device' }, async () => {
    const found = await waitingDeviceSignIn(platform.db, hashToken(userCodeText(userCode)), platform.clock.now())
    if (found === undefined) throw wrongCode()
    return found
  })
}

/** Approves or refuses the sign-in of a tool, for one organization. */
export async function decideDevice(
  platform: Pick<Platform, 'clock' | 'db'>,
  input: { person: Person; address: string; userCode: string; approve: boolean; organization?: string | undefined },
): Promise<void> {
  const { person } = input
  const member = input.approve ? membershipFor(person, input.organization ?? '') : undefined
  const { userHash } = await findDevice(platform, input)
  const { personId, sessionId } = person
  const decided = await decideDeviceSignIn(
    platform.db,
    userHash,
    member === undefined
      ? { decision: 'refused', personId }
      : { decision: 'approved', personId, sessionId, organizationId: member.organizationId },
    platform.clock.now(),
  )
  if (!decided) throw wrongCode()
}

/** Polled by the tool: opens its session once a person has approved it. */
export async function completeDevice(
  platform: Changing & Pick<Platform, 'policy' | 'strangers'>,
  input: SignInOrigin & { deviceCode: string },
) {
  const now = platform.clock.now()
  const deviceHash = hashToken(input.deviceCode)
  const polled = await lookUpCredential(platform, input.address, input.deviceCode, () =>
    pollDeviceSignIn(platform.db, deviceHash, now),
  )
  if (polled === undefined) throw expired()
  const since = polled.polledBefore === null ? Infinity : now.getTime() - polled.polledBefore.getTime()
  if (since < POLL_SECONDS * 1000 - POLL_TOLERANCE_MS)
    throw new Failure('slow_down', `Ask every ${POLL_SECONDS} seconds at most.`)
  if (polled.decision === 'waiting')
    throw new Failure('authorization_pending', `Nobody has decided yet. Ask again in ${POLL_SECONDS} seconds.`)
  const taken = await takeDeviceSignIn(platform.db, deviceHash, now)
  if (taken?.decision === 'refused') throw new Failure('access_denied', 'The sign-in was refused in the console.')
  if (taken?.personId == null || taken.sessionId === null || taken.organizationId === null) throw expired()
  const { personId, sessionId, organizationId } = taken
  const approved = { personId, sessionId, organizationId, remote: true, details: { byCode: true } }
  return beginToolSession(platform, { ...input, ...approved })
}
