import { createHmac } from 'node:crypto'
import { callerHeader, testHeader } from '@mkt/contract/app'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { issueTestMark } from '../../domain/route/test-mark.ts'
import { type TestCall, testCall } from '../../domain/trial/test-call.ts'
import { askGateway } from '../../outbound/ask-gateway.ts'
import type { OutboundAnswer } from '../../outbound/http-client.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { registrationFacts } from '../../store/registration/registrations.ts'
import { callerSecretsOf } from '../../store/route/caller-secrets.ts'
import { storedSchema } from '../../store/tenant/tenants.ts'
import { endpointOf } from '../installation/installation-endpoint.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { signingSecretOf } from '../registration/register-installation.ts'
import { gatewayUnreachable } from './gateway-unreachable.ts'
import { type ShownTestCall, showTestCall } from './show-test-call.ts'

export interface TestCallInput {
  path?: string | undefined
  request?: object | undefined
}

type Knowing = Pick<Platform, 'addresses' | 'clock' | 'db' | 'keyRing' | 'vault'>

/** The gateway keeps the deadline of the application; this is for the way there and back. */
const WAY_MS = 5_000

/** Tries an installation with one call, by the way its policy system takes, and tells what came of it. */
export async function sendTestCall(
  platform: Changing & Knowing,
  installation: Installation,
  input: TestCallInput,
  origin: Origin,
): Promise<ShownTestCall> {
  const { id: installationId, organizationId, state } = installation
  if (state !== 'RUNNING')
    throw new Failure('illegal_move', `The installation is ${state}: a test call is sent to one that is RUNNING.`)
  const facts = await registrationFacts(platform.db, installationId)
  if (facts === undefined) throw new Error(`installation ${installationId} is gone`)
  const known = await storedSchema(platform.db, facts.tenantId)
  const at = { mappings: facts.mappings ?? [], schema: known?.schema }
  const call = testCall(facts.manifest, facts.variant, at, input)
  if (call === undefined) {
    const what = input.path === undefined ? 'no autofill and no rater' : `no autofill and no rater at ${input.path}`
    throw new Failure('illegal_move', `The application has ${what}. Choose a path that its manifest names for one.`)
  }
  const headers = await headersOf(platform, facts, call)
  const { kind, path } = call
  await change(platform, origin, async (unit) =>
    unit.record('call.test', { organizationId, id: installationId, details: { kind, path } }).with(undefined),
  )
  const begun = performance.now()
  const answer = await ask({
    ...{ url: endpointOf(platform, facts.routeId) + path, headers, body: call.body },
    ...{ timeoutMs: call.timeoutMs + WAY_MS, maxBytes: limits.callAnswer.value },
  })
  return showTestCall(platform, facts, call, { ...answer, durationMs: Math.round(performance.now() - begun) })
}

/** Headers that the policy system sends, and the test marker. */
async function headersOf(
  platform: Knowing,
  facts: { installationId: string; organizationId: string; routeId: string },
  call: TestCall,
): Promise<Record<string, string>> {
  const [caller] = await callerSecretsOf(platform.db, facts.installationId)
  if (caller === undefined) throw new Failure('illegal_move', 'The installation has no caller secret any more.')
  const secret = await platform.vault.open(facts.organizationId, `caller secret ${caller.id}`, caller.sealed)
  const signing = await signingSecretOf(platform, facts.installationId)
  return {
    ...call.headers,
    'content-type': 'application/json',
    [callerHeader]: secret.toString('utf8'),
    [testHeader]: issueTestMark(platform.keyRing, facts.routeId, platform.clock.now()),
    ...(signing === undefined
      ? {}
      : { 'platform-signature': createHmac('sha256', signing).update(call.body).digest('hex') }),
  }
}

async function ask(request: Omit<Parameters<typeof askGateway>[0], 'method'>): Promise<OutboundAnswer> {
  try {
    return await askGateway({ ...request, method: 'POST' })
  } catch (error) {
    if (error instanceof OutboundError) throw gatewayUnreachable(error.message)
    throw error
  }
}
