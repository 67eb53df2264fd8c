import { makers, models } from './makers.ts'

export interface Vehicle {
  make: string | undefined
  model: string | undefined
  year: string
  /** Whether the ninth character is right for the others. */
  checked: boolean
}

// I, O and Q are never used: they look like 1 and 0.
const shape = /^[A-HJ-NPR-Z0-9]{17}$/
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** What a vehicle identification number says by itself; undefined when it is none. */
export function decodeVin(text: string): Vehicle | undefined {
  const vin = text.trim().toUpperCase()
  if (!shape.test(vin)) return undefined
  const year = modelYear(vin)
  if (year === undefined) return undefined
  const maker = vin.slice(0, 3)
  return {
    make: makers[maker] ?? makers[maker.slice(0, 2)],
    model: models[vin.slice(0, 6)] ?? models[vin.slice(0, 5)],
    year: String(year),
    checked: checkDigit(vin) === vin[8],
  }
}

/** The tenth character names the year in a cycle of thirty; the seventh, a digit until 2009, says which cycle. */
function modelYear(vin: string): number | undefined {
  const code = yearCodes.indexOf(vin.charAt(9))
  if (code < 0) return undefined
  return (/\d/.test(vin.charAt(6)) ? 1980 : 2010) + code
}

function checkDigit(vin: string): string {
  const sum = [...vin].reduce((total, letter, index) => total + weightOf(letter) * (weights[index] ?? 0), 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** Letters count 1 to 9 in three rows: A–H, J–R, S–Z, the last beginning with 2. */
function weightOf(letter: string): number {
  if (/\d/.test(letter)) return Number(letter)
  const code = letter.charCodeAt(0) - 64
  if (code < 9) return code
  return code < 19 ? code - 9 : code - 17
}
