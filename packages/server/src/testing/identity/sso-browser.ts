import type { TestApi } from '../platform/api.ts'
import type { TestIdentityProvider } from './identity-provider.ts'

/** A browser that signs in with a provider: what it was given before it left, and what it does when it comes back. */
export function ssoBrowser(api: TestApi, idp: TestIdentityProvider) {
  async function leave(body: object, path = '/session/sso', authorization?: string) {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await api.app.inject({ method: 'POST', url: `/api/v1${path}`, payload: body, headers })
    if (answer.statusCode !== 200) throw Object.assign(new Error(answer.body), answer.json())
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    return { url: answer.json().url as string, cookie }
  }
  async function comeBack(query: string, cookie: string) {
    const url = '/api/v1/session/sso/callback'
    const answer = await api.app.inject({ method: 'POST', url, payload: { query }, headers: { cookie } })
    return { status: answer.statusCode, ...answer.json(), cookie: answer.headers['set-cookie'] }
  }
  async function signIn(body: object = { email: 'someone@acme.example' }) {
    const { url, cookie } = await leave(body)
    return comeBack(await idp.signIn(url), cookie)
  }
  return { leave, comeBack, signIn }
}
