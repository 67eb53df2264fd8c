import { expect, it } from 'vitest'
import { entryKind } from './entry-kind.ts'

it.each([
  ['dlv_01kh2t5g7hjkmnpqrstvwxyz01', 'delivery'],
  ['evt_01kh2t5g7hjkmnpqrstvwxyz01', 'delivery'],
  ['tcl_01kh2t5g7hjkmnpqrstvwxyz01', 'tenant-call'],
  ['ent_01kh2t5g7hjkmnpqrstvwxyz01', 'hook'],
  ['cal_01kh2t5g7hjkmnpqrstvwxyz01', 'call'],
])('the id %s tells that the entry is a %s', (id, kind) => {
  expect(entryKind(id)).toBe(kind)
})
