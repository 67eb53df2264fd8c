import type { Bootstrap } from '../../../packages/server/src/laptop/bootstrap.ts'
import { keyHeaders } from '../ask.ts'
import type { Attack } from './attack.ts'
import { flood } from './flood.ts'
import { hoard } from './hoard.ts'
import { hostileLayers } from './hostile-layers.ts'

const texts = ['>'.repeat(20_000), '_a'.repeat(9_990), '[a]('.repeat(4_000), '- '.repeat(9_000)]

/** What a publisher can do with a key. */
export function attacksOfPublishers(bootstrap: Bootstrap): Attack[] {
  const { apiUrl, publisher } = bootstrap
  const headers = keyHeaders(publisher)
  const listings = `${apiUrl}/api/v1/organizations/${publisher.organization.name}/listings`
  return [
    flood('deep listings', {
      from: '127.0.0.79',
      width: 2,
      perSecond: 1,
      asked: () => ({ method: 'POST', url: listings, headers, body: '['.repeat(500_000) }),
    }),
    flood('hostile Markdown', {
      from: '127.0.0.69',
      width: 6,
      perSecond: 0.2,
      asked: (at) => ({
        method: 'POST',
        url: listings,
        headers,
        body: JSON.stringify({
          appName: `evil-${at}`,
          title: 'Evil',
          variant: 'connected',
          about: texts[at % texts.length],
          requirements: '',
        }),
      }),
    }),
    hoard(
      'streams',
      '127.0.0.74',
      apiUrl,
      60,
      `GET /api/v1/stream HTTP/1.1\r\nhost: x\r\nauthorization: ${headers.authorization}\r\n\r\n`,
    ),
    hostileLayers(bootstrap),
  ]
}
