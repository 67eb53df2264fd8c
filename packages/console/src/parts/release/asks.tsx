import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { isWriteOnly, type Manifest, tenantAccessOf } from '@mkt/manifest'
import type { ReactNode } from 'react'
import { browse } from '../../texts/browse.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import styles from './asks.module.css'
import { Egress } from './egress.tsx'

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <Text fw={600} size="sm" mb={6}>
        {title}
      </Text>
      {note ? (
        <Text size="sm" c="dimmed" mb={6}>
          {note}
        </Text>
      ) : null}
      <PlainList>{children}</PlainList>
    </div>
  )
}

function Mark({ children, color = 'gray' }: { children: ReactNode; color?: string }) {
  return (
    <Badge component="span" variant="light" color={color} size="sm" radius="sm" tt="none" fw={500}>
      {children}
    </Badge>
  )
}

function Field({
  title,
  hint,
  required,
  secret,
}: {
  title: string
  hint?: string
  required?: boolean
  secret?: boolean
}) {
  return (
    <li>
      <Text size="sm" className={styles.ask}>
        {title} <Mark>{required ? browse.required : browse.optional}</Mark>{' '}
        {secret ? <Mark color="clay">{browse.writeOnly}</Mark> : null}
      </Text>
      {hint ? (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      ) : null}
    </li>
  )
}

function Codes({ words }: { words: string[] }) {
  return (
    <li>
      <Group gap={6}>
        {words.map((word) => (
          <Code key={word}>{word}</Code>
        ))}
      </Group>
    </li>
  )
}

/** What an app wants from the customer and gets to see, in the customer's words. */
export function Asks({ manifest }: { manifest: Manifest }) {
  const settings = manifest.app?.fields ?? []
  const { fields = [], webhooks = [], autofill = [], externalRaters = [], lifecycle = [] } = manifest.platform ?? {}
  const open = manifest.platform?.public ?? []
  const asksNothing = [settings, fields, webhooks, autofill, externalRaters, lifecycle, open].every(
    (list) => list.length === 0,
  )
  const access = (
    <Part title={browse.access}>
      <li>
        <Text size="sm">{browse.accesses[tenantAccessOf(manifest)]}</Text>
      </li>
    </Part>
  )
  return (
    <Stack gap="lg">
      {asksNothing ? <Text c="dimmed">{browse.nothing}</Text> : null}
      {access}
      {settings.length > 0 ? (
        <Part title={browse.settings}>
          {settings.map((one) => (
            <Field
              key={one.name}
              title={one.title}
              required={one.required ?? false}
              secret={isWriteOnly(one)}
              {...(one.hint ? { hint: one.hint } : {})}
            />
          ))}
        </Part>
      ) : null}
      {fields.length > 0 ? (
        <Part title={browse.mappings}>
          {fields.map((one) => (
            <Field
              key={one.name}
              title={one.title}
              required={one.required ?? false}
              {...(one.hint ? { hint: one.hint } : {})}
            />
          ))}
        </Part>
      ) : null}
      {webhooks.length > 0 ? (
        <Part title={browse.webhooks}>
          <Codes words={[...new Set(webhooks.flatMap((one) => one.events))]} />
        </Part>
      ) : null}
      {autofill.length > 0 ? (
        <Part title={browse.autofill}>
          <Codes words={[...new Set(autofill.flatMap((one) => one.operations))]} />
        </Part>
      ) : null}
      {externalRaters.length > 0 ? (
        <Part title={browse.raters}>
          <Codes words={externalRaters.map((one) => one.name)} />
        </Part>
      ) : null}
      {lifecycle.length > 0 ? (
        <Part title={browse.lifecycle}>
          <Codes words={lifecycle.map((one) => (typeof one === 'string' ? one : one.hook))} />
        </Part>
      ) : null}
      {open.length > 0 ? (
        <Part title={browse.public} note={browse.publicText}>
          <Codes words={open} />
        </Part>
      ) : null}
      <Part title={browse.egress}>
        <li>
          <Egress manifest={manifest} />
        </li>
      </Part>
    </Stack>
  )
}
