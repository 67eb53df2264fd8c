import type { Routes } from './serve.ts'

interface PlatformEvent {
  type: string
  data: unknown
}

export const routes: Routes = {
  // The same event may come twice; its id in the header webhook-id is then the same.
  'POST /events': async (body, { state }) => {
    const { settings } = await state()
    const event = body as PlatformEvent
    console.log(`${settings.greeting ?? 'Hello'}: ${event.type} ${JSON.stringify(event.data)}`)
  },
}
