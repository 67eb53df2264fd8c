import { createHmac } from 'node:crypto'
import type { PolicyEvent } from '@mkt/sdk'
import type { Insured } from './insured.ts'

/** One sealed line of the trail. The same facts give the same line, so a repeated delivery adds nothing new. */
export function auditLine(
  event: PolicyEvent,
  settings: Readonly<Record<string, string>>,
  tenant: string,
  insured: Insured = {},
): string {
  const who = settings.detail === 'people' && 'userLocator' in event ? event.userLocator : undefined
  const line = JSON.stringify({
    at: event.timestamp,
    tenant,
    department: settings.department,
    what: event.type,
    event: 'locator' in event ? event.locator : event.id,
    to: Object.fromEntries(Object.entries(event.data).filter(([name]) => name.endsWith('Locator'))),
    ...insured,
    who,
  })
  const seal = createHmac('sha256', settings.chainSecret ?? '')
    .update(line)
    .digest('base64url')
  return `${line} ${seal}`
}
