import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'

export interface Certificates {
  /** The certificate of the authority. */
  authority: string
  /** Of the server. */
  certificate: string
  key: string
  /** Of the database user `mkt`. */
  client: { certificate: string; key: string }
}

/** A certificate authority in a folder, with a certificate of a server and one of the user `mkt`; returns where they are. */
export function makeCertificates(folder: string, server = 'localhost'): Certificates {
  mkdirSync(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => {
    const done = spawnSync('openssl', args, { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(done.stderr)
  }
  const subject = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
  openssl('req', '-x509', ...subject('test authority'), '-days', '2', '-keyout', at('ca.key'), '-out', at('ca.pem'))
  const sign = (name: string, file: string) => {
    openssl('req', ...subject(name), '-keyout', at(`${file}.key`), '-out', at(`${file}.csr`))
    writeFileSync(at('names'), `subjectAltName=${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}\n`)
    openssl(
      ...['x509', '-req', '-in', at(`${file}.csr`), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial'],
      ...['-days', '2', '-extfile', at('names'), '-out', at(`${file}.pem`)],
    )
    return { certificate: at(`${file}.pem`), key: at(`${file}.key`) }
  }
  return { authority: at('ca.pem'), ...sign(server, 'server'), client: sign('mkt', 'client') }
}
