/**
 * The program of an outlet: the guard of one instance's way out, and the place where the platform changes its rules and reads its counts.
 * It is the only program of its pod. Its order is read at its start; afterwards the platform tells it when something changes.
 */
import { timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parseRules } from '../../egress/rules.ts'
import { addCounts, type EgressCount } from '../../egress/tally.ts'
import { guarded } from '../../guarded.ts'
import { startOutletGuard } from './outlet-guard.ts'
import { COUNTS_FILE, OUTLET_FOLDER, type OutletOrder, type OutletReport, rulesMark } from './outlet-order.ts'
import { CONTROL_PORT } from './outlet-ports.ts'
import { startOutletWatch } from './outlet-watch.ts'

const LONGEST_RULES = 1024 * 1024
const WRITE_MS = 1_000

async function main(): Promise<void> {
  const order = JSON.parse(readFileSync(join(OUTLET_FOLDER, 'order'), 'utf8')) as OutletOrder
  const guard = await (order.kind === 'watched' ? startOutletWatch(order) : startOutletGuard(order))
  const before = readCounts()
  let mark = rulesMark(order.rules)
  const counts = () => addCounts(before, guard.counts())
  let written = ''
  const write = () => {
    const text = JSON.stringify(counts())
    if (text === written) return
    writeFileSync(`${COUNTS_FILE}.draft`, text)
    renameSync(`${COUNTS_FILE}.draft`, COUNTS_FILE)
    written = text
  }
  setInterval(guarded(complain, write), WRITE_MS)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await judge(request)
    response.writeHead(status).end(body)
  }
  const judge = async (request: IncomingMessage): Promise<{ status: number; body?: string }> => {
    if (request.url === '/health') return { status: 200 }
    if (!isPlatform(request)) return { status: 401 }
    if (request.method === 'PUT' && request.url === '/rules') {
      const rules = parseRules(await readBody(request))
      if (rules === null) return { status: 400 }
      guard.update(rules)
      mark = rulesMark(rules)
      return { status: 204 }
    }
    if (request.method !== 'GET' || request.url !== '/counts') return { status: 404 }
    const report: OutletReport = { rules: mark, counts: counts() }
    return { status: 200, body: JSON.stringify(report) }
  }
  const server = createServer((request, response) => guarded(() => response.destroy(), answer)(request, response))
  // Without its control nobody can tell it that rules have changed: the cluster starts it again.
  server.on('error', () => process.exit(1))
  server.listen(CONTROL_PORT)
}

/** The token is read each time: the file follows its Secret. */
function isPlatform({ headers }: IncomingMessage): boolean {
  const expected = Buffer.from(`Bearer ${readFileSync(join(OUTLET_FOLDER, 'token'), 'utf8')}`)
  const given = Buffer.from(headers.authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > LONGEST_RULES) throw new Error('the rules are too long')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

function readCounts(): EgressCount[] {
  try {
    return JSON.parse(readFileSync(COUNTS_FILE, 'utf8')) as EgressCount[]
  } catch {
    return []
  }
}

function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}

process.on('SIGTERM', () => process.exit(0))
await main()
