import { advanceInstallation } from '../../actions/installation/advance-installation.ts'
import type { LifeTools } from '../../actions/installation/installation-life.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { registerRoute, unregisterRoute } from '../../actions/registration/register-route.ts'
import { fraction, type Random } from '../../lib/random.ts'
import type { AppClient } from '../../outbound/app/app-client.ts'
import { alwaysAttended, type LaunchWorld } from '../world/launch-world.ts'

class Killed extends Error {}

/** Tools that die at random points, before or after what they do. */
export function deadlyTools(
  { platform, times }: Pick<LaunchWorld, 'platform' | 'times'>,
  client: AppClient,
  random: Random,
  share: number,
): LifeTools {
  const maybeDie = () => {
    if (fraction(random) < share) throw new Killed()
  }
  const deadly =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      maybeDie()
      const result = await act(...args)
      maybeDie()
      return result
    }
  return {
    client: { ...client, send: deadly(client.send) },
    times,
    attendance: alwaysAttended,
    register: deadly((id: string) => registerRoute(platform, id)),
    unregister: deadly((id: string) => unregisterRoute(platform, id)),
  }
}

/** Advances until nothing is left to do, beginning again after every death. Answers how often it died. */
export async function carryInstallation(platform: Platform, id: string, tools: LifeTools): Promise<number> {
  let deaths = 0
  for (let round = 0; round < 500; round += 1) {
    try {
      await advanceInstallation(platform, tools, id, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      deaths += 1
      continue
    }
    const row = await platform.db
      .selectFrom('installation')
      .select('due_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.due_at === null) return deaths
  }
  throw new Error('no end')
}
