import { expect, it } from 'vitest'
import type { Installation } from '../services/installation/installations.ts'
import { showInstallation } from './show-installation.ts'

it('an installation is shown with what is wrong about it, such as an autofill that covers no product', () => {
  const installation = {
    ...{ id: 'ins_1', name: 'Filler', state: 'RUNNING', reason: null, endpoint: 'https://gateway.test/r', revision: 1 },
    listing: { id: 'lst_1', name: 'acme/filler', title: 'Filler' },
    release: { id: 'rel_1', version: '1.0.0' },
    health: { state: 'healthy', code: null, cause: null, since: null, remedy: null },
    ...{ tenant: null, lastFailure: null, offer: null, pinned: false, recording: false, test: false, answers: [] },
    onFailure: { autofill: 'block', rater: 'refuse', maxAgeSeconds: 60 },
    warnings: ['No product is mapped, so autofill is never called.', 'Another one.'],
  } as unknown as Installation
  expect(showInstallation(installation).text).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^warning +No product is mapped, so autofill is never called\.$/),
      expect.stringMatching(/^warning +Another one\.$/),
    ]),
  )
})
