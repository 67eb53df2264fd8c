import type { Setting } from '@mkt/manifest'
import { settingText } from './setting-text.ts'
import { TableValue } from './table-value.tsx'

interface Props {
  /** Unknown where the present release no longer has it. */
  setting: Setting | undefined
  value: string
  /** The value beside it in a comparison. */
  against?: string | null
}

/** The value of a setting wherever it is read and not edited. */
export function SettingValue({ setting, value, against = null }: Props) {
  if (setting?.type === 'Table') return <TableValue setting={setting} value={value} against={against} />
  return <span>{settingText(setting, value)}</span>
}
