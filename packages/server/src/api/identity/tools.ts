import { approveTool, completeTool } from '../../actions/identity/tool-sign-in.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { personOf } from '../accounts/person-of.ts'
import { sessionAnswer } from '../accounts/session-answer.ts'
import { type Route, route } from '../http/route.ts'

/** Signing tools in by browser. */
export function toolRoutes(platform: Platform): Route[] {
  return [
    route('approveTool', {
      subject: () => unowned,
      async handle({ caller, body }) {
        return { code: await approveTool(platform, { person: personOf(caller), ...body }) }
      },
    }),
    route('completeTool', {
      subject: () => unowned,
      async handle({ body, address, userAgent, requestId }) {
        const session = await completeTool(platform, { ...body, address, userAgent, requestId })
        // The tool keeps the token itself: no cookie.
        return sessionAnswer(platform, session, () => {})
      },
    }),
  ]
}
