import type { Platform } from '../../actions/platform/platform.ts'
import { readTrace } from '../../actions/trace/read-trace.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { type Route, route } from '../http/route.ts'

export function traceRoutes(platform: Platform): Route[] {
  return [
    route('getTrace', {
      // A trace may pass through installations of several organizations: access is decided for each step.
      subject: () => unowned,
      handle: ({ params, caller }) => readTrace(platform, params.id, caller),
    }),
  ]
}
