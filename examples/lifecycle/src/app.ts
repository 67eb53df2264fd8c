import { createApp, type LifecycleHandler } from '@mkt/sdk'
import { createPartner } from './partner.ts'

// Subscriptions are named after the route: a hook that is tried again finds what the first try left behind.

const subscribe: LifecycleHandler = async ({ route }, context) => {
  const { settings } = await context.settings()
  const subscription = { callback: `${route}/callbacks/done`, plan: settings.plan ?? 'basic' }
  await createPartner(settings, context.signal).put(`/subscriptions/${context.routeId}`, subscription)
}

export const app = createApp({
  lifecycle: {
    install: subscribe,
    '/hooks/configure': subscribe,
    uninstall: async (_call, context) => {
      const { settings } = await context.settings()
      await createPartner(settings, context.signal).remove(`/subscriptions/${context.routeId}`)
    },
  },
  webhooks: {
    '/events': async (event, context) => {
      const { settings } = await context.settings()
      // Put under the id of the delivery: a repeat orders the same inspection, not a second one.
      const order = { policy: event.data.policyLocator, subscription: context.routeId }
      await createPartner(settings, context.signal).put(`/orders/${context.webhookId}`, order)
    },
  },
  routes: {
    // Public: the partner has no caller secret. It proves itself with the key that only it and the customer know.
    'POST /callbacks/done': async (context) => {
      const known = context.header('x-partner-key') === (await context.setting('partnerKey'))
      return known ? { status: 204 } : { status: 401, body: { error: { code: 'partner_unknown' } } }
    },
  },
})
