import type { Product } from '../core/connected-tenant.ts'
import { groupField, numberField, peril, selectField, textField } from './fields.ts'

export const commercialProperty: Product = {
  name: 'commercial-property',
  displayName: 'Commercial Property',
  policyConfiguration: {
    fields: [
      textField('legal_name', 'Legal name'),
      textField('naics_code', 'Industry code', true),
      selectField('entity_type', 'Entity', ['Corporation', 'Partnership', 'Sole proprietor'], true),
      textField('note', 'Note', true),
      groupField('additional_insureds', 'Additional insureds', [
        textField('name', 'Name'),
        textField('interest', 'Interest', true),
      ]),
      groupField('loss_history', 'Losses of the last five years', [
        numberField('year', 'Year'),
        numberField('amount', 'Amount'),
        textField('cause', 'Cause', true),
      ]),
    ],
    exposures: [
      {
        name: 'location',
        displayName: 'Location',
        fields: [
          textField('street', 'Street'),
          textField('city', 'City'),
          textField('zip', 'Postal code'),
          selectField('sprinklered', 'Sprinklers', ['Yes', 'No'], true),
          groupField('equipment', 'Equipment', [
            textField('description', 'Description'),
            numberField('value', 'Value'),
          ]),
        ],
        perils: [
          peril('building', 'Building', [numberField('limit', 'Limit', true)]),
          peril('contents', 'Business contents', [numberField('limit', 'Limit', true)]),
          peril('business_interruption', 'Business interruption'),
        ],
      },
    ],
  },
}
