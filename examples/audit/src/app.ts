import { createApp, type WebhookHandler } from '@mkt/sdk'
import { auditLine } from './audit-line.ts'

const record: WebhookHandler = async (event, context) => {
  const { settings } = await context.settings()
  console.log(auditLine(event, settings, context.tenant ?? 'unknown'))
}

export const app = createApp({ webhooks: { '/policies': record, '/billing': record, '/claims': record } })
