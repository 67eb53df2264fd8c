import { Alert, Text } from '@mantine/core'
import { ListingIcon } from '../../../parts/listing/listing-icon.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import type { Registration } from '../../../queries/installation/tenants.ts'
import { launch } from '../../../texts/launch.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { TextLink } from '../../../ui/action/link-button.tsx'
import { Names } from '../../../ui/text/names.tsx'
import { Time } from '../../../ui/text/time.tsx'
import styles from './registration.module.css'

const texts = launch.review

/** What stands in the tenant for one installation, as its administrator would look for it there: what it is, when, its name. */
export function RegistrationItem({ item }: { item: Registration }) {
  const things = [
    ...item.webhooks.map(({ name, events }) => ({ name, kind: texts.webhook, on: events })),
    ...item.autofill.map(({ name, operations }) => ({ name, kind: texts.autofill, on: operations })),
    ...item.externalRaters.map(({ name }) => ({ name, kind: texts.rater, on: [] })),
  ]
  return (
    <div className={styles.item}>
      <ListingIcon listing={item.listing} size={28} />
      <div className={styles.body}>
        <div className={styles.head}>
          <TextLink
            to="/manage/installations/$installationId"
            params={{ installationId: item.installationId }}
            fw={600}
            py={2}
          >
            {item.installationName}
          </TextLink>
          <StateBadge state={item.state} size="sm" />
          {item.checkedAt ? (
            <Text component="span" size="xs" c="dimmed">
              {tenantTexts.checked} <Time at={item.checkedAt} />
            </Text>
          ) : null}
        </div>
        {item.failure ? (
          <Alert color="red" mt="xs">
            {item.failure}
          </Alert>
        ) : null}
        {item.missingPaths.map(({ productName, field, path }) => (
          <Alert key={`${productName} ${field}`} color="red" mt="xs">
            {tenantTexts.missingPath(path, productName)}
          </Alert>
        ))}
        <ul className={styles.things}>
          {things.map(({ name, kind, on }) => (
            <li key={name}>
              <span className={styles.kind}>{kind}</span> <Names of={on} />
              <span className={styles.name}>{name}</span>
            </li>
          ))}
          {item.difference.map(({ at, what }) => (
            <Text key={`${at} ${what}`} component="li" size="sm" c="dimmed">
              <Time at={at} /> {what}
            </Text>
          ))}
        </ul>
      </div>
    </div>
  )
}
