import type { Platform } from '../../actions/platform/platform.ts'
import { sendTestCall } from '../../actions/trial/send-test-call.ts'
import { type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'

export function testCallRoutes(platform: Platform): Route[] {
  return [
    route('sendTestCall', {
      subject: ({ params }) => installationSubject(platform, params.id),
      handle: ({ subject: { installation }, body, ...origin }) =>
        sendTestCall(platform, installation, body ?? {}, origin),
    }),
  ]
}
