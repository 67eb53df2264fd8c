import { setTimeout as delay } from 'node:timers/promises'
import { fire, isHealthy, reader, type Subject, shown } from './conformance-request.ts'
import type { Customer } from './conformance-state.ts'

export interface Verdict {
  check: string
  result: 'passed' | 'failed' | 'not applicable'
  detail: string
}

/** What is wrong, or why the check does not apply; undefined when it passed. */
type Finding = string | { notApplicable: string } | undefined
type Check = (subject: Subject) => Promise<Finding>

const DEADLINE_MS = 1_500

async function inMood(
  subject: Subject,
  mood: Customer['mood'],
  work: (customer: Customer) => Promise<Finding>,
): Promise<Finding> {
  const [customer] = subject.customers
  customer.mood = mood
  try {
    return await work(customer)
  } finally {
    customer.mood = 'well'
  }
}

const checks: Readonly<Record<string, Check>> = {
  'answers GET /health with 200 within 2 s': async (subject) =>
    (await isHealthy(subject)) ? undefined : 'GET /health was not answered with 200',

  'answers every event, call and hook that its manifest declares': async (subject) => {
    for (const firing of subject.firings) {
      const reply = await fire(subject, subject.customers[0], firing)
      if (reply.status === 0 || reply.status >= 500 || reply.status === 404) return shown(firing, reply)
      const refused = reply.status >= 400
      if (subject.held.has(firing.path) && !refused && !isObject(reply.text))
        return `${firing.title} at ${firing.path} was answered with something other than a JSON object`
    }
    return subject.firings.length === 0 ? { notApplicable: 'the manifest declares nothing' } : undefined
  },

  'takes a repeated delivery': async (subject) => {
    const firing = subject.firings.find(({ method, path }) => method === 'POST' && !subject.held.has(path))
    if (firing === undefined) return { notApplicable: 'it has no webhooks' }
    const headers = { 'webhook-id': 'evt_conformance', 'x-mkt-attempt': '2' }
    const replies = [await fire(subject, subject.customers[0], firing, headers)]
    replies.push(await fire(subject, subject.customers[0], firing, headers))
    const failed = replies.find(({ status }) => status === 0 || status >= 500)
    return failed && shown(firing, failed)
  },

  'survives a body that is no JSON, and does not ask for it again': async (subject) => {
    for (const firing of subject.firings.filter(({ method }) => method === 'POST')) {
      const reply = await fire(subject, subject.customers[0], { ...firing, payload: '{"a":' })
      if (reply.status < 400 || reply.status >= 500) return shown(firing, reply)
    }
    return (await isHealthy(subject)) ? undefined : 'it is no longer healthy'
  },

  'gives no result for a key that is not known': async (subject) => {
    const firing = await reader(subject)
    if (firing === undefined) return { notApplicable: 'it reads no state' }
    const stranger = { ...subject.customers[0], key: 'con_unknown' }
    const reply = await fire(subject, stranger, firing)
    if (reply.status === 0 || reply.status < 400) return shown(firing, reply)
    return (await isHealthy(subject)) ? undefined : 'it is no longer healthy'
  },

  'asks to be tried again while the state interface is away': async (subject) => {
    const firing = await reader(subject)
    if (firing === undefined) return { notApplicable: 'it reads no state' }
    return inMood(subject, 'away', async (customer) => {
      const reply = await fire(subject, customer, firing)
      return reply.status >= 500 || reply.status === 429 ? undefined : shown(firing, reply)
    })
  },

  'answers within its deadline although the state interface is slow': async (subject) => {
    const firing = await reader(subject)
    if (firing === undefined || !subject.held.has(firing.path))
      return { notApplicable: 'no call with a deadline reads state' }
    return inMood(subject, { slowMs: DEADLINE_MS * 4 }, async (customer) => {
      const reply = await fire(subject, customer, firing, { 'x-mkt-deadline-ms': String(DEADLINE_MS) })
      const inTime = reply.status !== 0 && reply.ms < DEADLINE_MS * 3
      return inTime ? undefined : `${shown(firing, reply)} after ${Math.round(reply.ms)} ms; it had ${DEADLINE_MS} ms`
    })
  },

  'answers each customer alike alone, one after another and all at once': async (subject) => {
    const calls = subject.firings
      .filter(({ path }) => subject.held.has(path))
      .flatMap((firing) => subject.customers.map((customer) => ({ firing, customer })))
    if (calls.length === 0) return { notApplicable: 'it answers no calls' }
    const ask = async ({ firing, customer }: (typeof calls)[number]) => {
      const { status, text } = await fire(subject, customer, firing)
      // The id of a request rightly differs.
      return `${status} ${text.replace(/req_[0-9a-f]+/g, 'req')}`
    }
    const alone: string[] = []
    for (const call of calls) alone.push(await ask(call))
    const orders = [[...calls.keys()].reverse(), [...calls.keys(), ...calls.keys(), ...calls.keys()]]
    for (const [round, order] of orders.entries()) {
      const answers = round === 0 ? [] : await Promise.all(order.map((index) => ask(calls[index] ?? never())))
      if (round === 0) for (const index of order) answers.push(await ask(calls[index] ?? never()))
      const wrong = order.find((index, at) => answers[at] !== alone[index])
      if (wrong !== undefined)
        return `${calls[wrong]?.firing.title} is answered differently ${round === 0 ? 'in another order' : 'beside others'}`
    }
    return undefined
  },

  'keeps the key out of answers and output': async (subject) => {
    const [customer] = subject.customers
    for (const firing of subject.firings) {
      const { text } = await fire(subject, customer, firing)
      if (text.includes(customer.key)) return `${firing.title} answers with the key`
    }
    return subject.app.output.some((line) => line.includes(customer.key)) ? 'its output holds the key' : undefined
  },

  'finishes the request in flight on SIGTERM and ends with 0': async (subject) => {
    const { end } = subject.app
    if (end === undefined) return { notApplicable: 'the tool did not start it' }
    const firing = await reader(subject)
    return inMood(subject, { slowMs: 700 }, async (customer) => {
      const before = customer.reads
      const inFlight = firing && fire(subject, customer, firing)
      // It may answer this time without reading: then nothing is in flight, and its end alone is judged.
      const answered = inFlight?.then(() => true)
      while (inFlight && customer.reads === before && !(await Promise.race([answered, delay(10)])));
      const code = await end(60_000)
      const reply = await inFlight
      if (firing && reply?.status === 0) return `${firing.title} was cut off`
      return code === 0 ? undefined : code === undefined ? 'it was still there after 60 s' : `it ended with ${code}`
    })
  },
}

function never(): never {
  throw new Error('unreachable')
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Every check in order; the last one ends the application. */
export async function runChecks(subject: Subject, tell: (verdict: Verdict) => void): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [check, run] of Object.entries(checks)) {
    const verdict = verdictOf(check, await run(subject))
    verdicts.push(verdict)
    tell(verdict)
  }
  return verdicts
}

function verdictOf(check: string, finding: Finding): Verdict {
  if (finding === undefined) return { check, result: 'passed', detail: '' }
  if (typeof finding === 'string') return { check, result: 'failed', detail: finding }
  return { check, result: 'not applicable', detail: finding.notApplicable }
}
