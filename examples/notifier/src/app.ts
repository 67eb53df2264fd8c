import { createApp, type WebhookHandler } from '@mkt/sdk'
import { composeNotice } from './notice.ts'
import { postNotice } from './post-notice.ts'

const notify: WebhookHandler = async (event, context) => {
  const { settings } = await context.settings()
  const text = composeNotice(event, settings)
  if (settings.channel !== 'http' || !settings.url) {
    console.log(text)
    return
  }
  await postNotice({
    url: settings.url,
    secret: settings.signingSecret,
    // The receiver can tell a repeated delivery by this id: it is the same on every attempt.
    id: context.webhookId ?? text,
    text,
    signal: context.signal,
  })
}

export const app = createApp({ webhooks: { '/policies': notify, '/claims': notify, '/billing': notify } })
