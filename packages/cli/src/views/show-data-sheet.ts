import type { Client } from '@mkt/contract/client'
import type { Result } from '../context.ts'
import { table } from './table.ts'

type DataSheet = Awaited<ReturnType<Client['getDataSheet']>>

/** Every line with its mark; what waits for a moderator is said below. */
export function showDataSheet(name: string, sheet: DataSheet): Result {
  const rows = sheet.lines.map(({ title, mark, text, at, by }) => [
    title,
    mark === 'checked' ? `checked ${at?.slice(0, 10)} by ${by}` : (mark ?? '-'),
    text?.replaceAll('\n', '; ') ?? 'not stated',
  ])
  return {
    data: sheet,
    text: [
      ...table(['line', 'mark', 'text'], rows, `${name} has no data sheet.`),
      ...(sheet.waiting === null
        ? []
        : [`A change of it waits for a moderator (${sheet.waiting.reviewId}); until then the lines above are shown.`]),
    ],
  }
}
