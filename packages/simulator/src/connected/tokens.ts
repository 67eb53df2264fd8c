import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { ConnectedTenant, Role } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { Refusal } from '../lib/refusal.ts'

/** A client of the identity provider may do both: manage integrations and use data. */
export type Subject = { username: string; role: Role | 'client'; tenant: ConnectedTenant }

export type SignedIn = { authorizationToken: string; expiresTimestamp: string }

export type Permission = 'signed-in' | 'integrations' | 'read' | 'write'

const GRANTS: Record<Subject['role'], readonly Permission[]> = {
  admin: ['signed-in', 'integrations', 'read'],
  user: ['signed-in', 'read', 'write'],
  reader: ['signed-in', 'read'],
  client: ['signed-in', 'integrations', 'read', 'write'],
}

const signingKey = (simulation: Simulation) =>
  createHmac('sha256', simulation.world.seed).update('token signing key').digest()

export async function issueToken(simulation: Simulation, subject: Subject): Promise<SignedIn> {
  const now = simulation.clock()
  const expires = now + simulation.tokenLifeMs
  const authorizationToken = await new SignJWT({
    hostName: subject.tenant.hostName,
    role: subject.role,
    generation: simulation.world.tokenGeneration,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(subject.username)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expires / 1000))
    .setJti(crypto.randomUUID())
    .sign(signingKey(simulation))
  return { authorizationToken, expiresTimestamp: String(expires) }
}

/** Accepts the token bare or as a bearer token, and checks what its holder may do. */
export async function requireSubject(
  simulation: Simulation,
  request: FastifyRequest,
  permission: Permission,
): Promise<Subject> {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()
  const claims = await verified(simulation, token)
  const tenant = simulation.world.connected.find((item) => item.hostName === claims?.hostName)
  const role = claims?.role
  if (!claims || !tenant || typeof role !== 'string' || !(role in GRANTS) || typeof claims.sub !== 'string')
    throw new Refusal(401, 'unauthorized', 'The token is missing, expired or unknown')
  const subject: Subject = { username: claims.sub, role: role as Subject['role'], tenant }
  if (!GRANTS[subject.role].includes(permission))
    throw new Refusal(403, 'forbidden', `${subject.username} lacks the permission "${permission}"`)
  return subject
}

async function verified(simulation: Simulation, token: string) {
  try {
    const { payload } = await jwtVerify(token, signingKey(simulation), {
      algorithms: ['HS256'],
      currentDate: new Date(simulation.clock()),
    })
    return payload.generation === simulation.world.tokenGeneration ? payload : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
