import { expect, it } from 'vitest'
import { placeOfId, thingAt } from './place-of-id.ts'

const rest = '01kh2t5g7hjkmnpqrstvwxyz01'

it.each([
  [`ins_${rest}`, `/manage/installations/ins_${rest}`],
  [`ten_${rest}`, `/manage/tenants/ten_${rest}`],
  [`lst_${rest}`, `/browse/lst_${rest}`],
  [`rev_${rest}`, `/moderate/rev_${rest}`],
  ['0af7651916cd43dd8448eb211c80319c', '/traces/0af7651916cd43dd8448eb211c80319c'],
  [`att_${rest}`, undefined],
  ['ins_short', undefined],
  ['installations', undefined],
])('the id %s leads to %s', (id, place) => expect(placeOfId(id)).toBe(place))

it.each([
  ['/manage/installations/ins_1/log', 'installation'],
  ['/manage/tenants/ten_1', 'tenant'],
  ['/manage/tenants/new', undefined],
  ['/browse/lst_1', 'application'],
  ['/browse/publishers/acme', undefined],
  ['/publish/lst_1/releases', 'application'],
  ['/moderate/rev_1', 'review'],
  ['/moderate/listings', undefined],
  ['/manage', undefined],
])('%s shows one %s', (href, thing) => expect(thingAt(href)).toBe(thing))
