import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { plainText } from '@mkt/contract/text'
import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { ownOrganization } from '../../services/platform/organization.ts'
import { refusalOf } from '../../services/platform/refusal-of.ts'
import { openSession } from '../../services/platform/session.ts'

const LINE_FEED = 10

interface Options {
  jsonl?: boolean
  from?: string
  to?: string
  action?: string
  actor?: string
  output?: string
}

export function addAudit(program: Command, setup: Setup): void {
  const audit = program.command('audit').description('audit log of your organization')
  const command = audit
    .command('export')
    .description(
      'write the audit of your organization, one JSON object a line (owners and admins, after "mkt login --sso")',
    )
    .option('--jsonl', 'JSON lines, the only format')
    .option('--from <time>', 'at this time or later, such as 2026-01-01T00:00:00Z')
    .option('--to <time>', 'before this time')
    .option('--action <name>', 'actions that begin with this, such as installation.')
    .option('--actor <who>', 'what one person or key did')
    .option('--output <file>', 'write to this file instead of standard output')
  examples(command, [
    'mkt audit export --jsonl --output audit.jsonl',
    'mkt audit export --jsonl --from 2026-11-01T00:00:00Z',
  ])
  act(command, setup, exportAudit)
}

async function exportAudit(context: Context, options: Options): Promise<Result> {
  const session = openSession(context)
  const { id } = await ownOrganization(session.client)
  const { from, to, action, actor, output } = options
  const given = Object.entries({ from, to, action, actor }).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given as [string, string][])
  const response = await session.fetch(`/api/v1/organizations/${encodeURIComponent(id)}/audit/export?${query}`)
  if (!response.ok) throw await refusalOf(response)
  const counted = new CountedLines(response.body ?? new ReadableStream())
  if (output !== undefined) {
    await pipeline(counted.bytes(), createWriteStream(resolve(context.cwd, output)))
    return { data: { rows: counted.rows, file: output }, text: `Wrote ${counted.rows} rows to ${output}.` }
  }
  if (context.json) {
    const text = await readText(Readable.from(counted.bytes()))
    return { data: { rows: counted.rows, text } }
  }
  if (context.terminal) {
    const lines = createInterface({ input: Readable.from(counted.bytes()) })
    for await (const line of lines) context.stdout.write(`${plainText(line)}\n`)
  } else await pipeline(counted.bytes(), context.stdout, { end: false })
  return { data: { rows: counted.rows } }
}

/** Passes bytes on as they arrive, because an audit may be larger than memory, and counts their lines. */
class CountedLines {
  rows = 0
  readonly #body: AsyncIterable<Uint8Array>

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#body = body
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body) {
      for (const byte of chunk) if (byte === LINE_FEED) this.rows += 1
      yield chunk
    }
  }
}
