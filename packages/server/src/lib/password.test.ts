import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

it('a hash keeps what one guess costs, and never the password', async () => {
  const hash = await hashPassword('long enough it is')
  expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  expect(await hashPassword('long enough it is')).not.toBe(hash)
})

it('a password belongs to its hash however its letters were composed, and no other does', async () => {
  const hash = await hashPassword('Zwölf Möwen'.normalize('NFC'))
  expect(await verifyPassword('Zwölf Möwen'.normalize('NFD'), hash)).toBe(true)
  expect(await verifyPassword('Zwölf Mowen', hash)).toBe(false)
})

it('a hash of another cost is still understood, and without one the answer is no', async () => {
  const cheap = 'scrypt$16$8$1$AAAAAAAAAAAAAAAAAAAAAA$'
  expect(await verifyPassword('anything', `${cheap}zj9yVXUZEvbNdw0d002yvemJcMbEW8YpHYhE4ul3-hE`)).toBe(true)
  expect(await verifyPassword('anything', `${cheap}${'A'.repeat(43)}`)).toBe(false)
  expect(await verifyPassword('anything', null)).toBe(false)
})
