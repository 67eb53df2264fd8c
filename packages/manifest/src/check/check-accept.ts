import { acceptPattern } from '../accept.ts'
import type { Path } from '../json/pointer.ts'
import { limits, type SettingType } from '../manifest.ts'
import type { CheckContext } from './report.ts'

/** Checks which files a File setting takes. */
export function checkAccept(context: CheckContext, path: Path, accept: unknown, type: SettingType | undefined): void {
  if (accept === undefined) return
  if (type !== undefined && type !== 'File') {
    context.report('setting.accept.unused', path, `A ${type} setting has no use for accept.`)
    return
  }
  if (!Array.isArray(accept) || accept.length > limits.acceptEntries) {
    context.report('setting.accept.invalid', path, `accept is a list of at most ${limits.acceptEntries} entries.`)
    return
  }
  for (const [index, entry] of accept.entries()) {
    if (typeof entry === 'string' && acceptPattern.test(entry)) continue
    const shown = typeof entry === 'string' ? JSON.stringify(entry.slice(0, 40)) : 'An entry'
    context.report('setting.accept.invalid', [...path, index], `${shown} is neither a name ending nor a media type.`)
  }
}
