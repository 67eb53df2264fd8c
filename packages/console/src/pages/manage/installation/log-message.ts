import { manage } from '../../../texts/manage.ts'

interface Entry {
  message: string
  details: Record<string, unknown>
}

/** What an entry of the log says, with the state it tells of in the words of the console. */
export function logMessage({ message, details: { state } }: Entry): string {
  const words = typeof state === 'string' ? manage.log.states[state] : undefined
  return words === undefined ? message : message.replace(`is ${state}`, words)
}
