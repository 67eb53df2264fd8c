import { Failure } from '@mkt/contract/errors'
import type { Platform } from '../../actions/platform/platform.ts'

const NAME = 'mkt_sso'

/** Binds what comes back from the provider to the browser that was sent there. */
export function ssoCookie({ addresses }: Platform, token: string, expiresAt: Date): string {
  const secure = addresses.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${token}; Path=/api/v1/session/sso; HttpOnly; SameSite=Strict; Expires=${expiresAt.toUTCString()}${secure}`
}

export function readSsoCookie(header: string | string[] | undefined): string {
  for (const part of String(header ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=')
    if (name === NAME) return value.join('=')
  }
  throw new Failure('sign_in_expired', 'This sign-in was not started in this browser, or too long ago. Start again.')
}
