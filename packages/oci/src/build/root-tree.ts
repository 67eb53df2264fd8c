import { rootCertificates } from 'node:tls'
import { type Tree, textItem } from './tree.ts'

const texts: Record<string, string> = {
  'etc/passwd': 'root:x:0:0:root:/root:/sbin/nologin\napp:x:1000:1000:app:/home/app:/sbin/nologin\n',
  'etc/group': 'root:x:0:\napp:x:1000:\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  // Engines bind their own over these; on a read-only root the places must exist.
  'etc/hosts': '127.0.0.1 localhost\n::1 localhost\n',
  'etc/resolv.conf': '',
  'etc/hostname': 'app\n',
}

const directories = ['app', 'dev', 'home/app', 'proc', 'run', 'sys', 'var/tmp']

/** What every image has below its runtime: a user, certificates, and the places that engines mount over. */
export function rootTree(): Tree {
  const tree: Tree = new Map()
  for (const path of directories) tree.set(path, { type: 'directory', path, mode: 0o755 })
  tree.set('tmp', { type: 'directory', path: 'tmp', mode: 0o1777 })
  for (const [path, text] of Object.entries(texts)) tree.set(path, textItem(path, text))
  const certificates = 'etc/ssl/certs/ca-certificates.crt'
  tree.set(certificates, textItem(certificates, `${rootCertificates.join('\n')}\n`))
  return tree
}
