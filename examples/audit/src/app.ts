import { createApp, type WebhookHandler } from '@mkt/sdk'
import { auditLine } from './audit-line.ts'
import { readInsured } from './insured.ts'

const record: WebhookHandler = async (event, context) => {
  const { settings } = await context.settings()
  const insured = await readInsured(event, context)
  console.log(auditLine(event, settings, context.tenant ?? 'unknown', insured))
}

export const app = createApp({ webhooks: { '/policies': record, '/billing': record, '/claims': record } })
