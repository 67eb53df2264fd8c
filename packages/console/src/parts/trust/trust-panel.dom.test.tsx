import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { release, trustOf } from '../../testing/things.ts'
import { browse } from '../../texts/browse.ts'
import { trust as texts } from '../../texts/trust.ts'
import { TrustPanel } from './trust-panel.tsx'

function panel(known: Parameters<typeof trustOf>[0] = {}, values?: Record<string, string>) {
  const shown = <TrustPanel of="release" id="release_1" {...(values ? { values } : {})} />
  show(shown, { answers: { getReleaseTrust: trustOf(known), getRelease: release() } })
}

it('findings are "not known" where there are no advisories, never none', async () => {
  panel()
  expect(await screen.findByText(texts.findingsUnknown)).toBeDefined()
  expect(screen.queryByText(texts.findingsNone)).toBeNull()
  expect(screen.getByText(texts.unsigned)).toBeDefined()
  expect(screen.getByText(browse.egressAnywhere)).toBeDefined()
})

it('each line of the data sheet says who vouches for it, and a missing one that it is not stated', async () => {
  panel()
  const row = async (title: string) => {
    const name = await screen.findByText(title, { selector: 'dt' })
    return within(name.parentElement as HTMLElement)
  }
  expect((await row('Legal name')).getByText(texts.checkedOn('2 Nov 2026'))).toBeDefined()
  expect((await row('Kept for')).getByText(texts.marks.declared)).toBeDefined()
  expect((await row('Data processing agreement')).getByText(texts.notStated)).toBeDefined()
})

it('a signature names the key and its organization, findings their severity and the age of the data', async () => {
  const open = { critical: 1, high: 2, medium: 0, low: 0, none: 0, unknown: 0 }
  const known = { packages: 120, unread: 0, reason: null, knowledge: 'known' as const, open, excepted: 0 }
  const text = 'Signed by key build of acme (SHA256:abc)'
  const key = { id: 'key_1', name: 'build', fingerprint: 'SHA256:abc', retiredAt: null }
  panel({
    materials: { ...known, dataAt: '2026-11-01T00:00:00.000Z' },
    signatures: [{ key, organization: 'acme', digest: 'sha256:2', text }],
  })
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByText(`1 ${texts.severities.critical}`)).toBeDefined()
  expect(screen.getByText(`2 ${texts.severities.high}`)).toBeDefined()
  expect(screen.getByText(texts.dataAt, { exact: false })).toBeDefined()
})

it('the host that a customer entered stands beside the title of the setting that names it', async () => {
  const declared = [{ host: null, port: null, setting: 'region', purpose: 'notices', personalData: true }]
  const enforcement = { state: 'enforced' as const, reason: null }
  panel(
    { egress: { enforcement, declared, observed: [], shared: false } },
    { region: 'https://hooks.acme.test:8443/x' },
  )
  expect(await screen.findByText('hooks.acme.test:8443')).toBeDefined()
  await screen.findByText(new RegExp(browse.egressSetting('Region')))
  expect(screen.getByText(browse.personalData)).toBeDefined()
})

it('the policy system of the customer is called that, and a host that nobody declared is marked', async () => {
  const seen = { connections: 2, sentBytes: 10, refused: 0, lastAt: '2026-11-01T10:00:00.000Z', port: null }
  const observed = [
    { ...seen, host: 'policy.acme.test', declared: false, policySystem: true },
    { ...seen, host: 'elsewhere.test', declared: false, policySystem: false },
  ]
  panel({ egress: { enforcement: { state: 'enforced', reason: null }, declared: [], observed, shared: false } })
  const own = (await screen.findByText('policy.acme.test')).closest('li') as HTMLElement
  within(own).getByText(texts.yourSystem)
  expect(within(own).queryByText(texts.undeclared)).toBeNull()
  within(screen.getByText('elsewhere.test').closest('li') as HTMLElement).getByText(texts.undeclared)
})

it('findings are listed with package, fix and what was said about them, and the bill of materials is there to keep', async () => {
  const open = { critical: 1, high: 0, medium: 0, low: 0, none: 0, unknown: 0 }
  const known = { packages: 120, unread: 0, reason: null, knowledge: 'known' as const, open, excepted: 1 }
  const finding = {
    ...{ advisory: 'CVE-2026-1', aliases: [], summary: 'Bad.', severity: 'critical' as const, score: 9.8 },
    ...{ package: 'left-pad', ecosystem: 'npm', installed: '1.0.0', fixed: ['1.0.1'] },
    ...{ state: 'open' as const, exception: null, firstSeenAt: '2026-03-01T10:00:00.000Z' },
  }
  const exception = {
    ...{ id: 'exc_1', advisory: 'CVE-2026-2', package: null, status: 'not_affected' as const },
    ...{ reason: 'Never called.', author: 'dev@acme.test', until: '2026-06-01T00:00:00.000Z' },
  }
  const excepted = { ...finding, advisory: 'CVE-2026-2', fixed: [], state: 'not_affected' as const, exception }
  const { user } = show(<TrustPanel of="release" id="release_1" />, {
    answers: {
      getReleaseTrust: trustOf({ materials: { ...known, dataAt: '2026-11-01T00:00:00.000Z' } }),
      getFindings: {
        ...{ items: [finding, excepted], next: null, knowledge: 'known', open, data: [], packages: [] },
      } as never,
    },
  })
  expect(((await screen.findByText(texts.sbom)) as HTMLAnchorElement).href).toMatch(/\/api\/v1\/releases\/.+\/sbom$/)
  expect(screen.queryByText('CVE-2026-1')).toBeNull()
  await user.click(screen.getByRole('button', { name: texts.showFindings }))
  expect(await screen.findByText('CVE-2026-1')).toBeDefined()
  expect(screen.getByText(/left-pad 1\.0\.0, fixed in 1\.0\.1/)).toBeDefined()
  expect(screen.getByText(/no fixed version is known/)).toBeDefined()
  expect(screen.getByText(/Never called\./)).toBeDefined()
})
