import { expect, it } from 'vitest'
import type { Manifest } from '../manifest.ts'
import { coversNothing } from './covers-nothing.ts'

const manifest = (platform: NonNullable<Manifest['platform']>): Manifest => ({
  name: 'acme/app',
  version: '1.0.0',
  platform,
})
const autofill = [{ path: '/autofill', operations: ['*.*'] }]
const fields = [{ name: 'vin', title: 'VIN' }]
const filling = manifest({ autofill, fields })
const mapped = (productName: string) => ({ productName })

it('autofill covers nothing while no product is mapped', () => {
  expect(coversNothing(filling, 'connected', [])).toBe(true)
  expect(coversNothing(filling, 'connected', [mapped('policyholders')])).toBe(true)
  expect(coversNothing(filling, 'connected', [mapped('personal-auto')])).toBe(false)
})

it('an app without mapping fields covers every product, and one without autofill has nothing to cover', () => {
  expect(coversNothing(manifest({ autofill }), 'connected', [])).toBe(false)
  expect(coversNothing(manifest({ fields }), 'connected', [])).toBe(false)
  expect(coversNothing(filling, 'enterprise', [])).toBe(false)
})
