import { expect, it } from 'vitest'
import { ssoOperations } from './sso.ts'

const settings = (issuer: string) => ssoOperations.putSso.body.safeParse({ issuer, clientId: 'mkt' }).success

it.each(['common', 'organizations', 'consumers', 'Common'])(
  'the issuer of Entra ID for every tenant (%s) is refused, that of one tenant is taken',
  (tenants) => {
    expect(settings(`https://login.microsoftonline.com/${tenants}/v2.0`)).toBe(false)
    expect(settings('https://login.microsoftonline.com/0b1c2d3e-0000-4000-8000-000000000000/v2.0')).toBe(true)
  },
)
