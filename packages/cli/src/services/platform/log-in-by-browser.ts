import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@mkt/contract/client'
import { pageMark, pageTokens } from '@mkt/pages'
import { Abort } from '../../abort.ts'

const WAIT_MS = 5 * 60_000

/** What the browser shows at the end, in the look of our other pages; it loads nothing, for this server ends at once. */
const page = (words: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>mkt</title>
<style>${pageTokens} main { display: grid; justify-items: center; gap: 1rem; padding: 20vh 1rem; font: 1.1rem/1.5 var(--text); text-align: center; }</style></head>
<body><main>${pageMark}<h1>${words}</h1><p>You can close this window.</p></main></body></html>`

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
      const code = searchParams.get('code')
      response.end(right ? page(code === null ? 'The sign-in was refused' : 'You are logged in') : '')
      if (!right) return
      clearTimeout(timer)
      response.once('close', () =>
        code === null ? reject(gone('The sign-in was refused in the browser.')) : resolve(code),
      )
    })
  })
}
