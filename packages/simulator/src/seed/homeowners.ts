import type { Product } from '../core/connected-tenant.ts'
import { dateField, numberField, peril, selectField, textField } from './fields.ts'

export const homeowners: Product = {
  name: 'homeowners',
  displayName: 'Homeowners',
  policyConfiguration: {
    fields: [
      selectField('occupancy', 'Occupancy', ['Owner', 'Tenant', 'Seasonal']),
      dateField('purchase_date', 'Purchase date', true),
      selectField('flood_zone', 'Flood zone', ['A', 'B', 'C', 'X'], true),
      textField('note', 'Note', true),
    ],
    exposures: [
      {
        name: 'dwelling',
        displayName: 'Dwelling',
        fields: [
          textField('street', 'Street'),
          textField('city', 'City'),
          textField('zip', 'Postal code'),
          numberField('year_built', 'Year built'),
          numberField('square_feet', 'Living area', true),
          selectField('construction', 'Construction', ['Frame', 'Masonry', 'Superior'], true),
          numberField('replacement_cost', 'Replacement cost', true),
        ],
        perils: [
          peril('fire', 'Fire', [numberField('limit', 'Limit', true)]),
          peril('wind', 'Wind and hail', [selectField('deductible', 'Deductible', ['1%', '2%', '5%'], true)]),
          peril('liability', 'Personal liability', [selectField('limit', 'Limit', ['100000', '300000'], true)]),
        ],
      },
    ],
  },
}
