import type { Command } from 'commander'
import { Abort, wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { fixes } from '../../fixes.ts'
import { readBody } from '../../services/app/read-json.ts'
import { openSession } from '../../services/platform/session.ts'

interface Options {
  method?: string
  data?: string
}

export function addApi(program: Command, setup: Setup): void {
  const command = program
    .command('api <path>')
    .description('send a request to the control plane with your credentials, and print the answer')
    .option('-X, --method <method>', 'GET, or POST where there is a body')
    .option('-d, --data <json>', 'the body: JSON, @file, or - for standard input')
  examples(command, [
    'mkt api /me',
    'mkt api /listings/lst_…/variables',
    'mkt api /listings/lst_… -X PATCH -d \'{"title":"Rater"}\'',
  ])
  act(command, setup, api)
}

async function api(context: Context, path: string, { method, data }: Options): Promise<Result> {
  if (!/^\/(?!\/)/.test(path)) throw wrongUsage(`"${path}" is not a path of the platform.`, 'Give one such as /me.')
  const session = openSession(context)
  const body = data === undefined ? undefined : readBody(context.cwd, data)
  const response = await session.fetch(path.startsWith('/api/') ? path : `/api/v1${path}`, {
    method: (method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase(),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  const answer = jsonOf(text)
  if (response.status >= 400) {
    const { code, detail, requestId } = (answer ?? {}) as { code?: string; detail?: string; requestId?: string }
    const fix = fixes[code ?? '']
    throw new Abort(code ?? 'refused', detail ?? `The platform answered ${response.status}.`, {
      ...(fix === undefined ? {} : { fix }),
      requestId: requestId ?? null,
      extra: { status: response.status, body: answer ?? text },
    })
  }
  return {
    data: { status: response.status, body: answer ?? text },
    text: answer === undefined ? text : JSON.stringify(answer, null, 2),
  }
}

function jsonOf(text: string): object | undefined {
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}
