import type { Sampler } from './sampler.ts'
import { vinOf } from './vin.ts'

const FIRST = ['Ada', 'Grace', 'Edsger', 'Alan', 'Barbara', 'Donald', 'Frances', 'John', 'Katherine', 'Niklaus']
const LAST = ['Byron', 'Hopper', 'Dijkstra', 'Turing', 'Liskov', 'Knuth', 'Allen', 'Backus', 'Johnson', 'Wirth']
const STREETS = ['Harbour Street', 'Mill Lane', 'Station Road', 'Orchard Avenue', 'Bridge Street', 'Park Row']
const PLACES = [
  { city: 'Seattle', zip: '981', state: 'WA' },
  { city: 'New York', zip: '100', state: 'NY' },
  { city: 'Portland', zip: '972', state: 'OR' },
  { city: 'Austin', zip: '787', state: 'TX' },
  { city: 'Sacramento', zip: '958', state: 'CA' },
]
const CARS = [
  { make: 'Honda', model: 'Accord', year: 2003, first8: '1HGCM826', plant: '3A', value: [3_000, 9_000] },
  { make: 'Tesla', model: 'Model 3', year: 2019, first8: '5YJ3E1EA', plant: 'KF', value: [18_000, 38_000] },
  { make: 'Toyota', model: 'Camry', year: 2017, first8: '4T1BF1FK', plant: 'HU', value: [11_000, 22_000] },
] as const

/** Facts by the plain name of the field that holds them: `first_name` and `firstName` are both `firstname`. */
export type Facts = Readonly<Record<string, string>>

export const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const day = (sampler: Sampler, from: number, to: number) =>
  `${sampler.between(from, to)}-${String(sampler.between(1, 13)).padStart(2, '0')}-${String(sampler.between(1, 29)).padStart(2, '0')}`

/** The person a policy belongs to. */
export function personFacts(sampler: Sampler): Facts {
  const [firstname, lastname] = [sampler.pick(FIRST), sampler.pick(LAST)]
  const number = sampler.between(1, 10_000)
  const place = sampler.pick(PLACES)
  return {
    ...{ firstname, lastname, legalname: `${lastname} & Partners`, name: `${firstname} ${lastname}` },
    email: `${firstname}.${lastname}.${number}@example.com`.toLowerCase(),
    phone: `+1 555 ${String(number).padStart(7, '0')}`,
    dateofbirth: day(sampler, 1945, 2007),
    licensenumber: `${lastname.toUpperCase()}-${String(number).padStart(6, '0')}`,
    ...{ licensestate: place.state, city: place.city },
    zip: `${place.zip}${String(sampler.between(0, 100)).padStart(2, '0')}`,
    garagingzip: `${place.zip}${String(sampler.between(0, 100)).padStart(2, '0')}`,
    street: `${sampler.between(1, 400)} ${sampler.pick(STREETS)}`,
    note: 'Prefers to be called in the morning',
    creditscore: String(sampler.between(520, 830)),
    purchasedate: day(sampler, 1990, 2025),
    ...{ naicscode: String(sampler.between(111_110, 928_120)), industrycode: String(sampler.between(1_000, 9_999)) },
    taxid: `${sampler.between(10, 99)}-${sampler.between(1_000_000, 9_999_999)}`,
  }
}

/** What one exposure is about: a car, a house or a place. */
export function exposureFacts(sampler: Sampler): Facts {
  const car = sampler.pick(CARS)
  return {
    vin: vinOf(car.first8, car.plant, sampler.between(1, 1_000_000)),
    ...{ make: car.make, model: car.model, year: String(car.year) },
    vehiclevalue: String(sampler.between(car.value[0], car.value[1])),
    yearbuilt: String(sampler.between(1905, 2024)),
    squarefeet: String(sampler.between(600, 4_500)),
    replacementcost: String(sampler.between(150, 1_500) * 1_000),
    limit: String(sampler.between(1, 40) * 25_000),
    deductible: String(sampler.pick([250, 500, 1_000])),
    ...{ amount: String(sampler.between(500, 60_000)), value: String(sampler.between(500, 60_000)) },
  }
}

/** A value for a field: one of its choices, a fact of its name, or something that fits its type. */
export function sampleText(
  field: { name: string; type: string; values?: readonly string[] | undefined },
  facts: Facts,
  sampler: Sampler,
): string {
  if (field.values && field.values.length > 0) return sampler.pick(field.values)
  const known = facts[plainName(field.name)]
  if (known !== undefined) return known
  if (/^(number|int)/.test(field.type)) return String(sampler.between(1, 100))
  return /^date/.test(field.type) ? day(sampler, 2015, 2026) : `Sample ${sampler.between(1, 1_000)}`
}
