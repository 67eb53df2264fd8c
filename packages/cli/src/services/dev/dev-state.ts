import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Mapping } from '@mkt/manifest'
import type { DevTenant } from './dev-tenant.ts'
import { type Listening, listen } from './listen.ts'

export interface DevState extends Listening {
  /** What `x-MKT-key` carries. */
  readonly key: string
  /** Reads so far, to tell how many one request made. */
  readonly reads: number
}

/** What the state interface of a platform answered. */
export interface PassedState {
  status: number
  headers: Record<string, string>
  body: string
}

/** The state interface for one application under development. */
export async function serveDevState(
  configuration: () => { settings: object; mappings: readonly Mapping[] },
  tenant: DevTenant,
  onRead: (what: string) => void,
  /** Answers for keys of a tunnel; undefined where there is none. */
  elsewhere: (target: string, etag: string | undefined) => Promise<PassedState | undefined> = async () => undefined,
): Promise<DevState> {
  const key = `dev_${randomBytes(18).toString('base64url')}`
  let reads = 0
  const listening = await listen(async (request, response) => {
    const [, what, asked] = (request.url ?? '').replace(/^\/+/, '/').split('/')
    if (what !== 'state' && what !== 'settings') return answer(response, 404, { code: 'not_found' })
    if (asked !== key) {
      const passed = await elsewhere(request.url ?? '', request.headers['if-none-match'])
      if (passed === undefined)
        return answer(response, 404, { code: 'key_unknown', detail: 'The key is not of this run.' })
      reads += 1
      onRead(`${what} through the tunnel`)
      return response.writeHead(passed.status, passed.headers).end(passed.status === 304 ? undefined : passed.body)
    }
    reads += 1
    onRead(what)
    try {
      const record: Record<string, unknown> = { ...configuration() }
      if (what === 'state') {
        record.platformApiUrl = tenant.apiUrl
        record.tenantHostName = tenant.hostName
        record.token = await tenant.token()
      }
      const body = JSON.stringify(record)
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', etag }).end(body)
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      answer(response, 503, { code: 'tenant_unavailable', detail })
    }
  }, 0)
  return {
    ...listening,
    key,
    get reads() {
      return reads
    },
  }
}

function answer(response: ServerResponse, status: number, body: { code: string; detail?: string }): void {
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ status, ...body }))
}
