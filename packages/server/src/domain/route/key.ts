import { isSignedBy, sign } from '../../lib/sign.ts'
import type { KeyRing } from '../platform/key-ring.ts'

/**
 * A key is what `x-MKT-key` carries: opaque to the application, signed, bound to one installation, one release and a
 * slice of time within which it is the same. It is made of fixed parts, so that nothing in it needs a separator:
 * `k` (`t` for a trial, `r` and `s` for the relay), signing key id (8), installation (26), release (26), epoch (4), start of the slice (10), signature (27).
 */
export interface KeyFacts {
  installationId: string
  releaseId: string
  /** Rises when keys are revoked. */
  epoch: number
  /** Start of the slice, in milliseconds. */
  startsAt: number
  /** Given to a container of a trial or a shadow: what it opens holds no token of the policy system, and at the relay it only reads. */
  isolated: boolean
}

/** The same parts make the token that an application shows at the relay; no purpose is taken for another. */
type Purpose = 'key' | 'trial' | 'relay' | 'trial relay'

const letters: Record<Purpose, string> = { key: 'k', trial: 't', relay: 'r', 'trial relay': 's' }
const form = /^([ktrs])([0-9a-z]{8})([0-9a-z]{26})([0-9a-z]{26})([0-9a-v]{4})([0-9a-v]{10})([\w-]{27})$/

/** How long a key is reused: a seventh of its life, at most ten minutes. */
export function sliceMs(ttlSeconds: number): number {
  return Math.min(600_000, Math.floor((ttlSeconds * 1000) / 7))
}

interface Holder {
  installationId: string
  releaseId: string
  epoch: number
}

/** The key of an installation and release at this moment. Within a slice it is always the same. */
export function issueKey(ring: KeyRing, to: Holder & { isolated?: boolean }, now: Date, ttlSeconds: number): string {
  return issue(to.isolated ? 'trial' : 'key', ring, to, now, ttlSeconds)
}

/** The token for the relay, likewise. */
export function issueRelayToken(
  ring: KeyRing,
  to: Holder & { isolated?: boolean },
  now: Date,
  ttlSeconds: number,
): string {
  return issue(to.isolated ? 'trial relay' : 'relay', ring, to, now, ttlSeconds)
}

function issue(purpose: Purpose, ring: KeyRing, to: Holder, now: Date, ttlSeconds: number): string {
  const slice = sliceMs(ttlSeconds)
  const startsAt = Math.floor(now.getTime() / slice) * slice
  const { id, secret } = ring.current()
  const body = `${letters[purpose]}${id}${partOf(to.installationId)}${partOf(to.releaseId)}${digits(to.epoch, 4)}${digits(startsAt, 10)}`
  return body + sign(secret, body)
}

/** Reads a key that we signed; undefined for anything else. Whether it is still valid is another question. */
export function readKey(ring: KeyRing, key: string): KeyFacts | undefined {
  return read(['key', 'trial'], ring, key)
}

/** Reads a token for the relay that we signed; undefined for anything else. */
export function readRelayToken(ring: KeyRing, token: string): KeyFacts | undefined {
  return read(['relay', 'trial relay'], ring, token)
}

function read(purposes: readonly Purpose[], ring: KeyRing, key: string): KeyFacts | undefined {
  const [, letter, signingKeyId, installation, release, epoch, startsAt, signature] = form.exec(key) ?? []
  if (signingKeyId === undefined || signature === undefined || epoch === undefined || startsAt === undefined)
    return undefined
  if (!purposes.some((purpose) => letters[purpose] === letter)) return undefined
  const signing = ring.find(signingKeyId)
  if (!signing || !isSignedBy(signing.secret, key.slice(0, -signature.length), signature)) return undefined
  return {
    installationId: `ins_${installation}`,
    releaseId: `rel_${release}`,
    epoch: Number.parseInt(epoch, 32),
    startsAt: Number.parseInt(startsAt, 32),
    isolated: letter === letters.trial || letter === letters['trial relay'],
  }
}

/** When a key ends: its whole life is counted from the start of its slice. */
export function keyEndsAt(facts: KeyFacts, ttlSeconds: number): number {
  return facts.startsAt + ttlSeconds * 1000
}

function partOf(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}

function digits(value: number, count: number): string {
  return value.toString(32).padStart(count, '0').slice(-count)
}
