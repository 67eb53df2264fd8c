import { figure } from '../../domain/platform/figures.ts'
import { showFigure } from '../../lib/figures/show-figure.ts'
import { startPeriodic } from '../../lib/schedule/periodic.ts'
import { certificateEnd } from '../../outbound/check-origin.ts'
import type { Platform } from './platform.ts'

const EVERY_MS = 3_600_000
const LIMIT_MS = 5_000

type Watched = Pick<Platform, 'metrics' | 'clock' | 'log' | 'addresses'>

/**
 * Shows for how long the certificates of the platform's own addresses are valid. They belong to proxies in front, so they are looked at
 * from outside, by the clock and never by a scrape. One that cannot be read has no figure.
 */
export async function watchCertificates(
  platform: Watched,
  endOf: (origin: string, timeoutMs: number) => Promise<Date> = certificateEnd,
): Promise<{ look(): Promise<void>; stop(): Promise<void> }> {
  const { metrics, clock, log, addresses } = platform
  let ends: { address: string; end: Date }[] = []

  async function look(): Promise<void> {
    const { publicUrl, gatewayUrl, stateUrl, relayUrl, otlpUrl, tunnelUrl } = addresses
    const origins = Object.entries({
      public: publicUrl,
      gateway: gatewayUrl,
      state: stateUrl,
      relay: relayUrl,
      otlp: otlpUrl,
      tunnel: tunnelUrl,
    })
    const found = await Promise.all(
      origins
        .filter(([, origin]) => origin.startsWith('https:'))
        .map(async ([address, origin]) => {
          try {
            return [{ address, end: await endOf(origin, LIMIT_MS) }]
          } catch (error) {
            log.warn({ address, error: (error as Error).message }, 'The certificate of an address could not be read')
            return []
          }
        }),
    )
    ends = found.flat()
  }

  showFigure(metrics, figure('mkt_certificate_expires_seconds'), () =>
    ends.map(({ address, end }) => ({
      labels: { address },
      value: Math.round((end.getTime() - clock.now().getTime()) / 1000),
    })),
  )
  const failed = (error: unknown) => log.warn({ err: error }, 'Certificates could not be read')
  const periodic = startPeriodic(look, EVERY_MS, failed)
  // Nobody waits for it: an address that does not answer takes some seconds.
  periodic.run().catch(failed)
  return { look: () => periodic.run(), stop: () => periodic.stop() }
}
