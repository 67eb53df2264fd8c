import { MantineProvider } from '@mantine/core'
import type { Manifest } from '@mkt/manifest'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Egress } from './egress.tsx'

const manifest = (platform: NonNullable<Manifest['platform']>): Manifest => ({
  name: 'acme/app',
  version: '1.0.0',
  app: { fields: [{ name: 'url', title: 'Address', type: 'Text' }] },
  platform,
})

function text(platform: NonNullable<Manifest['platform']>, values = {}): string {
  const { container, unmount } = render(
    <MantineProvider>
      <Egress manifest={manifest(platform)} values={values} />
    </MantineProvider>,
  )
  const shown = container.textContent ?? ''
  unmount()
  return shown
}

it('an app that does not say where it sends data may send it anywhere', () => {
  expect(text({})).toContain('May send data to any public host')
  expect(text({ egress: [] })).toContain('Nowhere')
  expect(screen.queryByText('Nowhere')).toBeNull()
})

it('hosts are shown with their purpose, and the host of the address that the customer entered', () => {
  const egress = [
    { host: 'api.vin.example', port: 8443, purpose: 'decodes numbers' },
    { setting: 'url', purpose: 'sends notices', personalData: true },
  ]
  const shown = text({ egress }, { url: 'https://hooks.northwind.example/x' })
  for (const part of [
    'api.vin.example:8443',
    'decodes numbers',
    'Address',
    'hooks.northwind.example:443',
    'personal data',
  ])
    expect(shown).toContain(part)
})
