import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../testing/fake-api.ts'
import { member } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'

const at = '2026-03-01T10:00:00.000Z'
const connection = {
  issuer: 'https://login.example/tenant',
  clientId: 'mkt',
  clientSecret: { set: true },
  groupsClaim: 'groups',
  defaultRole: 'viewer',
  groupRoles: [{ group: 'devs', role: 'developer' }],
  trustMfa: false,
  workedAt: null,
}
const domain = {
  id: 'dom_1',
  domain: 'acme.example',
  verifiedAt: null,
  checkedAt: null,
  failingSince: null,
  record: { name: '_mkt.acme.example', value: 'mkt-verification=abc' },
}
const shown = { connection, redirectUri: 'https://mkt.example/sso/callback', domains: [domain] }
const unconnected = { url: 'https://mkt.example/scim/v2/org_acme', directory: null, users: 0, groups: 0 }
const answers: Answers = {
  getSignInPolicy: { requireMfa: false, enforceSso: false },
  getSso: shown,
  getScim: unconnected,
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the sign-in settings of an organization', () => {
  it('connect a provider, keep its secret unless another one is typed, and give roles by group', async () => {
    const { api, user } = visit('/organization/sign-in', { answers: { ...answers, putSso: shown } })
    const form = await section('OpenID Connect')
    expect(form.getByRole('textbox', { name: /Redirect address/ })).toHaveProperty('value', shown.redirectUri)
    expect(form.getByText(/A secret is stored/)).toBeDefined()
    await user.click(form.getByRole('button', { name: 'Add a group' }))
    await user.type(form.getByRole('textbox', { name: 'Group 2' }), 'readers')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('The connection is saved. Test it next.')
    expect(api.requests.find(({ operation }) => operation === 'putSso')?.body).toEqual({
      issuer: connection.issuer,
      clientId: 'mkt',
      groupsClaim: 'groups',
      defaultRole: 'viewer',
      groupRoles: [
        { group: 'devs', role: 'developer' },
        { group: 'readers', role: 'viewer' },
      ],
      trustMfa: false,
    })
  })

  it('keep what was typed of a provider until it is saved, except its secret', async () => {
    const { user } = visit('/organization/sign-in', { answers })
    const first = await section('OpenID Connect')
    const secret = first.getByLabelText(/Client secret/, { selector: 'input' })
    await user.type(secret, 'sesame')
    await user.type(first.getByRole('textbox', { name: /Client ID/ }), '-2')
    expect(JSON.stringify({ ...localStorage })).not.toContain('sesame')
    visit('/organization/sign-in', { answers })
    const second = await section('OpenID Connect')
    expect(second.getByRole('textbox', { name: /Client ID/ })).toHaveProperty('value', 'mkt-2')
    expect(second.getByLabelText(/Client secret/, { selector: 'input' })).toHaveProperty('value', '')
  })

  it('test the connection and show what came of each step', async () => {
    const steps = [
      { step: 'discovery' as const, outcome: 'ok' as const, detail: 'It answers with its metadata.' },
      { step: 'endpoints' as const, outcome: 'failed' as const, detail: 'The metadata lacks jwks_uri.' },
    ]
    const { user } = visit('/organization/sign-in', { answers: { ...answers, testSso: { steps, url: null } } })
    await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
    const outcome = (await screen.findByText('The metadata lacks jwks_uri.')).parentElement
    expect(outcome?.textContent).toContain('Failed')
    expect(screen.queryByRole('button', { name: /Sign in at the provider/ })).toBeNull()
  })

  it('show the record that proves a domain, to be copied, and look for it', async () => {
    const verified = { ...domain, verifiedAt: at }
    const { api, user } = visit('/organization/sign-in', { answers: { ...answers, verifySsoDomain: verified } })
    const domains = await section('Domains')
    expect(domains.getByRole('textbox', { name: /Value of the TXT record/ })).toHaveProperty(
      'value',
      domain.record.value,
    )
    await user.click(domains.getByRole('button', { name: 'Verify: acme.example' }))
    expect(api.asked).toContain('verifySsoDomain')
  })

  it('show the token of a directory once', async () => {
    const token = { ...unconnected, directory: { createdAt: at, lastUsedAt: null }, token: 'msc_shown_once' }
    const { user } = visit('/organization/sign-in', { answers: { ...answers, createScimToken: token } })
    await user.click(await screen.findByRole('button', { name: 'Create a token' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('textbox', { name: 'Secret token' })).toHaveProperty('value', 'msc_shown_once')
    await user.click(dialog.getByRole('button', { name: 'I stored it' }))
    expect(screen.queryByDisplayValue('msc_shown_once')).toBeNull()
  })

  it('show a developer what is asked of members, and nothing of the provider', async () => {
    const { api } = visit('/organization/sign-in', { as: member('developer'), answers })
    await screen.findByRole('switch', { name: /Require a second factor/ })
    expect(api.asked).not.toContain('getSso')
    expect(screen.queryByRole('region', { name: 'OpenID Connect' })).toBeNull()
  })
})

describe('a tool that asks to sign in', () => {
  it('is approved for one organization, and nothing is offered where the address is incomplete', async () => {
    const challenge = 'c'.repeat(43)
    const { api, user } = visit(`/tool?port=40001&state=s&challenge=${challenge}`, {
      answers: { approveTool: { code: 'mtc_code' } },
    })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(api.requests.find(({ operation }) => operation === 'approveTool')?.body).toEqual({
      organization: 'org_acme',
      challenge,
    })
    visit(`/tool?port=80&state=s&challenge=${challenge}`)
    await screen.findByText(/This address is incomplete/)
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})

describe('a tool on another machine', () => {
  it('is shown with where it asks from, and approved for one organization', async () => {
    const found = { address: '203.0.113.7', userAgent: 'mkt', createdAt: at, expiresAt: at }
    const { api, user } = visit('/device?code=BCDF-GHJK', {
      answers: { findDevice: found, decideDevice: () => undefined as never },
    })
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await screen.findByText(/203\.0\.113\.7/)
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await screen.findByText(/signed in within a few seconds/)
    expect(api.requests.find(({ operation }) => operation === 'decideDevice')?.body).toEqual({
      userCode: 'BCDF-GHJK',
      approve: true,
      organization: 'org_acme',
    })
  })

  it('is refused with a button that waits for the answer, beside one that can no longer be pressed', async () => {
    let answer: () => void = () => undefined
    const { user } = visit('/device?code=BCDF-GHJK', {
      answers: {
        findDevice: { address: '203.0.113.7', userAgent: null, createdAt: at, expiresAt: at },
        decideDevice: () => new Promise((done) => (answer = () => done(undefined as never))),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const refuse = await screen.findByRole('button', { name: 'Refuse' })
    await user.click(refuse)
    await waitFor(() => expect(refuse.getAttribute('data-loading')).toBe('true'))
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true)
    answer()
    await screen.findByText('The sign-in is refused.')
  })
})
