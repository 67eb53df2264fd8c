import { expect, it } from 'vitest'
import { composeEnvironment } from './environment.ts'

const given = { image: [], variables: {}, port: 8080, stateApi: 'http://127.0.0.1:7072' }

it('lets the publisher win over the image, and the platform over both', () => {
  const image = ['A=image', 'B=image', 'MKT_PORT=1', 'EMPTY=', 'NAKED']
  const variables = { B: 'publisher', MKT_STATE_API: 'http://evil.example' }
  expect(composeEnvironment({ ...given, image, variables })).toMatchObject({
    A: 'image',
    B: 'publisher',
    EMPTY: '',
    NAKED: '',
    MKT_PORT: '8080',
    MKT_STATE_API: 'http://127.0.0.1:7072',
  })
})

it('tells where telemetry goes where somebody collects it, and the publisher cannot change that', () => {
  const variables = { MKT_OTLP: 'http://evil.example' }
  const otlp = 'http://127.0.0.1:7072/otlp/token'
  expect(composeEnvironment({ ...given, variables, otlp }).MKT_OTLP).toBe(otlp)
  expect(composeEnvironment(given)).not.toHaveProperty('MKT_OTLP')
})

it('gives PATH and HOME only where the image sets none', () => {
  expect(composeEnvironment(given)).toMatchObject({ PATH: expect.stringContaining('/usr/bin'), HOME: '/tmp' })
  expect(composeEnvironment({ ...given, image: ['PATH=/x', 'HOME=/y'] })).toMatchObject({ PATH: '/x', HOME: '/y' })
})
