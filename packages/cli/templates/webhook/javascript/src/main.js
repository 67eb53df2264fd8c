import { serve } from './serve.js'

serve({
  // The same event may come twice; its id in the header webhook-id is then the same.
  'POST /events': async (event, { state, request }) => {
    const { settings } = await state()
    console.log(
      `${settings.greeting ?? 'Hello'}: ${event.type} ${JSON.stringify(event.data)} (${request.headers['webhook-id']})`,
    )
  },
})
