import { didYouMean } from '../closest-word.ts'
import { type Path, pointerOf } from '../json/pointer.ts'
import { byteLength, isCleanText, isObject, own, setOwn } from '../json/text.ts'
import { limits, type Manifest, mappingFieldsOf, type Variant } from '../manifest.ts'
import { parseMappingPath, policyholders, productOf } from '../mapping-path.ts'
import type { FieldProblem } from '../problem.ts'
import type { ConfigurationRule } from '../rules.ts'
import type { Mapping, TenantSchema } from './configuration.ts'

/**
 * Writes all mappings: one per product of the tenant, each value a path of the variant that belongs to that product and
 * that the tenant's schema has. A product or value that is stored already is not held against the schema again: a tenant
 * that dropped a field must not keep its administrator from changing something else.
 */
export function applyMappings(options: {
  manifest: Manifest
  variant: Variant
  input: unknown
  stored: readonly Mapping[]
  schema: TenantSchema | undefined
}): { mappings: Mapping[]; problems: FieldProblem[] } {
  const { manifest, variant, input, stored, schema } = options
  const mappings: Mapping[] = []
  const problems: FieldProblem[] = []
  const report = (path: Path, rule: ConfigurationRule, message: string) => {
    problems.push({ pointer: pointerOf(['mappings', ...path]), rule, message })
  }
  if (input !== undefined && !Array.isArray(input)) {
    report([], 'configuration.type.invalid', 'The mappings are a list of { productName, fields }.')
    return { mappings, problems }
  }
  const known = mappingFieldsOf(manifest).map((field) => field.name)
  const entries: Entry[] = []
  for (const [index, entry] of (input ?? []).entries()) {
    const fields = isObject(entry) ? (entry.fields ?? {}) : undefined
    if (!isObject(entry) || !isObject(fields)) {
      report([index], 'configuration.type.invalid', 'A mapping is { productName, fields }.')
      continue
    }
    const { productName } = entry
    if (!isProductName(productName)) {
      report([index, 'productName'], 'mapping.product.missing', 'A mapping names its product.')
      continue
    }
    if (mappings.some((mapping) => mapping.productName === productName)) {
      report([index, 'productName'], 'mapping.product.duplicate', `The product ${productName} is mapped twice.`)
      continue
    }
    const former = stored.find((mapping) => mapping.productName === productName)
    const mapping: Mapping = { productName, fields: {} }
    const before = problems.length
    const wrong = new Set<string>()
    for (const [name, value] of Object.entries(fields)) {
      const at = [index, 'fields', name]
      if (!known.includes(name)) {
        const hint = didYouMean(name, known)
        report(
          at,
          'mapping.name.unknown',
          `There is no mapping field named ${JSON.stringify(name.slice(0, 80))}.${hint}`,
        )
      } else if (value !== '' && value !== null) {
        const kept = own(former?.fields, name) === value
        const problem = checkPath(value, variant, productName) ?? (kept ? undefined : checkSchema(value, schema))
        if (problem) {
          report(at, problem.rule, problem.message)
          wrong.add(name)
        } else setOwn(mapping.fields, name, String(value))
      }
    }
    // Where a path names its product, it has been reported at its own field already.
    const lacking = former === undefined && problems.length === before ? schema?.lacksProduct(productName) : undefined
    if (lacking !== undefined) report([index, 'productName'], 'mapping.product.unknown', lacking)
    mappings.push(mapping)
    entries.push({ mapping, index, wrong })
  }
  // An entry that names no product may be the one that maps what seems to be missing.
  const unread = entries.length < (input ?? []).length
  return { mappings, problems: [...problems, ...missing(manifest, entries, unread)] }
}

/** A required field must be mapped in every mapped product, unless the policyholder has it; without products, somewhere. */
export function missingMappings(manifest: Manifest, mappings: readonly Mapping[]): FieldProblem[] {
  const entries = mappings.map((mapping, index) => ({ mapping, index, wrong: new Set<string>() }))
  return missing(manifest, entries, false)
}

/** One mapping as it was given. */
interface Entry {
  mapping: Mapping
  index: number
  /** Fields that were given a path which is refused: reported already, so not missing too. */
  wrong: ReadonlySet<string>
}

function missing(manifest: Manifest, entries: readonly Entry[], unread: boolean): FieldProblem[] {
  const has = ({ mapping, wrong }: Entry, name: string) => own(mapping.fields, name) !== undefined || wrong.has(name)
  const holder = entries.find(({ mapping }) => mapping.productName === policyholders)
  const products = entries.filter((entry) => entry !== holder)
  const rule: ConfigurationRule = 'mapping.required.missing'
  return mappingFieldsOf(manifest)
    .filter((field) => field.required === true && !(holder && has(holder, field.name)))
    .flatMap(({ name, title }): FieldProblem[] => {
      const message = `${title}: a field must be mapped.`
      if (products.length === 0) return unread ? [] : [{ pointer: '/mappings', rule, message }]
      return products
        .filter((entry) => !has(entry, name))
        .map(({ mapping, index }) => ({
          pointer: pointerOf(['mappings', index, 'fields', name]),
          rule,
          message: `${title}: a field of ${mapping.productName} must be mapped.`,
        }))
    })
}

function isProductName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && byteLength(value) <= limits.valueBytes && isCleanText(value)
}

function checkPath(
  value: unknown,
  variant: Variant,
  productName: string,
): { rule: ConfigurationRule; message: string } | undefined {
  const usable = typeof value === 'string' && byteLength(value) <= limits.valueBytes && isCleanText(value)
  const place = usable ? parseMappingPath(value, variant) : undefined
  if (!place) {
    return { rule: 'mapping.value.invalid', message: `The value is not a schema path of the ${variant} variant.` }
  }
  const product = productOf(place)
  if (product !== undefined && product !== productName) {
    return { rule: 'mapping.value.product', message: `The field belongs to ${product}, not to ${productName}.` }
  }
  return undefined
}

function checkSchema(
  value: unknown,
  schema: TenantSchema | undefined,
): { rule: ConfigurationRule; message: string } | undefined {
  const message = schema?.lacksPath(String(value))
  return message === undefined ? undefined : { rule: 'mapping.value.unknown', message }
}
