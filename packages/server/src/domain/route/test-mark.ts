import { isSignedBy, sign } from '../../lib/sign.ts'
import type { KeyRing } from '../platform/key-ring.ts'

/** Clocks of two processes may differ by this, and a mark is good for no longer. */
const GOOD_MS = 300_000
const form = /^([0-9a-z]{8})([0-9a-v]{10})([\w-]{27})$/

/** What the platform shows its gateway with a call that tries an installation: signed, of one route, and good for minutes. */
export function issueTestMark(ring: KeyRing, routeId: string, now: Date): string {
  const { id, secret } = ring.current()
  const at = now.getTime().toString(32).padStart(10, '0')
  return id + at + sign(secret, signedText(routeId, at))
}

/** Whether a mark is ours, of this route and of these minutes. A caller's own is none. */
export function isTestMark(ring: KeyRing, mark: string, routeId: string, now: Date): boolean {
  const [, id = '', at = '', signature = ''] = form.exec(mark) ?? []
  const signing = ring.find(id)
  if (signing === undefined || !isSignedBy(signing.secret, signedText(routeId, at), signature)) return false
  return Math.abs(now.getTime() - Number.parseInt(at, 32)) <= GOOD_MS
}

/** Begins unlike everything else that is signed with these keys. */
const signedText = (routeId: string, at: string) => `test call ${routeId} ${at}`
