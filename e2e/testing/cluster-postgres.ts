import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { standInForPostgres } from '../../scripts/testing/postgres-image.ts'
import { makeCertificates } from './certificates.ts'
import { apply, core, until } from './cluster.ts'
import { BRIDGE, startFront } from './cluster-front.ts'

const MINUTES = 60_000
const TLS = '/etc/tls'

/** Who connects from elsewhere has a password, and a certificate of its name. */
const rules = `local all all trust
hostssl all all all scram-sha-256 clientcert=verify-full
`

export interface ClusterPostgres {
  url: string
  port: number
  /** The Secret with what its clients need for TLS. */
  tlsSecret: string
  end(): void
}

/** PostgreSQL in a namespace of the cluster that talks TLS alone and wants a certificate of its clients. */
export async function startClusterPostgres(namespace: string): Promise<ClusterPostgres> {
  const removeImage = await standInForPostgres('postgres:18')
  const files = readCertificates()
  const tlsSecret = 'database-tls'
  const secret = (name: string, stringData: object) =>
    apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData } as object)
  await secret(tlsSecret, files.client)
  await secret('postgres', { ...files.server, 'pg_hba.conf': rules })
  const env = { POSTGRES_USER: 'mkt', POSTGRES_DB: 'mkt', POSTGRES_PASSWORD: 'only-for-this-test' }
  await apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'postgres', namespace },
    spec: deploymentWith(env),
  } as object)
  const ip = await until(2 * MINUTES, async () => {
    const { items } = await core.listNamespacedPod({ namespace, labelSelector: 'app=postgres' })
    const status = items[0]?.status
    const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status
    return ready === 'True' ? status?.podIP : undefined
  })
  // Its certificate is for an address that is known before the pod has one.
  const front = await startFront(() => [`${ip}:5432`])
  return {
    url: `postgres://mkt:${env.POSTGRES_PASSWORD}@${BRIDGE}:${front.port}/mkt`,
    port: front.port,
    tlsSecret,
    end() {
      front.close()
      removeImage()
    },
  }
}

function readCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-cluster-tls-'))
  const { authority, certificate, key, client } = makeCertificates(folder, BRIDGE)
  const named = (certificate: string, key: string) => ({
    'ca.crt': readFileSync(authority, 'utf8'),
    'tls.crt': readFileSync(certificate, 'utf8'),
    'tls.key': readFileSync(key, 'utf8'),
  })
  const files = { server: named(certificate, key), client: named(client.certificate, client.key) }
  rmSync(folder, { recursive: true })
  return files
}

function deploymentWith(env: Record<string, string>) {
  const labels = { app: 'postgres' }
  const settings = [
    'ssl=on',
    `ssl_ca_file=${TLS}/ca.crt`,
    `ssl_cert_file=${TLS}/tls.crt`,
    `ssl_key_file=${TLS}/tls.key`,
    `hba_file=${TLS}/pg_hba.conf`,
  ]
  const container = {
    name: 'postgres',
    image: 'postgres:18',
    imagePullPolicy: 'Never',
    args: settings.flatMap((setting) => ['-c', setting]),
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    readinessProbe: { tcpSocket: { port: 5432 }, periodSeconds: 1 },
    volumeMounts: [
      { name: 'data', mountPath: '/var/lib/postgresql' },
      { name: 'tls', mountPath: TLS, readOnly: true },
    ],
  }
  const pod = {
    securityContext: { fsGroup: 999 },
    containers: [container],
    volumes: [
      { name: 'data', emptyDir: {} },
      // Readable by the server alone, as it asks of a key.
      { name: 'tls', secret: { secretName: 'postgres', defaultMode: 0o440 } },
    ],
  }
  return { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } }
}
