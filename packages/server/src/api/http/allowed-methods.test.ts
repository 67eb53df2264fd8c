import { expect, it } from 'vitest'
import { allowedMethods } from './allowed-methods.ts'

const methods = allowedMethods(
  [
    { method: 'GET', path: '/listings/{id}' },
    { method: 'PATCH', path: '/listings/{id}' },
    { method: 'POST', path: '/listings/{id}/publish' },
  ],
  '/api/v1',
)

it('tells the methods of an address, and HEAD wherever GET is', () => {
  expect(methods('/api/v1/listings/lst_1')).toEqual(['GET', 'HEAD', 'PATCH'])
  expect(methods('/api/v1/listings/lst_1/publish')).toEqual(['POST'])
})

it('knows no methods of an address that there is not', () => {
  for (const path of ['/api/v1/listings', '/api/v1/listings/', '/listings/lst_1', '/api/v1/listings/lst_1/publish/x'])
    expect(methods(path)).toEqual([])
})
