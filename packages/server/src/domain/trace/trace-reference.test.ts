import { expect, it } from 'vitest'
import { parseTraceReference } from './trace-reference.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const part = '01jd0000000000000000000000'

it.each([
  [traceId, { kind: 'trace', traceId }],
  [`00-${traceId}-b7ad6b7169203331-01`, { kind: 'trace', traceId }],
  [`evt_${part}`, { kind: 'event', part }],
  [`dlv_${part}`, { kind: 'event', part }],
  [`dlv_${part}-3`, { kind: 'event', part }],
  [`cal_${part}`, { kind: 'call', part }],
  [`tcl_${part}`, { kind: 'tenantCall', part }],
  [`req_${part}`, { kind: 'request', part }],
])('%s names a trace', (text, reference) => {
  expect(parseTraceReference(text)).toEqual(reference)
})

it.each(['', 'none', '0'.repeat(32), traceId.toUpperCase(), `ins_${part}`, `evt_${part}x`, `evt_${part}-`])(
  '"%s" names none',
  (text) => {
    expect(parseTraceReference(text)).toBeUndefined()
  },
)
