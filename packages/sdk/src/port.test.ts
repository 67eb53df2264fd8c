import { expect, it } from 'vitest'
import { port } from './port.ts'

it('is MKT_PORT, else PORT, else 8080; what is no port is passed over', () => {
  expect(port({ MKT_PORT: '1234', PORT: '99' })).toBe(1234)
  expect(port({ PORT: '99' })).toBe(99)
  expect(port({ MKT_PORT: 'tcp://10.0.0.1:80', PORT: '70000' })).toBe(8080)
  expect(port({ MKT_PORT: '' })).toBe(8080)
})
