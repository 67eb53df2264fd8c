import { containerVariables } from '../../domain/deployment/telemetry-target.ts'
import { telemetryToken } from '../../domain/deployment/telemetry-token.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import { releaseById } from '../../store/release/releases.ts'
import { openVariables } from '../listing/open-variables.ts'
import { admitImage } from '../material/admit-image.ts'
import type { Platform } from '../platform/platform.ts'
import { platformSecret } from '../platform/platform-secret.ts'
import { rulesOfDeployment } from './follow-egress.ts'
import { planOf } from './plan-of.ts'
import { reachableAddresses } from './reachable-addresses.ts'
import type { Runner } from './runner.ts'

/** Has the engine start one instance of a deployment. Starting the same one again is harmless. */
export async function startInstance(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'vault' | 'addresses' | 'policy'>,
  runner: Runner,
  deployment: DeploymentRow,
  instanceId: string,
): Promise<void> {
  if (runner.refusal !== null) throw new Error(runner.refusal)
  const release = await releaseById(platform.db, deployment.releaseId)
  if (release === undefined) throw new Error(`release ${deployment.releaseId} is gone`)
  const refusal = await admitImage(platform, release)
  if (refusal !== null) throw new Error(refusal)
  const egress = await rulesOfDeployment(platform, deployment.id)
  await runner.engine.start({
    instanceId,
    deploymentId: deployment.id,
    app: deployment.listingName,
    version: deployment.version,
    image: await runner.imageOf(release),
    variables: containerVariables(await openVariables(platform, release)),
    stateApi: platform.addresses.stateUrl,
    ...(platform.addresses.otlpUrl === '' ? {} : { otlp: await telemetryAddress(platform, release.id) }),
    plan: planOf(release),
    allowAddresses: reachableAddresses(platform),
    ...(egress === undefined ? {} : { egress }),
  })
}

/** Where the containers of a release report their own spans, metrics and logs. */
async function telemetryAddress(
  platform: Pick<Platform, 'addresses'> & Parameters<typeof platformSecret>[0],
  releaseId: string,
): Promise<string> {
  return `${platform.addresses.otlpUrl}/otlp/${telemetryToken(await platformSecret(platform, 'telemetry'), releaseId)}`
}
