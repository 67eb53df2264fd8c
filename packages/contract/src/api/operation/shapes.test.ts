import { expect, it } from 'vitest'
import { contact } from './shapes.ts'

it('a contact is an email address or an https address, or nothing yet', () => {
  const taken = (value: string) => contact(254).safeParse(value).success
  expect(['', 'help@acme.test', 'https://acme.test/help'].filter((value) => !taken(value))).toEqual([])
  expect(['call us', 'acme', 'http://acme.test', 'javascript:alert(1)', 'https://', 'a@b'].filter(taken)).toEqual([])
})
