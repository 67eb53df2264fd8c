import { didYouMean } from '../closest-word.ts'
import type { Path } from '../json/pointer.ts'
import { isCleanText, isObject } from '../json/text.ts'
import { performancePlans, tenantAccesses, type Variant, variants } from '../manifest.ts'
import { parseVersion } from '../version.ts'
import { checkEgress } from './check-egress.ts'
import { checkIntegrations } from './check-integrations.ts'
import { checkMappingFields } from './check-mapping-fields.ts'
import { checkPublicPaths } from './check-public-paths.ts'
import { checkSettings } from './check-settings.ts'
import { type CheckContext, kindOf, platformSections, reportUnknown } from './report.ts'

const namePart = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const nameForm = new RegExp(`^${namePart}/${namePart}$`)

/** What is known of the listing that the manifest is for. */
export interface ExpectedListing {
  variant?: Variant | undefined
  name?: string | undefined
}

/** Reports everything that is wrong with a manifest value. */
export function checkAll(report: CheckContext['report'], value: unknown, listing: ExpectedListing): void {
  if (!isObject(value)) {
    report('manifest.type.invalid', [], `The manifest is a JSON object, not ${kindOf(value)}.`)
    return
  }
  const listingVariant = listing.variant
  const target = variants.find((each) => each === value.targetPlatform)
  const context: CheckContext = { variant: listingVariant ?? target, report }
  reportUnknown(context, [], value, [
    '$schema',
    'name',
    'version',
    'targetPlatform',
    'performancePlan',
    'app',
    'platform',
  ])
  if (typeof value.name !== 'string' || !nameForm.test(value.name)) {
    report('manifest.name.invalid', ['name'], `The name is <org-name>/<app-name>, not ${shown(value.name)}.`)
  } else if (listing.name !== undefined && value.name !== listing.name) {
    report('manifest.name.mismatch', ['name'], `The manifest is of ${value.name}, the listing is ${listing.name}.`)
  }
  if (typeof value.version !== 'string' || !parseVersion(value.version)) {
    report(
      'manifest.version.invalid',
      ['version'],
      `The version has three numeric parts; this is ${shown(value.version)}.`,
    )
  }
  if (value.targetPlatform !== undefined && !target) {
    report(
      'manifest.targetPlatform.unknown',
      ['targetPlatform'],
      `${shown(value.targetPlatform)} is not a variant.${didYouMean(value.targetPlatform, variants)}`,
    )
  } else if (target && listingVariant && target !== listingVariant) {
    const message = `The manifest is for the ${target} variant, the listing for the ${listingVariant} variant.`
    report('manifest.targetPlatform.mismatch', ['targetPlatform'], message)
  }
  if (value.performancePlan !== undefined && !performancePlans.some((each) => each === value.performancePlan)) {
    report(
      'manifest.performancePlan.unknown',
      ['performancePlan'],
      `${shown(value.performancePlan)} is not a performance plan.${didYouMean(value.performancePlan, performancePlans)}`,
    )
  }
  checkApp(context, value.app)
  checkPlatform(context, value.platform, isObject(value.app) ? value.app.fields : undefined)
  checkTexts(context, [], value)
}

function checkApp(context: CheckContext, app: unknown): void {
  if (app === undefined) return
  if (!isObject(app)) {
    context.report('manifest.type.invalid', ['app'], `"app" is an object, not ${kindOf(app)}.`)
    return
  }
  reportUnknown(context, ['app'], app, ['fields'])
  checkSettings(context, ['app', 'fields'], app.fields)
}

function checkPlatform(context: CheckContext, platform: unknown, fields: unknown): void {
  if (platform === undefined) {
    checkEgress(context, ['platform', 'egress'], undefined, fields)
    return
  }
  if (!isObject(platform)) {
    context.report('manifest.type.invalid', ['platform'], `"platform" is an object, not ${kindOf(platform)}.`)
    return
  }
  reportUnknown(context, ['platform'], platform, platformSections)
  checkMappingFields(context, ['platform', 'fields'], platform.fields)
  const access = platform.tenantAccess
  if (access !== undefined && !tenantAccesses.some((each) => each === access)) {
    context.report(
      'tenantAccess.value.unknown',
      ['platform', 'tenantAccess'],
      `${shown(access)} is not an access to the tenant.${didYouMean(access, tenantAccesses)}`,
    )
  }
  const declared = checkIntegrations(context, ['platform'], platform)
  checkPublicPaths(context, ['platform', 'public'], platform.public, declared)
  checkEgress(context, ['platform', 'egress'], platform.egress, fields)
}

/** Texts anywhere in the file, unknown properties included: the database keeps neither NUL nor half a surrogate pair. */
function checkTexts(context: CheckContext, path: Path, value: unknown): void {
  if (typeof value === 'string') {
    if (!isCleanText(value))
      context.report('manifest.text.invalid', path, 'This text holds a character that cannot be stored.')
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkTexts(context, [...path, index], item)
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (!isCleanText(name))
        context.report('manifest.text.invalid', [...path, name], 'This name holds a character that cannot be stored.')
      checkTexts(context, [...path, name], item)
    }
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : kindOf(value)
}
