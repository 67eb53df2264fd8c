import { SdkError } from '../errors.ts'

/** Where a mapping path points: what a customer chose for one mapping field. */
export type MappingTarget =
  | { variant: 'connected'; level: 'policy'; product: string; group?: string; field: string }
  | { variant: 'connected'; level: 'exposure'; product: string; exposure: string; group?: string; field: string }
  | {
      variant: 'connected'
      level: 'peril'
      product: string
      exposure: string
      peril: string
      group?: string
      field: string
    }
  | { variant: 'connected'; level: 'policyholder'; group?: string; field: string }
  | { variant: 'enterprise'; level: 'product' | 'exposure' | 'account'; name: string; field: string }

const NAME = String.raw`'((?:[^'\\]|\\.)+)'`
const BY_NAME = String.raw`\[\?\(@\.name==${NAME}\)\]`
const FIELDS = String.raw`\.fields${BY_NAME}(?:\.fields${BY_NAME})?`
const policyField = new RegExp(
  String.raw`^\$${BY_NAME}\.policyConfiguration(?:\.exposures${BY_NAME}(?:\.perils${BY_NAME})?)?${FIELDS}$`,
)
const policyholderField = new RegExp(`^policyholder${FIELDS}$`)
const enterpriseField = new RegExp(String.raw`^\$\.(products|exposures|accounts)\[${NAME}\]\.data\[${NAME}\]$`)

const enterpriseLevels = { products: 'product', exposures: 'exposure', accounts: 'account' } as const

/**
 * Reads a mapping path as it stands in the state record.
 *
 * @example
 * parseMappingPath(state.mappings[0].fields.vin) // { level: 'exposure', exposure: 'vehicle', field: 'vin', … }
 */
export function parseMappingPath(path: string): MappingTarget {
  const connected = policyField.exec(path)
  if (connected) {
    const [product = '', exposure, peril, ...fields] = connected.slice(1).map(unquote)
    const base = { variant: 'connected', product: product as string, ...field(fields) } as const
    if (exposure === undefined) return { ...base, level: 'policy' }
    return peril === undefined ? { ...base, level: 'exposure', exposure } : { ...base, level: 'peril', exposure, peril }
  }
  const holder = policyholderField.exec(path)
  if (holder) return { variant: 'connected', level: 'policyholder', ...field(holder.slice(1).map(unquote)) }
  const enterprise = enterpriseField.exec(path)
  if (enterprise) {
    const level = enterpriseLevels[enterprise[1] as keyof typeof enterpriseLevels]
    return { variant: 'enterprise', level, name: unquote(enterprise[2]) ?? '', field: unquote(enterprise[3]) ?? '' }
  }
  throw new SdkError('mapping_path_invalid', `"${path}" is not a mapping path.`)
}

/**
 * Writes a mapping path, for tests and forms.
 *
 * @example
 * formatMappingPath({ variant: 'connected', level: 'policy', product: 'home', field: 'zip' })
 */
export function formatMappingPath(target: MappingTarget): string {
  if (target.variant === 'enterprise') {
    return `$.${target.level}s['${quote(target.name)}'].data['${quote(target.field)}']`
  }
  const byName = (name: string) => `[?(@.name=='${quote(name)}')]`
  const fields = [target.group, target.field].flatMap((name) => (name === undefined ? [] : `.fields${byName(name)}`))
  if (target.level === 'policyholder') return `policyholder${fields.join('')}`
  const exposure = target.level === 'policy' ? '' : `.exposures${byName(target.exposure)}`
  const peril = target.level === 'peril' ? `.perils${byName(target.peril)}` : ''
  return `$${byName(target.product)}.policyConfiguration${exposure}${peril}${fields.join('')}`
}

/** One name is the field; of two the first is its group. */
function field(names: (string | undefined)[]): { group?: string; field: string } {
  const [first = '', second] = names
  return second === undefined ? { field: first } : { group: first, field: second }
}

function unquote(text: string | undefined): string | undefined {
  return text?.replace(/\\(.)/g, '$1')
}

function quote(text: string): string {
  return text.replace(/[\\']/g, '\\$&')
}
