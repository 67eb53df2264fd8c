import { readJson } from '../../lib/json/read-json.ts'

/** The event by which the enterprise variant reports that it forgot whom an account is of. */
export const anonymizeEvent = 'policy.account.anonymize'

/** The account that such an event is about; undefined where it names none. */
export function anonymizedAccount(body: Buffer): string | undefined {
  const event = readJson(body) as { data?: { accountLocator?: unknown; locator?: unknown } | null } | null | undefined
  const locator = event?.data?.accountLocator ?? event?.data?.locator
  return typeof locator === 'string' && /^[\w-]{8,64}$/.test(locator) ? locator : undefined
}
