import { autofillOperations } from '../autofill-operations.ts'
import { didYouMean } from '../closest-word.ts'
import { eventsOf, expandEvent } from '../events.ts'
import type { Path } from '../json/pointer.ts'
import { isObject } from '../json/text.ts'
import { limits, variants } from '../manifest.ts'
import { withoutTrailingSlash } from '../public-path.ts'
import { checkLifecycle } from './check-lifecycle.ts'
import { checkPath } from './check-paths.ts'
import { checkRater } from './check-rater.ts'
import type { DeclaredPaths, IntegrationKind } from './declared-paths.ts'
import { type CheckContext, kindOf, reportUnknown, shortListOf } from './report.ts'

/** Checks webhooks, autofill, raters and lifecycle hooks; answers their paths. */
export function checkIntegrations(context: CheckContext, path: Path, platform: Record<string, unknown>): DeclaredPaths {
  const paths: DeclaredPaths = { byPath: new Map() }
  checkEach(context, [...path, 'webhooks'], platform.webhooks, 'webhook', paths, checkWebhook)
  checkEach(context, [...path, 'autofill'], platform.autofill, 'autofill', paths, checkAutofill)
  const raters = checkEach(context, [...path, 'externalRaters'], platform.externalRaters, 'rater', paths, checkRater)
  checkRaterNames(context, [...path, 'externalRaters'], raters)
  checkLifecycle(context, [...path, 'lifecycle'], platform.lifecycle, paths)
  return paths
}

const most: Readonly<Record<IntegrationKind, number>> = {
  webhook: limits.webhooks,
  autofill: limits.autofill,
  rater: limits.raters,
}

function checkEach(
  context: CheckContext,
  path: Path,
  value: unknown,
  kind: IntegrationKind,
  paths: DeclaredPaths,
  check: (context: CheckContext, path: Path, entry: Record<string, unknown>) => void,
): unknown[] {
  const entries = shortListOf(context, path, value, most[kind], `${kind}.count`)
  if (kind !== 'webhook' && entries.length > 0 && context.variant === 'enterprise') {
    context.report(
      'integration.variant',
      path,
      `The enterprise variant has no ${kind === 'rater' ? 'external raters' : 'autofill'}.`,
    )
  }
  for (const [index, entry] of entries.entries()) {
    const at = [...path, index]
    if (!isObject(entry)) {
      context.report('manifest.type.invalid', at, `An integration is an object, not ${kindOf(entry)}.`)
      continue
    }
    const declared = checkPath(context, [...at, 'path'], entry.path)
    if (declared !== undefined) declare(context, [...at, 'path'], declared, kind, paths)
    check(context, at, entry)
  }
  return entries
}

function declare(context: CheckContext, at: Path, path: string, kind: IntegrationKind, paths: DeclaredPaths): void {
  const plain = withoutTrailingSlash(path)
  const former = paths.byPath.get(plain)
  if (former === undefined) paths.byPath.set(plain, kind)
  else if (former === kind) context.report('integration.path.duplicate', at, `${path} is declared twice.`)
  else context.report('integration.path.conflict', at, `${path} is declared as ${former} and as ${kind}.`)
}

function checkWebhook(context: CheckContext, path: Path, entry: Record<string, unknown>): void {
  reportUnknown(context, path, entry, ['path', 'events'])
  const at = [...path, 'events']
  if (!Array.isArray(entry.events) || entry.events.length === 0) {
    context.report('webhook.events.missing', at, 'A webhook needs a non-empty array of events.')
    return
  }
  const possible = context.variant ? [context.variant] : variants
  const seen = new Set<unknown>()
  const events = shortListOf(context, at, entry.events, limits.webhookEvents, 'webhook.events.count')
  for (const [index, event] of events.entries()) {
    const known = typeof event === 'string' && possible.some((variant) => expandEvent(event, variant).length > 0)
    if (!known) {
      const shown = typeof event === 'string' ? JSON.stringify(event) : kindOf(event)
      const where = context.variant ? `the ${context.variant} variant` : 'either variant'
      context.report(
        'webhook.event.unknown',
        [...at, index],
        () => `${shown} is not an event of ${where}.${didYouMean(event, possible.flatMap(eventsOf))}`,
      )
    } else if (seen.has(event)) {
      context.report('webhook.event.duplicate', [...at, index], `${event} is listed twice.`)
    }
    seen.add(event)
  }
}

function checkAutofill(context: CheckContext, path: Path, entry: Record<string, unknown>): void {
  reportUnknown(context, path, entry, ['path', 'operations', 'timeoutMs'])
  checkTimeout(context, [...path, 'timeoutMs'], entry.timeoutMs, limits.autofillTimeoutMs)
  const at = [...path, 'operations']
  if (!Array.isArray(entry.operations) || entry.operations.length === 0) {
    context.report('autofill.operations.missing', at, 'An autofill needs a non-empty array of operations.')
    return
  }
  const operations = shortListOf(context, at, entry.operations, limits.autofillOperations, 'autofill.operations.count')
  for (const [index, operation] of operations.entries()) {
    if (typeof operation === 'string' && autofillOperations.includes(operation)) continue
    const shown = typeof operation === 'string' ? JSON.stringify(operation) : kindOf(operation)
    context.report(
      'autofill.operation.unknown',
      [...at, index],
      () => `${shown} is not an autofill operation.${didYouMean(operation, autofillOperations)}`,
    )
  }
}

function checkTimeout(context: CheckContext, path: Path, value: unknown, most: number): void {
  if (value === undefined) return
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return
  context.report('integration.timeoutMs.invalid', path, `timeoutMs is a whole number from 1 to ${most}.`)
}

function checkRaterNames(context: CheckContext, path: Path, raters: readonly unknown[]): void {
  const names = new Set<string>()
  for (const [index, rater] of raters.entries()) {
    if (!isObject(rater) || typeof rater.name !== 'string') continue
    if (names.has(rater.name)) {
      context.report(
        'rater.name.duplicate',
        [...path, index, 'name'],
        `There are two raters named ${JSON.stringify(rater.name)}.`,
      )
    }
    names.add(rater.name)
  }
}
