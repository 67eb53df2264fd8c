import type { Secret } from '../../lib/secret.ts'

/** What signing in gave. A personal access token has no known end. */
export interface Token {
  token: Secret
  obtainedAt: Date
  expiresAt: Date | null
}

/** A token that leaves us is valid for at least two more minutes. */
export const TOKEN_MARGIN_MS = 2 * 60_000

export type TokenAge = 'fresh' | 'renew' | 'spent'

/** A token is renewed when a tenth of its life is left (an hour at most), and is spent when the promise cannot be kept. */
export function tokenAge(token: Pick<Token, 'obtainedAt' | 'expiresAt'>, now: Date): TokenAge {
  if (token.expiresAt === null) return 'fresh'
  const left = token.expiresAt.getTime() - now.getTime()
  if (left < TOKEN_MARGIN_MS) return 'spent'
  const life = token.expiresAt.getTime() - token.obtainedAt.getTime()
  return left < TOKEN_MARGIN_MS + Math.min(life / 10, 3_600_000) ? 'renew' : 'fresh'
}
