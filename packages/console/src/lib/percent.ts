import { timeFormats } from './time-formats.ts'

/** A change in per cent, with its sign; a dash where there was nothing before. */
export function formatPercent(value: number | null): string {
  if (value === null) return '–'
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return `${sign}${timeFormats().amount.format(Math.abs(value))} %`
}

/** A part of a whole (0 to 1) at a glance: small ones with a decimal, so that they are not nothing. */
export function formatShare(share: number): string {
  const { whole, tenths } = timeFormats()
  const percent = share * 100
  return `${(percent > 0 && percent < 10 ? tenths : whole).format(percent)} %`
}

/** The same to be compared with another one. */
export const formatRate = (share: number) => `${timeFormats().amount.format(share * 100)} %`
