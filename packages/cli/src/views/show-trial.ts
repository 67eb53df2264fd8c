import type { Result } from '../context.ts'
import { passed, type Trial } from '../services/release/follow-trial.ts'
import { facts, table } from './table.ts'

const percentText = (value: number | null) => (value === null ? '–' : `${value > 0 ? '+' : ''}${value.toFixed(2)} %`)

const inCurrency = (currency: string | null | undefined) => (currency ? ` in ${currency}` : '')

/** A trial with its report: premiums where one may see them, percentages otherwise. */
export function showTrial(trial: Trial): Result {
  const { report, publisherReport } = trial
  const shown = report ?? publisherReport
  const totals = shown?.totals ?? []
  // One currency needs no name in every line.
  const named = totals.length > 1
  const head = facts([
    ['trial', trial.id],
    ['release', `${trial.release.version} against ${trial.baseline.version}`],
    ['state', trial.state],
    ['failure', trial.failure],
    ['calls', `${trial.done} of ${trial.calls}`],
    ['egress', trial.isolation?.egress],
    ['policy system', trial.isolation && { none: 'no access', read: 'read only' }[trial.isolation.tenant]],
    ...totals.map(({ currency, percent }): [string, string] => [`total${inCurrency(currency)}`, percentText(percent)]),
    ['not priced any more', shown?.notPriced],
    ['newly priced', shown?.newlyPriced],
    ['errors', shown && `${shown.errors.before} before, ${shown.errors.after} after`],
    ['p95', shown && `${shown.latency.before.p95Ms} ms before, ${shown.latency.after.p95Ms} ms after`],
    ['gates', gatesText(trial)],
  ])
  const rows = (report?.lines ?? publisherReport?.lines ?? []).map((line) => [
    line.product,
    line.operation,
    line.peril ?? '(all)',
    ...(named ? [line.currency] : []),
    line.calls,
    percentText(line.percent),
  ])
  const columns = ['product', 'operation', 'peril', ...(named ? ['currency'] : []), 'calls', 'change']
  const lines = shown ? ['', ...table(columns, rows, 'No premiums.')] : []
  return { data: trial, text: [...head, ...lines] }
}

function gatesText(trial: Trial): string | null {
  if (trial.failedGates === null) return null
  if (passed(trial)) return 'all gates passed'
  return trial.failedGates
    .map(({ gate, limit, actual, currency }) => `${gate}${inCurrency(currency)} ${actual} exceeds ${limit}`)
    .join(', ')
}

export function showTrials(page: { items: Trial[]; next: string | null }): Result {
  const rows = page.items.map((trial) => [
    trial.release.version,
    trial.baseline.version,
    trial.state,
    `${trial.done}/${trial.calls}`,
    gatesText(trial) ?? '',
    trial.createdAt,
    trial.id,
  ])
  const head = ['release', 'against', 'state', 'calls', 'gates', 'created', 'id']
  return { data: page, text: table(head, rows, 'There are none: "mkt trial run".') }
}
