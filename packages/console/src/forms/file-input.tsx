import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { formatFile, parseFile, type Setting } from '@mkt/manifest'
import { common } from '../texts/common.ts'
import { forms } from '../texts/forms.ts'
import { shownFile } from './shown-file.ts'

interface Props {
  setting: Setting
  /** A data URL. */
  value: string
  shared: { label: string; description: string | undefined; error: string | undefined; withAsterisk: boolean }
  onChange: (value: string) => void
}

/** A small file: chosen, shown by its name and size, taken away again. */
export function FileInput({ setting, value, shared, onChange }: Props) {
  const { label, description, error, withAsterisk } = shared
  const file = value === '' ? undefined : parseFile(value)
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div" data-setting={setting.name}>
      <Group gap="sm" mt={4}>
        <FileButton
          accept={setting.accept?.join(',') ?? ''}
          onChange={(chosen) => void (chosen && readFile(chosen).then(onChange))}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-sm"
              variant="default"
              aria-label={common.of(forms.settings.chooseFile, setting.title)}
            >
              {forms.settings.chooseFile}
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status" {...(file ? {} : { c: 'dimmed' })}>
          {file ? shownFile(value) : forms.settings.noFile}
        </Text>
        {file ? (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={common.of(forms.settings.removeFile, setting.title)}
            onClick={() => onChange('')}
          >
            {forms.settings.removeFile}
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  )
}

async function readFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Some browsers give no type for unusual endings.
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return formatFile({ name: file.name, type: file.type, base64 })
}
