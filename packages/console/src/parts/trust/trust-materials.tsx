import { Alert, Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { formatNumber } from '../../lib/format.ts'
import type { Trust } from '../../queries/release/trust.ts'
import { trust as texts } from '../../texts/trust.ts'
import { Time } from '../../ui/text/time.tsx'
import { Mark } from './mark.tsx'
import { Part } from './part.tsx'
import { type Severity, severities, severityColors } from './severity.ts'
import { TrustFindings } from './trust-findings.tsx'

/** What the image is made of and which advisories fit it. Without advisories nothing is known, which is not the same as clean. */
export function TrustMaterials({ materials, releaseId }: { materials: Trust['materials']; releaseId: string }) {
  const { packages, unread, reason, knowledge, open, excepted, dataAt } = materials
  const found = excepted + Object.values(open).reduce((sum, count) => sum + count, 0)
  return (
    <Part title={texts.materials} mark={<Mark line={{ mark: 'observed', at: null, by: null }} />}>
      <Stack gap="xs">
        <Text size="sm">
          {packages === null ? reason : texts.packages(formatNumber(packages))}{' '}
          {unread > 0 ? texts.unread(unread) : null}
        </Text>
        {knowledge === 'unknown' ? (
          <Alert color="clay" role="note" title={texts.findingsUnknown}>
            {texts.findingsUnknownText}
          </Alert>
        ) : (
          <Known open={open} partly={knowledge === 'partly'} />
        )}
        {excepted > 0 ? <Text size="sm">{texts.excepted(excepted)}</Text> : null}
        {found > 0 ? <TrustFindings releaseId={releaseId} /> : null}
        {dataAt === null ? null : (
          <Text size="xs" c="dimmed">
            {texts.dataAt} <Time at={dataAt} />
          </Text>
        )}
        {packages === null ? null : (
          <Anchor size="sm" href={`/api/v1/releases/${encodeURIComponent(releaseId)}/sbom`} download="sbom.cdx.json">
            {texts.sbom}
          </Anchor>
        )}
      </Stack>
    </Part>
  )
}

function Known({ open, partly }: { open: Record<Severity, number>; partly: boolean }) {
  const found = severities.filter((severity) => open[severity] > 0)
  return (
    <>
      {found.length === 0 ? (
        <Text size="sm">{texts.findingsNone}</Text>
      ) : (
        <Group gap={6}>
          <Text size="sm">{texts.open}:</Text>
          {found.map((severity) => (
            <Badge key={severity} variant="light" radius="sm" tt="none" color={severityColors[severity]}>
              {open[severity]} {texts.severities[severity]}
            </Badge>
          ))}
        </Group>
      )}
      {partly ? (
        <Text size="sm" c="dimmed">
          {texts.findingsPartly}
        </Text>
      ) : null}
    </>
  )
}
