import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'
import { healthRereadMs } from '../client/reread.ts'

export type Installation = Awaited<ReturnType<typeof api.getInstallation>>
export type InstallationState = Installation['state']

interface Filter {
  q?: string | undefined
  state?: string | undefined
  listingId?: string | undefined
  tenantId?: string | undefined
  uninstalled?: 'true' | 'false' | undefined
  health?: string | undefined
}

export function installationsQuery(org: string, filter: Filter = {}) {
  const query = asked<{
    q: string
    state: InstallationState
    listingId: string
    tenantId: string
    uninstalled: 'true' | 'false'
    health: 'incident' | 'failing' | 'degraded'
  }>(filter)
  return pagedQuery<Installation>(
    ['installations', org, query],
    (ask, signal) => api.listInstallations({ params: { org }, query: { ...ask, ...query }, signal }),
    healthRereadMs,
  )
}

export function installationQuery(id: string) {
  return queryOptions({
    queryKey: ['installation', id],
    queryFn: ({ signal }) => api.getInstallation({ params: { id }, signal }),
    // A try that waits for the next one is told by nobody.
    refetchInterval: ({ state }) => (state.data?.state === 'REGISTERING' ? 3_000 : healthRereadMs),
  })
}

/** Every installation with something in common, however many there are. */
async function allWith(of: { listingId: string } | { tenantId: string }, org: string, signal: AbortSignal) {
  const all: Installation[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...of, uninstalled: 'false', limit: 100, ...(cursor ? { cursor } : {}) } as const
    const { items, next } = await api.listInstallations({ params: { org }, query, signal })
    all.push(...items)
    cursor = next
  }
  return all
}

/** All installations of an app that an organization has already: which names are taken follows from every one of them. */
export function alikeQuery(org: string, listingId: string) {
  return queryOptions({
    queryKey: ['installations', 'alike', org, listingId],
    queryFn: ({ signal }) => allWith({ listingId }, org, signal),
  })
}

/** All installations on a tenant: what a change of it reaches. */
export function onTenantQuery(org: string, tenantId: string) {
  return queryOptions({
    queryKey: ['installations', 'on-tenant', org, tenantId],
    queryFn: ({ signal }) => allWith({ tenantId }, org, signal),
  })
}

/** A change that answers the installation as it is now. */
function useInstallationChange<Input = void>(id: string, send: (input: Input) => Promise<Installation>) {
  return useChange({
    send,
    after: (client, next) => {
      client.setQueryData(installationQuery(id).queryKey, next)
      return invalidate(client, 'installations')
    },
  })
}

export const useStartInstallation = (id: string) =>
  useInstallationChange(id, () => api.startInstallation({ params: { id } }))

export const useStopInstallation = (id: string) =>
  useInstallationChange(id, () => api.stopInstallation({ params: { id } }))

export const useUninstallInstallation = (id: string) =>
  useInstallationChange(id, () => api.uninstallInstallation({ params: { id } }))

export interface DoneToMany {
  changed: Installation[]
  failed: { name: string; reason: string }[]
}

/** Does the same to many, one after another. One that is refused does not stop the others. */
function useEach(send: (installation: Installation) => Promise<Installation>) {
  return useChange({
    send: async (many: readonly Installation[]): Promise<DoneToMany> => {
      const done: DoneToMany = { changed: [], failed: [] }
      for (const installation of many) {
        await send(installation).then(
          (changed) => done.changed.push(changed),
          (error: Error) => done.failed.push({ name: installation.name, reason: error.message }),
        )
      }
      return done
    },
    after: (client) => invalidate(client, 'installations', 'installation'),
  })
}

export const useStartMany = () => useEach(({ id }) => api.startInstallation({ params: { id } }))

export const useStopMany = () => useEach(({ id }) => api.stopInstallation({ params: { id } }))

/** Upgrades each to the release it is offered. */
export const useUpgradeMany = () =>
  useEach(({ id, offer }) => api.upgradeInstallation({ params: { id }, body: { releaseId: offer?.releaseId ?? '' } }))

/** Takes a release as it is offered, without a change of the configuration. */
export const useUpgradeInstallation = (id: string) =>
  useInstallationChange(id, (releaseId: string) => api.upgradeInstallation({ params: { id }, body: { releaseId } }))

export const useChangeInstallation = (id: string) =>
  useInstallationChange(id, (change: Parameters<typeof api.changeInstallation>[0]['body']) =>
    api.changeInstallation({ params: { id }, body: change }),
  )

type ChangedCredentials = Parameters<typeof api.replaceInstallationCredentials>[0]['body']['credentials']

export const useReplaceOwnCredentials = (id: string) =>
  useInstallationChange(id, (credentials: ChangedCredentials) =>
    api.replaceInstallationCredentials({ params: { id }, body: { credentials } }),
  )

export const useRotateCallerSecret = (id: string) =>
  useChange({ send: () => api.rotateCallerSecret({ params: { id } }), secret: true })

export const useCloseTunnel = (id: string) =>
  useChange({
    send: () => api.closeTunnel({ params: { id } }),
    after: (client) => invalidate(client, 'installations', 'installation'),
  })

export const useRevokeKeys = (id: string) => useChange({ send: () => api.revokeKeys({ params: { id } }) })

/** Erases what names one of the locators; everything when there is none. */
export const useEraseData = (id: string) =>
  useChange({
    send: (locators: string[]) => api.eraseData({ params: { id }, body: locators.length === 0 ? {} : { locators } }),
    after: (client) => void invalidate(client, 'calls', 'deliveries'),
  })

type LaunchInput = Parameters<typeof api.launchApp>[0]['body']

/** Asks an application about a configuration before it is launched. */
export const useCheckLaunch = (org: string) =>
  useChange({
    send: (body: Parameters<typeof api.checkLaunch>[0]['body']) => api.checkLaunch({ params: { org }, body }),
  })

export const useLaunchApp = (org: string) =>
  useChange({
    send: (input: LaunchInput) => api.launchApp({ params: { org }, body: input }),
    after: (client) => void invalidate(client, 'installations'),
  })
