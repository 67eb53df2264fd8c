import { z } from 'zod'
import { mailTopics } from '../platform/notification-kinds.ts'

/** Whether `Intl` can write times and numbers with these. */
function isKnown(locale: string, timeZone?: string): boolean {
  try {
    new Intl.DateTimeFormat(locale, { timeZone })
    return true
  } catch {
    return false
  }
}

const timeZone = z
  .string()
  .max(60)
  .refine((name) => name !== '' && isKnown('en', name), 'Give a time zone of the tz database such as Europe/Berlin.')
const locale = z
  .string()
  .max(35)
  .refine((name) => isKnown(name), 'Give a language and, if need be, a country such as en-US.')

/** How a person reads times and numbers, and what they want no mail about. */
export const preferences = z.object({
  timeZone: timeZone.nullable().describe('Times are shown in it; null: the zone of the browser'),
  locale: locale.nullable().describe('How dates, times and numbers are written; null: as in the United Kingdom'),
  noMailAbout: z
    .array(z.enum(mailTopics))
    .max(mailTopics.length)
    .describe('Notifications of these topics are not mailed; all of them are readable in the console'),
})
