import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../testing/identity/identity-provider.ts'
import { ssoBrowser } from '../../testing/identity/sso-browser.ts'
import { startDnsServer } from '../../testing/outside/dns-server.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { atEnd } from '../../testing/run/at-end.ts'

const redirectUri = 'http://127.0.0.1:7070/sso/callback'
let api: TestApi
let idp: TestIdentityProvider
let evilIdp: TestIdentityProvider
let browser: ReturnType<typeof ssoBrowser>
let dns: Awaited<ReturnType<typeof startDnsServer>>
const settings = (issuer: string) => ({ issuer, clientId: 'mkt', clientSecret: 'the client secret' })
const away = () => browser.leave({ organization: 'acme' })

/** An organization with its own provider and, where named, a domain it has proved. */
async function connected(name: string, issuer: string, domain?: string): Promise<Organization> {
  const organization = await api.organization(name)
  const client = api.as((await api.person({ role: 'owner', organization })).authorization)
  const params = { org: name }
  await client.putSso({ params, body: settings(issuer) })
  if (domain === undefined) return organization
  const { id, record } = await client.addSsoDomain({ params, body: { domain } })
  dns.records.set(record.name, [record.value])
  await client.verifySsoDomain({ params: { id } })
  return organization
}

beforeAll(async () => {
  api = await testApi()
  api.platform.policy.allowAddresses = ['127.0.0.1']
  dns = await startDnsServer()
  api.platform.policy.dnsServers = [dns.address]
  idp = await startIdentityProvider({ redirectUri })
  evilIdp = await startIdentityProvider({ redirectUri })
  browser = ssoBrowser(api, idp)
  await connected('acme', idp.issuer, 'acme.example')
  await connected('evil', evilIdp.issuer, 'evil.example')
  idp.claims = { sub: 'ann', email: 'ann@acme.example' }
})

describe('an attack on single sign-on fails:', () => {
  it('account linking by an equal e-mail address', async () => {
    const victim = await api.person()
    await api.platform.db.updateTable('person').set({ email: 'ceo@acme.example' }).where('id', '=', victim.id).execute()
    idp.claims = { sub: 'mallory', email: 'CEO@acme.example' }
    expect(await browser.signIn({ organization: 'acme' })).toMatchObject({ status: 409, code: 'sso_link_required' })
    const links = await api.platform.db
      .selectFrom('sso_identity')
      .selectAll()
      .where('person_id', '=', victim.id)
      .execute()
    expect(links).toEqual([])
    idp.claims = { sub: 'ann', email: 'ann@acme.example' }
  })

  it('issuer confusion: metadata in the name of another issuer', async () => {
    const metadata = await (await fetch(`${idp.issuer}/.well-known/openid-configuration`)).text()
    const liar = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(metadata),
    )
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
    atEnd(() => void liar.close())
    await connected('liar', `http://127.0.0.1:${(liar.address() as AddressInfo).port}`)
    await expect(browser.leave({ organization: 'liar' })).rejects.toMatchObject({ code: 'sso_failed' })
  })

  it('issuer confusion: the same issuer and subject through the connection of another organization', async () => {
    await browser.signIn({ organization: 'acme' })
    await connected('copy', idp.issuer, 'copy.example')
    expect(await browser.signIn({ organization: 'copy' })).toMatchObject({ status: 422, code: 'domain_unverified' })
  })

  it('mix-up: a code of one provider brought back to the connection of another', async () => {
    const mine = await browser.leave({ organization: 'evil' })
    // The attacker's provider sends the browser on to the honest one, with the state of its own sign-in.
    const detour = new URL(mine.url)
    const honest = new URL((await away()).url)
    for (const name of ['state', 'nonce', 'code_challenge'])
      honest.searchParams.set(name, detour.searchParams.get(name) ?? '')
    const asked = evilIdp.codesRedeemed
    expect(await browser.comeBack(await idp.signIn(honest.href), mine.cookie)).toMatchObject({ code: 'sso_failed' })
    // The honest provider's code was not handed to the attacker.
    expect(evilIdp.codesRedeemed).toBe(asked)
  })

  it('mix-up: an answer in the name of another issuer', async () => {
    const { url, cookie } = await away()
    const query = new URLSearchParams(await idp.signIn(url))
    query.set('iss', 'https://evil.example')
    expect(await browser.comeBack(query.toString(), cookie)).toMatchObject({ code: 'sso_failed' })
  })

  it('replayed state: an answer used twice, and the state of another sign-in', async () => {
    const { url, cookie } = await away()
    const query = await idp.signIn(url)
    expect(await browser.comeBack(query, cookie)).toMatchObject({ outcome: 'signed-in' })
    expect(await browser.comeBack(query, cookie)).toMatchObject({ code: 'sign_in_expired' })
    const next = await away()
    const forged = new URLSearchParams(await idp.signIn(next.url))
    forged.set('state', new URL(url).searchParams.get('state') ?? '')
    expect(await browser.comeBack(forged.toString(), next.cookie)).toMatchObject({ code: 'sso_failed' })
  })

  it('replayed nonce: an ID token that was made for another sign-in', async () => {
    const before = await away()
    const { url, cookie } = await away()
    const replaying = new URL(url)
    replaying.searchParams.set('nonce', new URL(before.url).searchParams.get('nonce') ?? '')
    expect(await browser.comeBack(await idp.signIn(replaying.href), cookie)).toMatchObject({ code: 'sso_failed' })
  })

  it('code injection: the code of one sign-in in the exchange of another', async () => {
    const theirs = await away()
    const stolen = new URLSearchParams(await idp.signIn(theirs.url))
    const mine = await away()
    stolen.set('state', new URL(mine.url).searchParams.get('state') ?? '')
    expect(await browser.comeBack(stolen.toString(), mine.cookie)).toMatchObject({ code: 'sso_failed' })
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'open redirect: %j',
    async (returnTo) => {
      expect(await browser.signIn({ organization: 'acme', returnTo })).toMatchObject({ returnTo: '/browse' })
    },
  )

  it('session fixation: an answer brought by another browser, and a session planted before the sign-in', async () => {
    const { url, cookie } = await away()
    const query = await idp.signIn(url)
    const other = await away()
    expect(await browser.comeBack(query, '')).toMatchObject({ code: 'sign_in_expired' })
    expect(await browser.comeBack(query, other.cookie)).toMatchObject({ code: 'sso_failed' })
    const planted = `mkt_session=mse_${'a'.repeat(43)}`
    const signedIn = await browser.comeBack(query, `${cookie}; ${planted}`)
    expect(String(signedIn.cookie)).toMatch(/mkt_session=mse_/)
    expect(String(signedIn.cookie)).not.toContain(planted)
    await expect(api.as(`Bearer mse_${'a'.repeat(43)}`).getMe()).rejects.toMatchObject({ status: 401 })
  })
})
