import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { member } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { installation, listing, trustOf, whole } from '../../../testing/things.ts'
import { erasure as texts } from '../../../texts/erasure.ts'
import { trust } from '../../../texts/trust.ts'

const path = '/manage/installations/installation_1/trust'
const rows = {
  callPayloads: 3,
  appMessages: 0,
  sampleCalls: 0,
  eventBodies: 12,
  lastAnswers: 0,
  trialCalls: 0,
  shadowCalls: 0,
  trialReports: 0,
  tenantCallPaths: 0,
  unreadable: 0,
}
const eraseData = {
  installationId: 'installation_1',
  at: '2026-03-01T10:00:00.000Z',
  subjects: ['a'],
  rows,
  app: 'told',
}
const answers = {
  getInstallation: installation(),
  getListing: listing(),
  getInstallationTrust: trustOf(),
  listFields: { ...whole(), overflow: { sent: 0, changed: 0 }, unread: 0 },
  eraseData,
}

describe('erasing data', () => {
  it('takes locators, asks once, and shows the certificate', async () => {
    const { api, user } = visit(path, { answers: answers as never })
    await user.type(await screen.findByLabelText(texts.locators), 'account-1\naccount-2')
    await user.click(screen.getByRole('button', { name: texts.erase }))
    await screen.findByText(texts.named(2))
    const [, confirm] = await screen.findAllByRole('button', { name: texts.erase })
    await user.click(confirm as HTMLElement)
    await screen.findByText(`${texts.rows.eventBodies}: 12`)
    expect(api.requests.find(({ operation }) => operation === 'eraseData')?.body).toEqual({
      locators: ['account-1', 'account-2'],
    })
  })

  it('of everything needs the name of the installation', async () => {
    const { api, user } = visit(path, { answers: answers as never })
    await user.click(await screen.findByRole('button', { name: texts.erase }))
    await user.type(await screen.findByRole('textbox', { name: /to confirm/i }), installation().name)
    const [, confirm] = await screen.findAllByRole('button', { name: texts.erase })
    await user.click(confirm as HTMLElement)
    await waitFor(() => expect(api.requests.find(({ operation }) => operation === 'eraseData')?.body).toEqual({}))
  })

  it('is shown to viewers with the reason why they cannot do it', async () => {
    visit(path, { as: member('viewer'), answers: answers as never })
    await screen.findByRole('heading', { name: trust.fieldLedger.title })
    await screen.findByText(trust.fieldLedger.empty)
    const erase = screen.getByRole('button', { name: texts.erase })
    const why = document.getElementById(erase.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toMatch(/Your role there is viewer/)
    expect(pressable(texts.erase)).toEqual([])
  })
})
