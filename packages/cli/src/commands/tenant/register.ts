import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { ownOrganization } from '../../services/platform/organization.ts'
import { openSession } from '../../services/platform/session.ts'
import { showRegister } from '../../views/show-register.ts'

interface Options {
  format?: 'csv' | 'json'
  output?: string
}

export function addRegister(program: Command, setup: Setup): void {
  const command = program
    .command('register')
    .description(
      'every app your organization has installed: publisher, release, data sheet, egress, findings, signature',
    )
    .addOption(new Option('--format <format>', 'write the whole register').choices(['csv', 'json']))
    .option('--output <file>', 'write to this file instead of standard output')
  examples(command, ['mkt register', 'mkt register --format csv --output register.csv'])
  act(command, setup, register)
}

async function register(context: Context, options: Options): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await ownOrganization(client)
  const params = { org: id }
  const format = options.format ?? (options.output === undefined ? undefined : 'csv')
  if (format === undefined) return showRegister(await client.getRegister({ params }))
  const answer = await client.getRegister({ params, query: { format } })
  // The client gives bytes where the answer is not JSON.
  const text =
    format === 'csv' ? Buffer.from(answer as unknown as Uint8Array).toString('utf8') : JSON.stringify(answer, null, 2)
  const data = format === 'csv' ? { format, text } : answer
  if (options.output === undefined) return { data, text: text.trimEnd() }
  const bytes = Buffer.from(text)
  writeFileSync(resolve(context.cwd, options.output), bytes)
  const written = { format, bytes: bytes.length, file: options.output }
  return { data: written, text: `Wrote ${bytes.length} bytes to ${options.output}.` }
}
