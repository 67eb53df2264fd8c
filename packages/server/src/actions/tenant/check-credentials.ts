import { Failure, type FieldProblem } from '@mkt/contract/errors'
import type { CredentialKind } from '../../domain/tenant/credential.ts'
import type { CredentialSet } from '../../domain/tenant/credential-sets.ts'
import { fitsVariant } from '../../domain/tenant/credential-sets.ts'
import type { DerivedSchema } from '../../domain/tenant/derived-schema.ts'
import type { CheckReason, TenantAddress } from '../../domain/tenant/tenant.ts'
import type { PolicySystem } from '../../outbound/policy/policy-system.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import type { Platform } from '../platform/platform.ts'

const names: Record<CredentialKind, string> = {
  integration: 'integration credentials',
  data: 'data credentials',
  token: 'personal access token',
}

function problem(kind: CredentialKind, rule: CheckReason, detail: string): FieldProblem {
  const advice: Record<CheckReason, string> = {
    credentials_refused: `The policy system refused the ${names[kind]}. ${detail} Check them and enter them again.`,
    unreachable: `The policy system could not be reached with the ${names[kind]}. ${detail} Check the API address, or try again later.`,
    no_product_deployed: 'The tenant has no product deployed. Deploy one in the policy system and try again.',
  }
  return { pointer: `/credentials/${kind}`, rule, message: advice[rule] }
}

/** Checks one set: it signs in, may do what it is for, and (where it reads data) finds a product. */
async function checkSet(system: PolicySystem, { kind, credentials }: CredentialSet): Promise<DerivedSchema | null> {
  const purpose = kind === 'data' ? 'data' : 'integration'
  const { token } = await system.signIn(credentials, purpose)
  await system.checkAccess(token, purpose)
  return kind === 'integration' ? null : system.readSchema(token)
}

export interface JudgedCredentials {
  schema: DerivedSchema | null
  problem: FieldProblem | null
  /** The failure of the policy system, without advice; empty on success. */
  detail: string
}

/** Tries one set of credentials: the schema it reads, or why it does not pass. */
export async function judgeCredentials(
  system: PolicySystem,
  tenant: TenantAddress,
  set: CredentialSet,
): Promise<JudgedCredentials> {
  const refuse = (rule: CheckReason, detail: string) => ({
    ...{ schema: null, problem: problem(set.kind, rule, detail), detail },
  })
  if (!fitsVariant(set.kind, tenant.variant))
    return refuse('credentials_refused', `A tenant of the ${tenant.variant} variant takes others.`)
  try {
    const schema = await checkSet(system, set)
    const empty = schema !== null && schema.names.offered.length === 0
    return empty ? refuse('no_product_deployed', '') : { schema, problem: null, detail: '' }
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    return refuse(error.trouble === 'unavailable' ? 'unreachable' : 'credentials_refused', `${error.message}.`)
  }
}

/**
 * Verifies each set of credentials against the real system and refuses with every problem at once, each naming the set
 * it is about. Returns the schema that was read on the way.
 */
export async function checkCredentials(
  platform: Pick<Platform, 'policySystems'>,
  tenant: TenantAddress,
  sets: readonly CredentialSet[],
  refusal = 'The tenant could not be connected.',
): Promise<DerivedSchema | null> {
  const system = platform.policySystems.of(tenant, { evenPaused: true })
  const results = await Promise.all(sets.map((set) => judgeCredentials(system, tenant, set)))
  const problems = results.flatMap((result) => result.problem ?? [])
  const schema = results.map((result) => result.schema).find((found) => found !== null) ?? null
  if (problems.length === 0) return schema
  const words = problems.map((one) => one.message).join(' ')
  throw new Failure('tenant_check_failed', `${refusal} ${words}`, { problems })
}
