import type { ConnectedTenant, Product } from '../core/connected-tenant.ts'
import type { DataModel, EnterpriseTenant, PersonalAccessToken } from '../core/enterprise-tenant.ts'
import type { World } from '../core/world.ts'
import { derivedSecret, derivedUlid, derivedUuid } from '../lib/derive.ts'
import { commercialProperty } from './commercial-property.ts'
import { dataModel } from './data-model.ts'
import { emailField, textField } from './fields.ts'
import { homeowners } from './homeowners.ts'
import { personalAuto } from './personal-auto.ts'

/** The system's own product: present in every tenant and never meant for applications. */
const globalProduct: Product = {
  name: 'global',
  displayName: 'global',
  policyConfiguration: { fields: [], exposures: [] },
}

const EMPTY_MODEL: DataModel = { products: {}, policyLines: {}, exposures: {}, coverages: {}, accounts: {} }

/** The world of a first start. The same seed gives the same credentials and locators. */
export function seedWorld(seed: string): World {
  const products = structuredClone([personalAuto, homeowners, commercialProperty])
  return {
    seed,
    tokenGeneration: 0,
    connected: [
      connectedTenant(seed, 'northwind.sim.test', [...products, globalProduct]),
      connectedTenant(seed, 'lakeside.sim.test', structuredClone([personalAuto, globalProduct])),
      connectedTenant(seed, 'empty.sim.test', structuredClone([globalProduct])),
    ],
    enterprise: [
      enterpriseTenant(seed, 'northwind', structuredClone(dataModel)),
      enterpriseTenant(seed, 'lakeside', structuredClone(dataModel)),
      enterpriseTenant(seed, 'empty', structuredClone(EMPTY_MODEL)),
    ],
  }
}

function connectedTenant(seed: string, hostName: string, products: Product[]): ConnectedTenant {
  const user = (username: string, role: 'admin' | 'user' | 'reader') => ({
    username,
    password: derivedSecret(seed, `${hostName}/${username}/password`),
    role,
    wrongPasswords: 0,
    locked: false,
  })
  return {
    hostName,
    tenantLocator: derivedUuid(seed, `${hostName}/locator`),
    timeZone: 'America/New_York',
    currency: 'USD',
    users: [user('admin', 'admin'), user('alice', 'user'), user('rita', 'reader')],
    clients: [
      { clientId: `client-${hostName.split('.')[0]}`, clientSecret: derivedSecret(seed, `${hostName}/client`) },
    ],
    products,
    policyholderFields: [
      textField('first_name', 'First name'),
      textField('last_name', 'Last name'),
      emailField('email', 'Email'),
      textField('phone', 'Phone', true),
    ],
    integrations: [],
    webhooks: [],
    autofill: [],
    policyholders: [],
    policies: [],
    endorsements: [],
    claims: [],
    nextPolicyNumber: 100_002_122,
  }
}

function enterpriseTenant(seed: string, name: string, model: DataModel): EnterpriseTenant {
  const token = (label: string, permissions: PersonalAccessToken['permissions']): PersonalAccessToken => ({
    token: `PAT_${derivedUlid(seed, `${name}/${label}`)}`,
    userLocator: derivedUlid(seed, `${name}/${label}/user`),
    permissions,
    expiresAt: null,
    revoked: false,
  })
  return {
    tenantLocator: derivedUuid(seed, `${name}/enterprise`),
    name,
    tokens: [
      token('main', ['webhooks', 'read', 'write']),
      token('second', ['webhooks', 'read', 'write']),
      token('reader', ['read']),
    ],
    dataModel: model,
    webhooks: [],
    accounts: [],
    quotes: [],
    policies: [],
    firstNotices: [],
  }
}
