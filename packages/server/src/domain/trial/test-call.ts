import { sampleAutofillCall, sampleRaterCall, usualProduct } from '@mkt/contract/app'
import { integrationsOf, type Manifest, type Mapping, type Variant } from '@mkt/manifest'
import type { MappingSchema } from '../tenant/mapping-schema.ts'
import { sampleProduct } from './sample-product.ts'

/** One call that tries an installation. */
export interface TestCall {
  kind: 'autofill' | 'rater'
  path: string
  timeoutMs: number
  /** Those that the policy system sends to this rater. */
  headers: Record<string, string>
  body: Buffer
}

interface Asked {
  path?: string | undefined
  request?: object | undefined
}

/** Facts about existing installations of the application. */
interface Place {
  mappings: readonly Pick<Mapping, 'productName'>[]
  /** Of its tenant, where it was read. */
  schema?: MappingSchema | undefined
}

/** Names that say what they are, to the application and to those who read its output. */
const about = { policyLocator: 'mkt-test-policy', policyholderLocator: 'mkt-test-policyholder' }
/** Not names of products: what is mapped for all of them. */
const ofNoProduct = new Set(['policyholders', 'global'])

/** The call to try an application with, or undefined where it has no such autofill or rater. */
export function testCall(manifest: Manifest, variant: Variant, at: Place, asked: Asked): TestCall | undefined {
  const { autofill, externalRaters } = integrationsOf(manifest, variant)
  const names = { ...about, ...productOf(at) }
  const isAsked = ({ path }: { path: string }) => asked.path === undefined || path === asked.path
  const bodyOf = (sample: object) => Buffer.from(JSON.stringify(asked.request ?? sample))
  const filler = autofill.find(isAsked)
  if (filler !== undefined) {
    const { path, timeoutMs, operations } = filler
    const sample = sampleAutofillCall(operations[0] ?? 'newBusiness.create', names)
    return { kind: 'autofill', path, timeoutMs, headers: {}, body: bodyOf(sample) }
  }
  const rater = externalRaters.find(isAsked)
  if (rater === undefined) return undefined
  const { path, timeoutMs, headers } = rater
  return { kind: 'rater', path, timeoutMs, headers, body: bodyOf(sampleRaterCall(names)) }
}

/** The first product that is mapped, else the usual one, else one that the tenant has; with its fields where they are known. */
function productOf({ mappings, schema }: Place) {
  const [mapped] = mappings.map(({ productName }) => productName).filter((name) => !ofNoProduct.has(name))
  const known = schema?.variant === 'connected' ? sampleProduct(schema, mapped ?? usualProduct) : undefined
  if (known !== undefined && (mapped === undefined || known.productName === mapped)) return known
  return mapped === undefined ? {} : { productName: mapped }
}
