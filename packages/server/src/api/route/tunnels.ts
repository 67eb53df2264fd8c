import type { Platform } from '../../actions/platform/platform.ts'
import { endTunnel } from '../../actions/route/close-tunnel.ts'
import { openTunnel } from '../../actions/route/open-tunnel.ts'
import { type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'

export function tunnelRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)
  return [
    route('openTunnel', {
      subject,
      async handle({ params, body, ...origin }) {
        const { id, ticket } = await openTunnel(platform, params.id, body.replaces, origin)
        return { id, ticket, url: platform.addresses.tunnelUrl }
      },
    }),
    route('closeTunnel', {
      subject,
      async handle({ params, ...origin }) {
        await endTunnel(platform, params.id, origin)
        return undefined
      },
    }),
  ]
}
