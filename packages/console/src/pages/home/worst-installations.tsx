import { Text } from '@mantine/core'
import { formatNumber } from '../../lib/format.ts'
import { InstallationLink } from '../../parts/installation/installation-link.tsx'
import type { PlatformOverview } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Rows } from '../../ui/list/rows.tsx'

const texts = home.operating

/** The way from a signal to the installation, application and organization behind it. */
export function WorstInstallations({ worst }: { worst: PlatformOverview['worst'] }) {
  if (worst.length === 0) {
    return (
      <Section title={texts.worst}>
        <Text c="dimmed">{texts.noneFailed}</Text>
      </Section>
    )
  }
  return (
    <Section flush title={texts.worst} lead={texts.worstLead}>
      <Rows
        caption={texts.worst}
        items={worst}
        keyOf={({ installation }) => installation.id}
        columns={[
          {
            label: texts.columns.installation,
            cell: ({ installation: { id, name } }) => <InstallationLink id={id}>{name}</InstallationLink>,
          },
          {
            label: texts.columns.app,
            long: true,
            cell: ({ listing }) => (
              <TextLink to="/browse/$listingId" params={{ listingId: listing.id }} size="sm">
                {listing.name}
              </TextLink>
            ),
          },
          {
            label: texts.columns.organization,
            cell: ({ organization }) => (
              <TextLink to="/operate/organizations/$org" params={{ org: organization.id }} size="sm">
                {organization.name}
              </TextLink>
            ),
          },
          {
            label: texts.columns.failed,
            align: 'right',
            cell: ({ failed, requests }) => texts.ofRequests(formatNumber(failed), formatNumber(requests)),
          },
        ]}
      />
    </Section>
  )
}
