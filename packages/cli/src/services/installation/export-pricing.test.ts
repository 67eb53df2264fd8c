import { expect, it } from 'vitest'
import { exportPricing } from './export-pricing.ts'

/** Answers page by page; a page is answered by what is given for its turn. */
function platform(turns: (() => Response)[]) {
  const asked: URLSearchParams[] = []
  const fetch = async (path: string) => {
    asked.push(new URLSearchParams(path.slice(path.indexOf('?') + 1)))
    return turns.shift()?.() ?? new Response('', { status: 500 })
  }
  return { asked, fetch }
}

const page = (text: string, next?: string) => () =>
  new Response(text, { headers: next === undefined ? {} : { 'x-mkt-next': next } })
/** An answer whose connection ends in the middle. */
const broken = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half a l'))
        const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
        controller.error(new TypeError('terminated', { cause }))
      },
    }),
  )

const run = async (session: ReturnType<typeof platform>) => {
  const written: string[] = []
  const write = async (bytes: Uint8Array) => void written.push(new TextDecoder().decode(bytes))
  const { signal } = new AbortController()
  const query = { format: 'csv' as const, policyLocator: '100' }
  const result = await exportPricing(session, 'ins_1', query, { write, signal, pauseMs: 1 }).catch(
    (error: Error) => error,
  )
  return { written, result }
}

it('pages are written as they arrive, each with the cursor of the one before', async () => {
  const session = platform([page('head\na\n', 'one'), page('b\n', 'two'), page('c\n')])
  const { written, result } = await run(session)
  expect(written).toEqual(['head\na\n', 'b\n', 'c\n'])
  expect(result).toEqual({ bytes: 11, pages: 3 })
  expect(session.asked.map((query) => query.get('cursor'))).toEqual([null, 'one', 'two'])
  expect(session.asked.every((query) => query.get('policyLocator') === '100' && query.get('limit') === '500')).toBe(
    true,
  )
})

it('a page that breaks off in the middle is asked for again, and nothing of it is written twice', async () => {
  const session = platform([page('head\na\n', 'one'), broken, () => new Response('', { status: 503 }), page('b\n')])
  const { written, result } = await run(session)
  expect({ written, result }).toEqual({ written: ['head\na\n', 'b\n'], result: { bytes: 9, pages: 2 } })
  expect(session.asked.slice(1).map((query) => query.get('cursor'))).toEqual(['one', 'one', 'one'])
})

it('an export that breaks off for good says how far it came; a refusal is not asked for again', async () => {
  const { written, result } = await run(platform([page('head\na\n', 'one')]))
  expect(written).toEqual(['head\na\n'])
  expect(result).toMatchObject({ code: 'export_incomplete', message: expect.stringContaining('after 500 calls') })
  const refused = platform([() => new Response('{"code":"forbidden"}', { status: 403 })])
  expect((await run(refused)).result).toMatchObject({ code: 'forbidden' })
  expect(refused.asked).toHaveLength(1)
})
