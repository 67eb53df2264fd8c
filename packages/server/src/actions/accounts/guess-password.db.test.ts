import { expect, it } from 'vitest'
import { hashPassword } from '../../lib/password/password.ts'
import { testApi } from '../../testing/platform/api.ts'
import { guessPassword } from './guess-password.ts'

const { platform } = await testApi()
const passwordHash = await hashPassword('long enough it is', 'test')

/** One guess at the account. */
const guess = (password: string, find: () => Promise<{ passwordHash: string }> = async () => ({ passwordHash })) =>
  guessPassword(platform, { email: 'ann@example.test', address: '203.0.113.80', password, find })

it('a password that was not looked at is no wrong one, however often, also at the last attempt', async () => {
  const unseen = () => guess('long enough it is', () => Promise.reject(new Error('too much to do')))
  for (let index = 0; index < 12; index += 1) await expect(unseen()).rejects.toThrow('too much to do')
  for (let index = 0; index < 9; index += 1) expect(await guess('wrong')).toMatchObject({ right: false })
  await expect(unseen()).rejects.toThrow('too much to do')
  expect(await guess('long enough it is')).toMatchObject({ right: true })
  await expect(guess('long enough it is')).rejects.toMatchObject({ code: 'account_locked' })
})
