import type { Engine, ImageSource } from '@mkt/engines'
import type { CareTimes, HealthAnswer } from '../../domain/deployment/health.ts'
import type { Mask } from '../../domain/platform/mask.ts'
import type { Release } from '../../store/release/releases.ts'
import type { TelemetryForwarder } from './forward-telemetry.ts'

/** Dependencies of supervising applications, besides the platform. */
export interface Runner {
  engine: Engine
  /** Where the engine gets a release's image from. */
  imageOf(release: Release): Promise<ImageSource>
  /** Asks an instance for its health. */
  probeHealth(address: string, timeoutMs: number): Promise<HealthAnswer>
  /** Hides the secrets that the containers of a release might print. */
  outputMask(release: { releaseId: string; listingId: string; organizationId: string }): Promise<Mask>
  /** Takes lines of output for the collector of a publisher. */
  telemetry?: Pick<TelemetryForwarder, 'addLines'>
  times: CareTimes
  /** Names this process in leases. */
  holder: string
  /** Why nothing may be run here (a part of the isolation is missing), or null. */
  refusal: string | null
}
