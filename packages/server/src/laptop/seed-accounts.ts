import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiKey } from '../actions/accounts/create-api-key.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import type { Platform } from '../actions/platform/platform.ts'
import type { Config } from '../config.ts'
import { newId } from '../lib/ids.ts'
import { hashPassword, hashRandomPassword } from '../lib/password/password.ts'
import {
  findOrganization,
  insertMember,
  insertOrganization,
  type Organization,
} from '../store/accounts/organizations.ts'
import { insertPerson, personByEmail, setPasswordHash } from '../store/accounts/people.ts'
import type { Bootstrap, SimulatorFacts } from './bootstrap.ts'
import { seedTenants } from './seed-tenants.ts'

type PlatformRole = 'moderator' | 'operator'

interface Account {
  email: string
  name: string
  role: PlatformRole | null
  hash(): Promise<string>
  /** Whether the password is another one than at the former start. */
  isFresh: boolean
}

async function ensurePerson(platform: Platform, { email, name, role, hash, isFresh }: Account): Promise<string> {
  const known = await personByEmail(platform.db, email)
  if (known !== undefined) {
    // The file with the password is gone or another one was asked for: the owner of the data folder decides.
    if (isFresh) await setPasswordHash(platform.db, known.id, await hash())
    return known.id
  }
  const now = platform.clock.now()
  const id = newId('per', now, platform.random)
  await insertPerson(platform.db, {
    id,
    email,
    name,
    passwordHash: await hash(),
    platformRole: role,
    now,
  })
  return id
}

async function ensureOrganization(
  platform: Platform,
  name: string,
  title: string,
  ownerId: string,
): Promise<Organization> {
  const now = platform.clock.now()
  await insertOrganization(platform.db, { id: newId('org', now, platform.random), name, title, now })
  const organization = await findOrganization(platform.db, name)
  if (organization === undefined) throw new Error(`The organization ${name} could not be made`)
  await insertMember(platform.db, { organizationId: organization.id, personId: ownerId, role: 'owner', now })
  return organization
}

async function ensureKey(
  platform: Platform,
  organization: Organization,
  known: { clientId: string; apiKey: string } | undefined,
) {
  if (known?.clientId && known.apiKey) return { clientId: known.clientId, apiKey: known.apiKey }
  const { key, secret } = await createApiKey(
    platform,
    { organization, name: 'Laptop', scopes: ['publish', 'manage'] },
    byPlatform,
  )
  return { clientId: key.clientId, apiKey: secret }
}

function readFormer(file: string): Bootstrap | undefined {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Bootstrap) : undefined
  } catch {
    // A damaged file is made again; the accounts get new passwords.
    return undefined
  }
}

/**
 * Makes the accounts of a laptop start and writes them down. The file is rewritten at each start with the current
 * addresses; passwords and keys that are in it stay.
 */
export async function seedAccounts(platform: Platform, config: Config, simulator: SimulatorFacts): Promise<string> {
  const file = join(config.dataDir, 'bootstrap.json')
  const former = readFormer(file)
  const asked = config.bootstrapPassword
  const account = async (email: string, name: string, kept: string | undefined, role: PlatformRole | null) => {
    // What was kept may have been asked for at a former start, so it counts as chosen.
    const chosen = asked ?? kept
    const password = chosen ?? randomBytes(15).toString('base64url')
    const hash = () => (chosen === undefined ? hashRandomPassword : hashPassword)(password, 'platform')
    return {
      id: await ensurePerson(platform, { email, name, role, hash, isFresh: password !== kept }),
      email,
      password,
    }
  }
  // One that somebody chose is costly to hash, on purpose, so the four are hashed side by side.
  const [operator, moderator, publisher, customer] = await Promise.all([
    account('operator@mkt.test', 'Olivia Operator', former?.operator?.password, 'operator'),
    account('moderator@mkt.test', 'Mika Moderator', former?.moderator?.password, 'moderator'),
    account('publisher@mkt.test', 'Petra Publisher', former?.publisher?.password, null),
    account('customer@mkt.test', 'Cem Customer', former?.customer?.password, null),
  ])
  const acme = await ensureOrganization(platform, 'acme', 'Acme Apps', publisher.id)
  const northwind = await ensureOrganization(platform, 'northwind', 'Northwind Insurance', customer.id)
  const bootstrap: Bootstrap = {
    apiUrl: platform.addresses.publicUrl,
    gatewayUrl: platform.addresses.gatewayUrl,
    stateUrl: platform.addresses.stateUrl,
    relayUrl: platform.addresses.relayUrl,
    otlpUrl: platform.addresses.otlpUrl,
    operator: { email: operator.email, password: operator.password },
    moderator: { email: moderator.email, password: moderator.password },
    publisher: {
      email: publisher.email,
      password: publisher.password,
      organization: { id: acme.id, name: acme.name },
      ...(await ensureKey(platform, acme, former?.publisher)),
    },
    customer: {
      email: customer.email,
      password: customer.password,
      organization: { id: northwind.id, name: northwind.name },
      ...(await ensureKey(platform, northwind, former?.customer)),
      tenants: await seedTenants(platform, northwind, simulator, former?.gatewayUrl),
    },
    simulator,
  }
  writeFileSync(`${file}.new`, `${JSON.stringify(bootstrap, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return file
}
