/** How a person reads times and numbers; null: as the browser does, written as in the United Kingdom. */
export interface Preferences {
  timeZone: string | null
  locale: string | null
}

const usualLocale = 'en-GB'

export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

function make({ timeZone: zone, locale: chosen }: Preferences) {
  const timeZone = zone ?? undefined
  const locale = chosen ?? usualLocale
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const digits = (count: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: count, maximumFractionDigits: count })
  const toTheMinute = { hour: '2-digit', minute: '2-digit' } as const
  const toTheSecond = { ...toTheMinute, second: '2-digit' } as const
  return {
    zone: zone ?? browserZone(),
    number: new Intl.NumberFormat(locale),
    whole: digits(0),
    tenths: digits(1),
    amount: digits(2),
    dateTime: format({ dateStyle: 'medium', timeStyle: 'short' }),
    exact: format({ day: 'numeric', month: 'short', year: 'numeric', ...toTheSecond, timeZoneName: 'short' }),
    date: format({ dateStyle: 'medium' }),
    /** A day of the calendar is the same in every zone. */
    calendarDay: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
    clock: format(toTheSecond),
    minute: format(toTheMinute),
    weekday: format({ weekday: 'short', day: 'numeric' }),
    /** The parts of a moment as figures, to reckon with. */
    parts: new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
  }
}

let read: Preferences = { timeZone: null, locale: null }
let formats = make(read)

/** From now on times and numbers are written as this person reads them. */
export function readAs(preferences: Preferences): void {
  if (preferences.timeZone === read.timeZone && preferences.locale === read.locale) return
  read = preferences
  formats = make(preferences)
}

export const timeFormats = () => formats

/** How far the clocks of the zone are ahead of UTC at a moment, in milliseconds. */
function aheadAt(moment: number): number {
  const parts = Object.fromEntries(formats.parts.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

/** The moment at which clocks where the person is show `2026-03-01T10:40`; undefined where there is no such time. */
export function momentOf(local: string): Date | undefined {
  const shown = Date.parse(`${local}Z`)
  if (Number.isNaN(shown)) return undefined
  // Clocks may change between the two: the second look is taken at about the moment itself.
  return new Date(shown - aheadAt(shown - aheadAt(shown)))
}
