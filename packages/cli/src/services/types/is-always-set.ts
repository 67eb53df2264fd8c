import type { Setting } from '@mkt/manifest'

/** Whether every configuration has the setting. One that is shown by choice may be absent although it is required. */
export function isAlwaysSet({ required, visibleWhen }: Setting): boolean {
  return required === true && visibleWhen === undefined
}
