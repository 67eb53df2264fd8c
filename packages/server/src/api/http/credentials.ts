import type { Credentials } from '../../actions/accounts/identify-caller.ts'

export const SESSION_COOKIE = 'mkt_session'

function cookieOf(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=')
    if (name === SESSION_COOKIE) return value.join('=')
  }
  return undefined
}

/** Reads who the request claims to be: the Authorization header wins over the console's cookie. */
export function credentialsOf(headers: {
  authorization?: string | undefined
  cookie?: string | undefined
}): Credentials {
  const [scheme = '', ...rest] = (headers.authorization ?? '').split(' ')
  const value = rest.join(' ').trim()
  if (scheme.toLowerCase() === 'bearer' && value !== '') return { kind: 'token', token: value, byCookie: false }
  if (scheme.toLowerCase() === 'basic' && value !== '') {
    const text = Buffer.from(value, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    if (colon > 0) return { kind: 'basic', clientId: text.slice(0, colon), secret: text.slice(colon + 1) }
    return { kind: 'basic', clientId: '', secret: '' }
  }
  const cookie = cookieOf(headers.cookie)
  return cookie ? { kind: 'token', token: cookie, byCookie: true } : { kind: 'none' }
}

/** The cookie of the console; an empty token removes it. */
export function sessionCookie(token: string, expiresAt: Date, secure: boolean): string {
  const parts = [
    `${SESSION_COOKIE}=${token}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Expires=${expiresAt.toUTCString()}`,
  ]
  if (secure) parts.push('Secure')
  return parts.join('; ')
}
