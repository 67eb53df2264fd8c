import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { theme } from '../ui/theme.ts'
import { SettingInput } from './setting-input.tsx'

it('lets a password be revealed without a mouse, by a button that says whose it is', () => {
  const setting = { name: 'pin', title: 'PIN', type: 'Password' } as const
  const markup = renderToStaticMarkup(
    <MantineProvider theme={theme}>
      <SettingInput setting={setting} value="1" held={undefined} problem={undefined} onChange={() => undefined} />
    </MantineProvider>,
  )
  const [button = ''] = /<button[^>]*>/.exec(markup) ?? []
  expect(button).toContain('tabindex="0"')
  expect(button).toMatch(/aria-label="[^"]*: PIN"/)
})
