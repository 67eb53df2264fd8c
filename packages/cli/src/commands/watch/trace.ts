import type { Command } from 'commander'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { openSession } from '../../services/platform/session.ts'
import { showTrace } from '../../views/show-trace.ts'

export function addTrace(program: Command, setup: Setup): void {
  const command = program
    .command('trace <id>')
    .description(
      'everything that is recorded of one request: by its trace id, or the id of an event, delivery, call, tenant call or request in it',
    )
  examples(command, ['mkt trace 0af7651916cd43dd8448eb211c80319c', 'mkt trace evt_01jd… --json'])
  act(command, setup, trace)
}

async function trace(context: Context, id: string): Promise<Result> {
  const { client } = openSession(context)
  const found = await client.getTrace({ params: { id } })
  return { data: found, text: showTrace(found) }
}
