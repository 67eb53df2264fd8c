import type { Client } from '@mkt/contract/client'
import type { Result } from '../context.ts'
import { table } from './table.ts'

type Fields = Awaited<ReturnType<Client['listFields']>>

/** One line for each field, release and day, and what could not be named. */
export function showFields(found: Fields): Result {
  const rows = found.items.map(({ day, name, release, sent, changed }) => [day, name, release.version, sent, changed])
  const { overflow, unread, next } = found
  const beyond = overflow.sent + overflow.changed
  return {
    data: found,
    text: [
      ...table(['day', 'field', 'release', 'sent', 'changed'], rows, 'No field was sent or changed.'),
      ...(beyond === 0 ? [] : [`${beyond} more uses of fields were counted without a name.`]),
      ...(unread === 0 ? [] : [`${unread} calls were too large or too many to be read.`]),
      ...(next === null ? [] : [`There are more: --cursor ${next}`]),
    ],
  }
}
