import { Button, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { isWriteOnly, type Setting } from '@mkt/manifest'
import { common } from '../texts/common.ts'
import { forms } from '../texts/forms.ts'
import { FileInput } from './file-input.tsx'
import styles from './forms.module.css'
import { TableInput } from './table-input.tsx'

interface Props {
  setting: Setting
  value: string | null | undefined
  /** Set when a value is stored that nobody can read back. */
  held: { updatedAt?: string } | undefined
  problem: string | undefined
  onChange: (value: string | null | undefined) => void
}

const yesNo = [
  { value: 'true', label: forms.settings.yes },
  { value: 'false', label: forms.settings.no },
]

const itemsOf = (setting: Setting) => (setting.values ?? []).map((item) => ({ value: item.value, label: item.text }))

function hintOf(setting: Setting, held: Props['held']): string | undefined {
  const parts = [setting.hint, held ? forms.settings.storedOn(held.updatedAt) : undefined]
  if (!held && isWriteOnly(setting)) parts.push(forms.settings.writeOnly)
  return parts.filter(Boolean).join(' ') || undefined
}

/** One input, drawn as its setting says. */
export function SettingInput({ setting, value, held, problem, onChange }: Props) {
  if (held && value === null) {
    return (
      <div className={styles.cleared}>
        <span>
          <strong>{setting.title}</strong> {forms.settings.willClear}
        </span>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={common.of(forms.settings.undo, setting.title)}
          onClick={() => onChange(undefined)}
        >
          {forms.settings.undo}
        </Button>
      </div>
    )
  }
  const shared = {
    label: setting.title,
    name: setting.name,
    description: hintOf(setting, held),
    error: problem,
    withAsterisk: setting.required === true,
    'aria-required': setting.required === true,
    'data-setting': setting.name,
  }
  const placeholder = held ? forms.settings.storedKeep : setting.placeholder
  const typed = {
    ...shared,
    value: value ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    ...(placeholder ? { placeholder } : {}),
    ...(setting.maxLength ? { maxLength: setting.maxLength } : {}),
    spellCheck: false,
  }
  return (
    <div>
      {setting.type === 'Number' ? (
        <NumberInput
          {...shared}
          value={value ?? ''}
          onChange={(next) => onChange(String(next))}
          // The form says what does not fit, instead of changing what was typed.
          clampBehavior="none"
          {...(setting.min === undefined ? {} : { min: setting.min })}
          {...(setting.max === undefined ? {} : { max: setting.max })}
          {...(setting.step === undefined ? {} : { step: setting.step })}
          {...(placeholder ? { placeholder } : {})}
        />
      ) : setting.type === 'Table' ? (
        <TableInput setting={setting} value={value ?? ''} shared={shared} onChange={onChange} />
      ) : setting.type === 'File' ? (
        <FileInput setting={setting} value={value ?? ''} shared={shared} onChange={onChange} />
      ) : setting.type === 'Multiline' ? (
        <Textarea {...typed} autosize minRows={3} maxRows={14} autoComplete="off" />
      ) : setting.type === 'Select' || setting.type === 'Boolean' ? (
        <Select
          {...shared}
          data={setting.type === 'Boolean' ? yesNo : itemsOf(setting)}
          value={value ?? null}
          // A cleared dropdown is not set; an item may well have the empty text as its value.
          onChange={(next) => onChange(next ?? undefined)}
          placeholder={placeholder ?? forms.settings.choose}
          clearable={setting.required !== true}
          searchable={(setting.values?.length ?? 0) > 8}
          allowDeselect={setting.required !== true}
        />
      ) : setting.type === 'Password' ? (
        <PasswordInput
          {...typed}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': common.of(forms.settings.reveal, setting.title) }}
        />
      ) : (
        <TextInput {...typed} autoComplete="off" />
      )}
      {held && setting.required !== true ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          mt={4}
          aria-label={common.of(forms.settings.clear, setting.title)}
          onClick={() => onChange(null)}
        >
          {forms.settings.clear}
        </Button>
      ) : null}
    </div>
  )
}
