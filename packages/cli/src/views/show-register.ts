import type { Client } from '@mkt/contract/client'
import type { Result } from '../context.ts'
import { table } from './table.ts'

type Register = Awaited<ReturnType<Client['getRegister']>>

/** One line for each installation; without advisories findings are not known, which is not the same as none. */
export function showRegister(register: Register): Result {
  const rows = register.installations.map(({ installation, trust }) => {
    const { open, knowledge } = trust.materials
    const stated = trust.dataSheet.filter(({ mark }) => mark === 'declared' || mark === 'checked')
    const checked = stated.filter(({ mark }) => mark === 'checked')
    return [
      installation.name,
      installation.tenant.name,
      `${trust.listing.name} ${trust.release.version}`,
      trust.publisher.title,
      knowledge === 'unknown' ? 'not known' : `${open.critical} critical, ${open.high} high`,
      trust.signatures.map(({ key }) => key.name).join(', ') || 'no',
      `${stated.length} stated, ${checked.length} checked`,
    ]
  })
  const head = ['installation', 'tenant', 'release', 'publisher', 'findings', 'signed by key', 'data sheet']
  return { data: register, text: table(head, rows, 'Your organization has nothing installed.') }
}
