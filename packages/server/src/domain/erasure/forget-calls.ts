import type { ComparedCall } from '../trial/compared-call.ts'
import type { RateImpact } from '../trial/rate-impact.ts'

/** What is left of a document after calls that name somebody were taken out, and how many were. */
interface Left<Document> {
  document: Document
  forgotten: number
}

function names(value: unknown, locators: readonly string[]): boolean {
  const text = JSON.stringify(value)
  return locators.some((locator) => text.includes(locator))
}

/** The calls of a shadow without those that name one of the locators. */
export function forgetCalls(calls: readonly ComparedCall[], locators: readonly string[]): Left<ComparedCall[]> {
  const document = calls.filter((call) => !names(call, locators))
  return { document, forgotten: calls.length - document.length }
}

/** The report of a trial without the examples that name one of the locators, or whose call was erased. Sums stay: they name nobody. */
export function forgetExamples(
  report: RateImpact,
  locators: readonly string[],
  erasedCalls: ReadonlySet<string>,
): Left<RateImpact> {
  const isKept = (example: RateImpact['increases'][number]) =>
    !erasedCalls.has(example.callId) && !names(example, locators)
  const [increases, decreases] = [report.increases.filter(isKept), report.decreases.filter(isKept)]
  const before = report.increases.length + report.decreases.length
  return {
    document: { ...report, increases, decreases },
    forgotten: before - increases.length - decreases.length,
  }
}
