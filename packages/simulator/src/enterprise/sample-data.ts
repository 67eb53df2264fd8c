import type { DataField } from '../core/enterprise-tenant.ts'

const BY_NAME: Record<string, string | number> = {
  vin: '1HGCM82633A004352',
  make: 'Honda',
  year: 2003,
  firstName: 'Ada',
  lastName: 'Byron',
  licenseNumber: 'BYRON-1815',
  street: '12 Harbour Street',
  zip: '98101',
  yearBuilt: 1998,
  limit: 100_000,
  deductible: 500,
  channel: 'Direct',
}

const BY_TYPE: Record<string, string | number> = { int: 1, date: '2026-01-01' }

/** A value for each field: something to look at where nobody entered anything. */
export function sampleData(fields: Record<string, DataField>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, displayName }]) => {
      const byName = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
      return [name, byName ?? BY_TYPE[type.replace(/\W+$/, '')] ?? displayName]
    }),
  )
}
