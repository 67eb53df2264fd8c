import { expect, it } from 'vitest'
import { parseEvents, type ServerEvent } from './follow-events.ts'

async function parsed(...chunks: string[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  const bytes = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  for await (const event of parseEvents(bytes())) events.push(event)
  return events
}

it('reads events however they are cut into chunks, and passes over heartbeats', async () => {
  const text = ': following\n\nid: 7\ndata: {"a":1}\n\n: still here\n\nid: 8\r\ndata: one\r\ndata: two\r\n\r\n'
  const expected = [
    { id: '7', data: '{"a":1}' },
    { id: '8', data: 'one\ntwo' },
  ]
  expect(await parsed(text)).toEqual(expected)
  expect(await parsed(...text)).toEqual(expected)
})
