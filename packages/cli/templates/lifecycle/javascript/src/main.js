import { serve } from './serve.js'

serve({
  // Before the first start: register with third parties here. An answer other than 2xx ends the launch.
  'POST /hooks/install': async ({ route }, { state }) => {
    const { settings } = await state()
    console.log(`install: reachable at ${route}, partner key ${settings.partnerKey ? 'given' : 'missing'}`)
  },
  'POST /hooks/configure': async ({ installationId }) => {
    console.log(`configure: ${installationId} has new settings`)
  },
  // The last chance to clean up; the state can still be read.
  'POST /hooks/uninstall': async ({ installationId }) => {
    console.log(`uninstall: ${installationId} is leaving`)
  },
})
