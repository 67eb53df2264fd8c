import type { Client } from '@mkt/contract/client'
import type { Result } from '../context.ts'
import { facts, table } from './table.ts'

type CallPage = Awaited<ReturnType<Client['listCalls']>>
type Call = Awaited<ReturnType<Client['getCall']>>
type Payload = Awaited<ReturnType<Client['getCallPayload']>>

export function showCalls(page: CallPage): Result {
  const rows = page.items.map((one) => [
    one.at,
    one.kind,
    `${one.method} ${one.path}`,
    one.code === null ? one.status : `${one.status} ${one.code}`,
    `${one.durationMs} ms`,
    one.id,
  ])
  return { data: page, text: table(['at', 'kind', 'request', 'status', 'took', 'id'], rows, 'There are none.') }
}

export function showCall(call: Call, payload: Payload | undefined): Result {
  const text = facts([
    ['kind', call.kind],
    ['request', `${call.method} ${call.path}`],
    ['at', call.at],
    ['status', call.code === null ? call.status : `${call.status} ${call.code}`],
    ["app's status", call.appStatus],
    ["app's words", call.appMessage],
    ['instead', call.fallback],
    ['took', `${call.durationMs} ms`],
    ['size', `${call.requestSize} → ${call.answerSize} bytes`],
    ['request id', call.requestId],
    ['id', call.id],
  ])
  if (payload === undefined) return { data: call, text }
  const cut = payload.cut ? ['', 'Of long bodies only the beginning is kept.'] : []
  return {
    data: { ...call, payload },
    text: [...text, '', '> request', payload.request, '', '< answer', payload.answer, ...cut],
  }
}
