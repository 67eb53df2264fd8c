import { Text } from '@mantine/core'
import { type FieldProblem, type Manifest, type Setting, visibleSettings } from '@mkt/manifest'
import { forms } from '../texts/forms.ts'
import type { Held, SettingValues } from './configuration-draft.ts'
import styles from './forms.module.css'
import { SettingInput } from './setting-input.tsx'

interface Props {
  manifest: Manifest
  values: SettingValues
  held?: Held
  problems?: FieldProblem[]
  onChange: (values: SettingValues) => void
}

/** Settings of one group stay together, groups in the order of their first setting. */
function grouped(settings: Setting[]): [string, Setting[]][] {
  const groups = new Map<string, Setting[]>()
  for (const setting of settings) {
    const group = setting.group ?? ''
    groups.set(group, [...(groups.get(group) ?? []), setting])
  }
  return [...groups]
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The configuration step, drawn from the manifest. The wizard, reconfiguring and the editor's preview all use it. */
export function SettingsForm({ manifest, values, held = {}, problems = [], onChange }: Props) {
  const visible = visibleSettings(manifest, values)
  if (visible.length === 0) return <Text c="dimmed">{forms.settings.none}</Text>
  const inputs = (settings: Setting[]) =>
    settings.map((setting) => (
      <SettingInput
        key={setting.name}
        setting={setting}
        value={values[setting.name]}
        held={held[setting.name]}
        problem={problems.find((one) => one.pointer === `/settings/${escaped(setting.name)}`)?.message}
        onChange={(value) => {
          const { [setting.name]: _, ...rest } = values
          onChange(value === undefined ? rest : { ...rest, [setting.name]: value })
        }}
      />
    ))
  return (
    <div className={styles.narrow}>
      {grouped(visible).map(([group, settings]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out between rules
        <div key={group} className={styles.group} role="group" aria-label={group || forms.settings.ungrouped}>
          {group ? <div className={styles.legend}>{group}</div> : null}
          {inputs(settings)}
        </div>
      ))}
    </div>
  )
}
