import { decideHealthNotice } from '../../domain/installation/health-notice.ts'
import { runnersOf } from '../../domain/installation/installation-runners.ts'
import {
  forgetToldHealth,
  installationsToJudge,
  toldHealth,
  writeToldHealth,
} from '../../store/delivery/told-health.ts'
import { deploymentOfRelease } from '../../store/deployment/deployments.ts'
import { installationById, lockInstallation } from '../../store/installation/installations.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import { readInstallationHealth } from './read-installation-health.ts'

const MINUTE_MS = 60_000

/** Tells those who run an installation, within minutes, that it fails: what, and what to do about it. */
export async function watchHealth(platform: Changing): Promise<void> {
  const before = (minutes: number) => new Date(platform.clock.now().getTime() - minutes * MINUTE_MS)
  const ids = await installationsToJudge(platform.db, { callsFrom: before(20), failingBefore: before(3) })
  for (const id of ids) await judgeOne(platform, id)
}

async function judgeOne(platform: Changing, id: string): Promise<void> {
  const { db } = platform
  const row = await installationById(db, id)
  if (row === undefined) return
  const health = await readInstallationHealth(platform, row, await deploymentOfRelease(db, row.releaseId))
  if (decideHealthNotice(health, await toldHealth(db, id), platform.clock.now()) === undefined) return
  await changeByPlatform(platform, async (unit) => {
    await lockInstallation(unit.trx, id)
    const decision = decideHealthNotice(health, await toldHealth(unit.trx, id), unit.now)
    if (decision === undefined) return unit.unchanged()
    if (decision === 'forget') {
      await forgetToldHealth(unit.trx, id)
      return unit.changed('installation', id)
    }
    await writeToldHealth(unit.trx, id, { code: health.code ?? '', at: unit.now })
    return notify(
      unit,
      { organizationId: row.organizationId, roles: runnersOf(row) },
      {
        kind: 'installation.failing',
        title: `${row.name} is failing`,
        text: [health.cause, health.remedy].filter((part) => part !== null).join(' '),
        link: `/manage/installations/${id}`,
      },
    )
  })
}
