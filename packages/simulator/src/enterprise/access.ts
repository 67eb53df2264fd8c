import type { FastifyRequest } from 'fastify'
import type { EnterpriseTenant, PersonalAccessToken } from '../core/enterprise-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { Refusal } from '../lib/refusal.ts'

export type Holder = { token: PersonalAccessToken; tenant: EnterpriseTenant }

/** Whose personal access token this is; it is accepted as a bearer token only. */
export function requireHolder(simulation: Simulation, request: FastifyRequest): Holder {
  const given = /^Bearer (PAT_\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  for (const tenant of simulation.world.enterprise) {
    const token = tenant.tokens.find((item) => item.token === given)
    if (!token) continue
    if (token.revoked) throw new Refusal(401, 'token_revoked', 'The personal access token was revoked')
    if (token.expiresAt !== null && Date.parse(token.expiresAt) <= simulation.clock())
      throw new Refusal(401, 'token_expired', 'The personal access token has expired')
    return { token, tenant }
  }
  throw new Refusal(401, 'unauthorized', 'The personal access token is missing or unknown')
}

/** A token works in its own tenant, for the permissions it was made with. */
export function requireTenant(
  simulation: Simulation,
  request: FastifyRequest<{ Params: { tenant: string } }>,
  permission: PersonalAccessToken['permissions'][number],
): Holder {
  const holder = requireHolder(simulation, request)
  if (holder.tenant.tenantLocator !== request.params.tenant)
    throw new Refusal(403, 'forbidden', 'The token does not belong to this tenant')
  if (!holder.token.permissions.includes(permission))
    throw new Refusal(403, 'forbidden', `The token lacks the permission "${permission}"`)
  return holder
}

/** A page of a list by `offset` and `count`. */
export function page<T>(items: readonly T[], query: unknown): { listCompleted: boolean; items: T[] } {
  const { offset, count } = query as { offset?: string; count?: string }
  const from = Math.max(0, Number(offset ?? 0) || 0)
  const size = Math.min(1_000, Math.max(1, Number(count ?? 100) || 100))
  return { listCompleted: from + size >= items.length, items: items.slice(from, from + size) }
}
