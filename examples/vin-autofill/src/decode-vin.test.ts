import { describe, expect, it } from 'vitest'
import { decodeVin } from './decode-vin.ts'

describe('decodeVin', () => {
  it.each([
    ['1HGCM82633A004352', 'Honda', 'Accord', '2003', true],
    ['11111111111111111', undefined, undefined, '2001', true],
    ['1M8GDM9AXKP042788', undefined, undefined, '1989', true],
    ['5GZCZ43D13S812715', undefined, undefined, '2003', true],
    [' 1hgcm82633a004352 ', 'Honda', 'Accord', '2003', true],
    ['1HGCM82643A004352', 'Honda', 'Accord', '2003', false],
  ])('reads %s', (vin, make, model, year, checked) => {
    expect(decodeVin(vin)).toEqual({ make, model, year, checked })
  })

  it.each(['', '1HGCM82633A00435', '1HGCM82633A0043521', 'IHGCM82633A004352', '1HGCM8263UA004352'])(
    'takes %j for no number',
    (vin) => {
      expect(decodeVin(vin)).toBeUndefined()
    },
  )
})
