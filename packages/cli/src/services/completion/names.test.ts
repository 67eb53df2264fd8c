import type { Client } from '@mkt/contract/client'
import { expect, it } from 'vitest'
import { namesOf } from './names.ts'

it('a tenant whose name a shell would read as more than a word is completed by its id', async () => {
  const names = ['Nordwind-Köln', 'two words', '$(echo>planted)', '`id`', '-rf', "o'hara", 'a;b', '~root']
  const items = names.map((name, index) => ({ id: `ten_${index}`, name }))
  const client = {
    getMe: async () => ({ organization: { id: 'org_1', name: 'acme' } }),
    listTenants: async () => ({ items, next: null }),
  } as unknown as Client
  const shown = ['Nordwind-Köln', 'ten_1', 'ten_2', 'ten_3', 'ten_4', 'ten_5', 'ten_6', 'ten_7']
  expect(await namesOf('tenant', client, '.')).toEqual(shown)
})
