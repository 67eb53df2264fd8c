import type { DataField, DataModel } from '../core/enterprise-tenant.ts'

const text = (displayName: string): DataField => ({ type: 'string', displayName })
const optional = (displayName: string): DataField => ({ type: 'string?', displayName })
const number = (displayName: string): DataField => ({ type: 'int?', displayName })
const date = (displayName: string): DataField => ({ type: 'date?', displayName })

/** Schema of the enterprise variant: maps by name, where the connected variant has lists. */
export const dataModel: DataModel = {
  products: {
    PersonalAuto: {
      displayName: 'Personal Auto',
      data: { channel: text('Sales channel'), garagingZip: optional('Garaging postal code') },
      contents: ['PersonalVehicle+', 'Driver*'],
    },
    Homeowners: {
      displayName: 'Homeowners',
      data: { occupancy: text('Occupancy'), purchaseDate: date('Purchase date') },
      contents: ['Dwelling!'],
    },
    CommercialAccount: {
      displayName: 'Commercial Package',
      data: { legalName: text('Legal name'), industryCode: optional('Industry code') },
      contents: ['PropertyLine?', 'LiabilityLine?'],
    },
  },
  policyLines: {
    PropertyLine: { data: { valuation: optional('Valuation') }, contents: ['Location+'] },
    LiabilityLine: { data: { claimsMade: optional('Claims made') }, contents: ['GeneralLiability!'] },
  },
  exposures: {
    PersonalVehicle: {
      data: { vin: text('Vehicle identification number'), make: optional('Make'), year: number('Model year') },
      contents: ['BodilyInjury!', 'Collision?'],
    },
    Driver: { data: { firstName: text('First name'), licenseNumber: text('License number') }, contents: [] },
    Dwelling: { data: { street: text('Street'), yearBuilt: number('Year built') }, contents: ['Fire!', 'Wind?'] },
    Location: { data: { street: text('Street'), zip: text('Postal code') }, contents: ['Building!'] },
  },
  coverages: {
    BodilyInjury: { data: { limit: number('Limit') } },
    Collision: { data: { deductible: number('Deductible') } },
    Fire: { data: { limit: number('Limit') } },
    Wind: { data: { deductible: number('Deductible') } },
    Building: { data: { limit: number('Limit') } },
    GeneralLiability: { data: { limit: number('Limit') } },
  },
  accounts: {
    ConsumerAccount: {
      data: { firstName: text('First name'), lastName: text('Last name'), email: optional('Email') },
    },
    CommercialAccount: { data: { legalName: text('Legal name'), taxId: optional('Tax number') } },
  },
}
