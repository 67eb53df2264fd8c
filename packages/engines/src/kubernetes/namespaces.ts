import { setTimeout as pause } from 'node:timers/promises'
import type { V1Namespace } from '@kubernetes/client-node'
import { guarded } from '../guarded.ts'
import type { Cluster } from './cluster.ts'
import { planNamespace, planQuota, USED_AT } from './namespace-plan.ts'
import { LABELS } from './plan.ts'
import { publisherNamespace } from './publisher-namespace.ts'
import { readTime } from './read-time.ts'

export interface NamespaceOptions {
  scope: string
  /** What the applications of one publisher may take together, by the names of a ResourceQuota; empty: anything. */
  quota: Readonly<Record<string, string>>
}

export interface Namespaces {
  /** The namespace of an app's publisher, with its quota; made if it is not there. */
  ensure(app: string): Promise<string>
  /** Notes that an application has just left a namespace, which may now be empty. */
  touch(name: string): Promise<void>
  /** Removes namespaces in which nothing has run for a while. */
  sweep(now: Date): Promise<void>
  removeAll(): Promise<void>
  close(): void
}

const SWEEP_MS = 60_000
/** An application that ended is started again within a minute; making its namespace again would delay that. */
const EMPTY_MS = 10 * 60_000
/** The cluster takes some seconds to end a namespace. */
const ENDING_MS = 60_000
const LOOK_MS = 200
const NOT_FOUND = 404
const FORBIDDEN = 403
const CONFLICT = 409

/** A namespace for each publisher: names, secrets, quota and policies of one are apart from those of another. */
export function createNamespaces(cluster: Cluster, { scope, quota }: NamespaceOptions): Namespaces {
  const { core, prefix } = cluster
  const labelSelector = `${LABELS.scope}=${scope}`
  const read = (name: string) => core.readNamespace({ name }).catch(nothing(NOT_FOUND))
  const ours = async () => (await core.listNamespace({ labelSelector })).items

  async function untilGone(name: string): Promise<V1Namespace | undefined> {
    const end = Date.now() + ENDING_MS
    for (;;) {
      const found = await read(name)
      if (found?.status?.phase !== 'Terminating' || Date.now() > end) return found
      await pause(LOOK_MS)
    }
  }

  /** Only as it was seen: an application that is started meanwhile changes its mark, and the cluster refuses. */
  async function remove({ metadata }: V1Namespace): Promise<void> {
    const { name = '', uid = '', resourceVersion = '' } = metadata ?? {}
    const body = { preconditions: { uid, resourceVersion } }
    await core.deleteNamespace({ name, body }).catch(nothing(NOT_FOUND, CONFLICT))
  }

  async function sweep(now: Date): Promise<void> {
    for (const namespace of await ours()) {
      const { name = '', annotations } = namespace.metadata ?? {}
      const usedAt = readTime(annotations?.[USED_AT])
      const rests = usedAt === null || now.getTime() - usedAt.getTime() > EMPTY_MS
      if (rests && namespace.status?.phase === 'Active' && cluster.deployments.list(name).length === 0)
        await remove(namespace)
    }
  }
  const timer = setInterval(
    guarded(
      // The cluster may be away for a while; the next look finds the same.
      () => {},
      () => sweep(new Date()),
    ),
    SWEEP_MS,
  ).unref()

  return {
    async ensure(app) {
      const name = publisherNamespace(prefix, scope, app)
      for (let made = false; !made; ) {
        const found = await untilGone(name)
        if (found?.status?.phase === 'Terminating')
          throw new Error(`the namespace ${name} has been ending for a minute; see what holds it and try again`)
        if (found !== undefined && found.metadata?.labels?.[LABELS.scope] !== scope)
          throw new Error(
            `the namespace ${name} exists and is not this platform's; set another MKT_KUBERNETES_NAMESPACE`,
          )
        // Another worker may have removed it between the look and this: then it takes the mark and ends anyway.
        const applied = await cluster.apply(planNamespace(name, { scope, app }, new Date()))
        made = applied.status?.phase !== 'Terminating'
      }
      // Also an empty one: a quota that the operator has taken back must not stay in force where it was once applied.
      await cluster.apply(planQuota({ scope, namespace: name }, quota))
      return name
    },
    async touch(name) {
      const metadata = { name, annotations: { [USED_AT]: new Date().toISOString() } }
      await cluster.merge({ apiVersion: 'v1', kind: 'Namespace', metadata })
    },
    sweep,
    async removeAll() {
      const found = await ours()
      for (const { metadata } of found)
        await core.deleteNamespace({ name: metadata?.name ?? '' }).catch(nothing(NOT_FOUND, CONFLICT))
      for (const { metadata } of found) await untilGone(metadata?.name ?? '')
    },
    close: () => clearInterval(timer),
  }
}

/** Whether something could not be made because its namespace is ending or gone. */
export function isNamespaceEnding(error: unknown): boolean {
  const { code, body } = error as { code?: number; body?: unknown }
  if (code === NOT_FOUND) return true
  return (
    code === FORBIDDEN &&
    /NamespaceTerminating|being terminated/.test(typeof body === 'string' ? body : JSON.stringify(body))
  )
}

function nothing(...codes: number[]): (error: unknown) => undefined {
  return (error) => {
    if (codes.includes((error as { code?: number }).code ?? 0)) return undefined
    throw error
  }
}
