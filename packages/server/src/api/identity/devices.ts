import { limits } from '@mkt/contract/limits'
import { completeDevice, decideDevice, findDevice, startDevice } from '../../actions/identity/device-sign-in.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { personOf } from '../accounts/person-of.ts'
import { sessionAnswer } from '../accounts/session-answer.ts'
import { type Route, route } from '../http/route.ts'
import { limitStarts } from './limit-starts.ts'

/** Signing tools in from machines without a browser. */
export function deviceRoutes(platform: Platform): Route[] {
  const anything = { subject: () => unowned }
  const countStart = limitStarts(limits.deviceStarts.value, platform.clock)
  return [
    route('startDevice', {
      ...anything,
      async handle({ address, userAgent }) {
        countStart(address)
        const begun = await startDevice(platform, { address, userAgent })
        const verificationUri = `${platform.addresses.publicUrl}/device`
        const verificationUriComplete = `${verificationUri}?${new URLSearchParams({ code: begun.userCode })}`
        return { ...begun, verificationUri, verificationUriComplete }
      },
    }),
    route('completeDevice', {
      ...anything,
      async handle({ body, address, userAgent, requestId }) {
        const session = await completeDevice(platform, { ...body, address, userAgent, requestId })
        // The tool keeps the token itself: no cookie.
        return sessionAnswer(platform, session, () => {})
      },
    }),
    route('findDevice', {
      ...anything,
      async handle({ caller, body, address }) {
        const found = await findDevice(platform, { person: personOf(caller), address, ...body })
        const { userAgent, createdAt, expiresAt } = found
        const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
        return { address: found.address, userAgent, ...times }
      },
    }),
    route('decideDevice', {
      ...anything,
      async handle({ caller, body, address }) {
        await decideDevice(platform, { person: personOf(caller), address, ...body })
        return undefined
      },
    }),
  ]
}
