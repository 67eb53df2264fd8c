import { describe, expect, test } from 'vitest'
import { personalAuto } from '../seed/personal-auto.ts'
import { isDefinable, sequenceInForce } from './autofill-definition.ts'

const define = (operation: string, ...callSequence: string[]) => ({ locator: operation, operation, callSequence })

describe('the autofill sequence in force', () => {
  const general = define('*.*.*', 'everyone')
  const product = define('personal-auto.*.*', 'auto')
  const transaction = define('personal-auto.renewal.*', 'renewals')
  const action = define('personal-auto.renewal.create', 'new-renewals')

  test('is that of the most specific definition', () => {
    const all = [general, product, transaction, action]
    expect(sequenceInForce(all, 'personal-auto', 'renewal', 'create')).toEqual(['new-renewals'])
    expect(sequenceInForce(all, 'personal-auto', 'renewal', 'update')).toEqual(['renewals'])
    expect(sequenceInForce(all, 'personal-auto', 'newBusiness', 'create')).toEqual(['auto'])
    expect(sequenceInForce(all, 'homeowners', 'newBusiness', 'create')).toEqual(['everyone'])
  })

  test('is empty where nothing is defined', () => {
    expect(sequenceInForce([product], 'homeowners', 'renewal', 'create')).toEqual([])
  })

  test('can be defined only in the forms that are looked up', () => {
    const allowed = ['*.*.*', 'personal-auto.*.*', 'personal-auto.renewal.*', 'personal-auto.renewal.create']
    const refused = ['personal-auto.*.create', '*.renewal.create', 'other.*.*', 'personal-auto.renewal', 'a.b.c.d']
    expect(allowed.filter((operation) => !isDefinable(operation, [personalAuto]))).toEqual([])
    expect(refused.filter((operation) => isDefinable(operation, [personalAuto]))).toEqual([])
  })
})
