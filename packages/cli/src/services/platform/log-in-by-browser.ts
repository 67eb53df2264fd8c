import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'

const WAIT_MS = 5 * 60_000
const DONE = '<!doctype html><meta charset="utf-8"><title>mkt</title><p>You are logged in. You can close this window.'

/**
 * Logs a person in by the browser of this machine. The platform sends the browser to a port that only this machine reaches, with a code
 * that is worth nothing without the verifier, which never leaves this process.
 */
export async function logInByBrowser(
  url: string,
  show: (address: string) => void,
): Promise<{ token: string; person: string; organization: { id: string; name: string } }> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    show(`${url}/tool?${new URLSearchParams({ port: String(port), state, challenge })}`)
    const code = await codeFrom(server, state)
    const session = await createClient({ baseUrl: url }).completeTool({ body: { code, verifier } })
    const [organization] = session.organizations
    if (organization === undefined) throw gone('The session reaches no organization.')
    const { id, name } = organization
    return { token: session.token, person: session.person.email, organization: { id, name } }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const gone = (why: string) => new Abort('login_failed', why, { fix: 'Run "mkt login --sso" again.' })

/** Waits for the browser to come back. Requests without the right state are not ours. */
function codeFrom(server: Server, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(gone('Nobody approved the sign-in within five minutes.')), WAIT_MS)
    server.on('request', (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const right = searchParams.get('state') === state
      response.writeHead(right ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' })
      response.end(right ? DONE : '')
      if (!right) return
      clearTimeout(timer)
      const code = searchParams.get('code')
      response.once('close', () =>
        code === null ? reject(gone('The sign-in was refused in the browser.')) : resolve(code),
      )
    })
  })
}
