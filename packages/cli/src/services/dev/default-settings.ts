import { defaultText, formatFile, isWriteOnly, type Manifest, type Setting, visibleSettings } from '@mkt/manifest'

/** Settings to begin with: the defaults, and something plausible for what is required. */
export function defaultSettings(manifest: Manifest): Record<string, string> {
  const values: Record<string, string> = {}
  // A choice can make other settings appear, so it is asked again until nothing new shows.
  for (;;) {
    const next = visibleSettings(manifest, values).find(({ name, ...rest }) => !(name in values) && needs(rest))
    if (!next) return values
    values[next.name] = defaultText(next) ?? plausible(next)
  }
}

function needs(setting: Omit<Setting, 'name'>): boolean {
  return setting.default !== undefined || setting.required === true
}

function plausible(setting: Setting): string {
  if (setting.type === 'Select') return setting.values?.[0]?.value ?? ''
  if (setting.type === 'Number') return String(setting.min ?? 1)
  if (setting.type === 'Boolean') return 'true'
  if (setting.type === 'Table') return '[]'
  if (setting.type === 'File') return formatFile({ name: `${setting.name}.txt`, type: 'text/plain', base64: '' })
  return isWriteOnly(setting) ? `dev-${setting.name}` : (setting.placeholder ?? `dev ${setting.name}`)
}
