import { isSignedBy, sign } from '../../lib/sign.ts'
import type { KeyRing } from '../platform/key-ring.ts'

export type RegistryAction = 'pull' | 'push' | 'delete' | '*'

/** Permissions of one scope: actions in a repository, or `*` with the catalogue of repositories. */
export interface RegistryAccess {
  type: 'repository' | 'registry'
  name: string
  actions: RegistryAction[]
}

/** What a token of the image registry says: whose it is, made with which secret, until when, and what it is limited to. */
export interface RegistryGrant {
  clientId: string
  /** Tells the secret it was made with from others of the same key, and nothing more about it. */
  secretMark: string
  /** In milliseconds. */
  expiresAt: number
  access: RegistryAccess[]
}

const PREFIX = 'mrt_'
const form = /^mrt_([\w-]+)\.([0-9a-z]{8})\.([\w-]{27})$/
const scopeForm = /^(repository|registry)(?:\([^()]*\))?:([^:\s]{1,255}):([a-z*,]+)$/
const MAX_SCOPES = 50

/** Reads the scopes a client asks for, several in a row or in one text; what we do not know is left out. */
export function readScopes(texts: readonly string[]): RegistryAccess[] {
  const found = new Map<string, Set<RegistryAction>>()
  for (const text of texts.flatMap((one) => one.split(/\s+/)).slice(0, MAX_SCOPES)) {
    const [, type, name, actions = ''] = scopeForm.exec(text) ?? []
    if (type === undefined || name === undefined) continue
    const known = actions.split(',').filter((one): one is RegistryAction => /^(pull|push|delete|\*)$/.test(one))
    const key = `${type}:${name}`
    found.set(key, new Set([...(found.get(key) ?? []), ...known]))
  }
  return [...found].map(([key, actions]) => {
    const [type, name = ''] = key.split(':')
    return { type: type as RegistryAccess['type'], name, actions: [...actions] }
  })
}

/** Whether a grant reaches this far. The right to push includes deleting what was pushed. */
export function covers(
  access: readonly RegistryAccess[],
  wanted: { type: RegistryAccess['type']; name: string; action: 'pull' | 'push' | '*' },
): boolean {
  return access.some(
    ({ type, name, actions }) =>
      type === wanted.type && name === wanted.name && (actions.includes('*') || actions.includes(wanted.action)),
  )
}

/** Whether a text has the form of our registry tokens. */
export function isRegistryToken(text: string): boolean {
  return text.startsWith(PREFIX)
}

export function issueRegistryToken(ring: KeyRing, grant: RegistryGrant): string {
  const { id, secret } = ring.current()
  const text = `${PREFIX}${Buffer.from(JSON.stringify(grant)).toString('base64url')}.${id}`
  return `${text}.${sign(secret, text)}`
}

/** Reads a token that we signed; undefined for anything else, also for one that has expired. */
export function readRegistryToken(ring: KeyRing, token: string, now: Date): RegistryGrant | undefined {
  const [, body, signingKeyId, signature] = form.exec(token) ?? []
  if (body === undefined || signingKeyId === undefined || signature === undefined) return undefined
  const signing = ring.find(signingKeyId)
  if (!signing || !isSignedBy(signing.secret, token.slice(0, -(signature.length + 1)), signature)) return undefined
  const grant = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as RegistryGrant
  return grant.expiresAt > now.getTime() ? grant : undefined
}
