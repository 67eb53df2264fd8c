import { aboutOf, connectedEventData, enterpriseEventData } from '@mkt/contract/app'
import { expandEvents, type Manifest, type Variant } from '@mkt/manifest'

export interface TestEvent {
  path: string
  type: string
  body: Buffer
}

interface Given {
  /** The event's own id, and the time it is sent. */
  id: string
  now: Date
  /** Of a real policy, where the person names one. */
  policyLocator?: string | undefined
  /** One of the types the app asks for; the first one without it. */
  type?: string | undefined
}

/** What a policy system would send first to an app with this manifest, or undefined where the app asks for no such event. */
export function testEvent(manifest: Manifest, variant: Variant, given: Given): TestEvent | undefined {
  for (const { path, events } of manifest.platform?.webhooks ?? []) {
    const types = expandEvents(events, variant)
    const type = given.type === undefined ? types[0] : types.find((one) => one === given.type)
    if (type !== undefined) return { path, type, body: Buffer.from(JSON.stringify(bodyOf(variant, type, given))) }
  }
  return undefined
}

/** In the form of the policy system, from a user whose name tells that it is a test. */
function bodyOf(variant: Variant, type: string, { id, now, policyLocator = 'mkt-test-policy' }: Given): object {
  const data = dataOf(variant, type, policyLocator)
  if (variant === 'enterprise')
    return { locator: id, requestId: id, userLocator: 'mkt-test', timestamp: now.toISOString(), type, data }
  return { id, timestamp: String(now.getTime()), transactionId: id, username: 'mkt-test', type, data }
}

/** What an event of this type always names, and the policy where it can name one. Only the policy may exist. */
function dataOf(variant: Variant, type: string, policyLocator: string): Record<string, string> {
  const about = aboutOf(variant === 'connected' ? connectedEventData : enterpriseEventData, type)
  if (about === undefined) return { policyLocator }
  const named = about.has.map((name) => [name, `mkt-test-${name.replace(/Locator$/, '')}`])
  const isOfPolicy = [...about.has, ...about.may].includes('policyLocator')
  return { ...Object.fromEntries(named), ...(isOfPolicy ? { policyLocator } : {}) }
}
