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

it('shows a file by its name and size, and offers what the setting accepts', () => {
  const setting = { name: 'ca', title: 'Certificate', type: 'File', accept: ['.pem'] } as const
  const value = 'data:application/x-pem-file;name=root%20ca.pem;base64,aGVsbG8='
  const markup = renderToStaticMarkup(
    <MantineProvider theme={theme}>
      <SettingInput
        setting={{ ...setting, accept: [...setting.accept] }}
        value={value}
        held={undefined}
        problem="Too old."
        onChange={() => undefined}
      />
    </MantineProvider>,
  )
  expect(markup).toContain('root ca.pem (5 B)')
  expect(markup).toContain('accept=".pem"')
  expect(markup).toContain('Too old.')
  expect(markup).not.toContain('aGVsbG8')
})
