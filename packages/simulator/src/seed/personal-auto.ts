import type { Product } from '../core/connected-tenant.ts'
import { dateField, groupField, numberField, peril, selectField, textField } from './fields.ts'

export const personalAuto: Product = {
  name: 'personal-auto',
  displayName: 'Personal Auto',
  policyConfiguration: {
    fields: [
      selectField('channel', 'Sales channel', ['Agent', 'Direct', 'Broker']),
      textField('garaging_zip', 'Garaging postal code', true),
      textField('credit_score', 'Credit score', true),
      textField('note', 'Note', true),
      groupField('drivers', 'Drivers', [
        textField('first_name', 'First name'),
        textField('last_name', 'Last name'),
        dateField('date_of_birth', 'Date of birth'),
        textField('license_number', 'License number'),
        selectField('license_state', 'License state', ['CA', 'NY', 'OR', 'TX', 'WA'], true),
      ]),
    ],
    exposures: [
      {
        name: 'vehicle',
        displayName: 'Vehicle',
        fields: [
          textField('vin', 'Vehicle identification number'),
          textField('make', 'Make', true),
          textField('model', 'Model', true),
          numberField('year', 'Model year', true),
          numberField('vehicle_value', 'Value', true),
          selectField('usage', 'Usage', ['Pleasure', 'Commute', 'Business'], true),
        ],
        perils: [
          peril('bodily_injury', 'Bodily injury', [selectField('limit', 'Limit', ['25000', '50000', '100000'], true)]),
          peril('collision', 'Collision', [selectField('deductible', 'Deductible', ['250', '500', '1000'], true)]),
          peril('comprehensive', 'Comprehensive', [selectField('deductible', 'Deductible', ['250', '500'], true)]),
        ],
      },
    ],
  },
}
