import { expect, test } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { testRoute } from '../testing/gateway/routes.ts'
import { createTokenWarmer } from './token-warmer.ts'

function warmer() {
  const asked: string[] = []
  const warm = createTokenWarmer(async (installationId) => asked.push(installationId), silentLog)
  return { asked, warm }
}

test('many calls at once ask for a token but once, and those of another installation ask for their own', () => {
  const { asked, warm } = warmer()
  const [one, other] = [testRoute({ tenantAccess: 'read' }), testRoute({ tenantAccess: 'write' })]
  for (let call = 0; call < 5; call += 1) for (const route of [one, other]) warm(route)
  expect(asked).toEqual([one.installationId, other.installationId])
})

test('no token is looked for where an application asks for no access to the policy system', () => {
  const { asked, warm } = warmer()
  warm(testRoute({ tenantAccess: 'none' }))
  expect(asked).toEqual([])
})
