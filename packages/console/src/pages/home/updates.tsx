import { Group, Text } from '@mantine/core'
import { ListingIcon } from '../../parts/listing/listing-icon.tsx'
import type { Update } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import itemStyles from '../../ui/list/items.module.css'
import { Tag } from '../../ui/text/tag.tsx'

const texts = home.running

/** Releases that somebody has to accept. */
export function Updates({ updates }: { updates: Update[] }) {
  return (
    <Section title={texts.updates} lead={texts.updatesLead}>
      <ul className={itemStyles.list} aria-label={texts.updates}>
        {updates.map(({ id, name, listing, tenant, version, offer }) => (
          <li key={id} className={itemStyles.item}>
            <ListingIcon listing={listing} size={36} />
            <div className={itemStyles.words}>
              <Group gap={8}>
                <Text fw={600}>{name}</Text>
                <Tag mono>{texts.update(version, offer.version)}</Tag>
                {tenant ? <Tag>{tenant.name}</Tag> : null}
              </Group>
              <Text size="sm" c="dimmed">
                {texts.reasons[offer.reason]}
              </Text>
            </div>
            <LinkButton
              size="xs"
              variant="default"
              to="/manage/installations/$installationId"
              params={{ installationId: id }}
              aria-label={texts.review(name)}
            >
              {texts.reviewShort}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}
