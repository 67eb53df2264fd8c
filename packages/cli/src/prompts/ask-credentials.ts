import { wrongUsage } from '../abort.ts'
import type { Context } from '../context.ts'
import { askSecret, askText, required } from './ask.ts'
import { readLines } from './read-lines.ts'

export interface CredentialFlags {
  clientId?: string
  apiKey?: string
}

/** Flags, then variables, then questions on a terminal, else the lines of standard input in this order. */
export async function askCredentials(
  context: Context,
  options: CredentialFlags,
): Promise<{ clientId: string; apiKey: string }> {
  const clientId = options.clientId ?? context.env.MKT_CLIENT_ID ?? ''
  const apiKey = options.apiKey ?? context.env.MKT_API_KEY ?? ''
  if (clientId !== '' && apiKey !== '') return { clientId, apiKey }
  if (context.interactive) {
    context.say('Client ID and API key: publisher dashboard, API keys.')
    const id = clientId || (await askText(context, { message: 'Client ID', flag: '--client-id', check: required }))
    const key = apiKey || (await askSecret(context, { message: 'API key', flag: '--api-key', check: required }))
    return { clientId: id.trim(), apiKey: key.trim() }
  }
  const missing = [clientId, apiKey].filter((value) => value === '').length
  const lines = await readLines(context.stdin, missing)
  if (lines.length < missing || lines.includes(''))
    throw wrongUsage(
      'Client ID or API key is missing.',
      'Give both as two lines on standard input, as flags, or as MKT_CLIENT_ID and MKT_API_KEY.',
    )
  return { clientId: clientId || (lines.shift() ?? ''), apiKey: apiKey || (lines.shift() ?? '') }
}
