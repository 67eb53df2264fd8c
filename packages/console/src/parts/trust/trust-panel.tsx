import { Stack, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber, shortDigest } from '../../lib/format.ts'
import { type SheetLine, type Trust, trustQuery } from '../../queries/release/trust.ts'
import { trust as texts } from '../../texts/trust.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { Time } from '../../ui/text/time.tsx'
import { DataSheetLines } from './data-sheet-lines.tsx'
import { Mark } from './mark.tsx'
import { Part } from './part.tsx'
import { TrustEgress } from './trust-egress.tsx'
import { TrustMaterials } from './trust-materials.tsx'
import styles from './trust-panel.module.css'

interface Props {
  of: 'release' | 'installation'
  id: string
  /** What the customer entered, where it is known: then its hosts are shown. */
  values?: Readonly<Record<string, unknown>>
}

/**
 * What a security officer asks about an app, answered in one place: where data goes, what it may do in the policy system, what is inside,
 * who signed it, what the publisher declares and what moderators approved. Each answer says who vouches for it.
 */
export function TrustPanel({ of, id, values }: Props) {
  const { data } = useSuspenseQuery(trustQuery(of, id))
  return (
    <div className={styles.panel}>
      <TrustEgress
        egress={data.egress}
        releaseId={data.release.id}
        observes
        {...(values === undefined ? {} : { values })}
      />
      <PolicySystem trust={data} />
      <TrustMaterials materials={data.materials} releaseId={data.release.id} />
      <Signature trust={data} />
      <Part title={texts.sheet} wide>
        <DataSheetLines lines={data.dataSheet.filter(isShown)} />
      </Part>
      <Reviews trust={data} />
    </div>
  )
}

/** What was observed is told above. */
function isShown({ line }: SheetLine): boolean {
  return !['egress', 'tenantCalls', 'fields'].includes(line)
}

function PolicySystem({ trust: { policySystem, fields } }: { trust: Trust }) {
  const { asked, way, calls } = policySystem
  return (
    <Part title={texts.policySystem} mark={<Mark line={{ mark: 'declared', at: null, by: null }} />}>
      <Stack gap={6}>
        <Text size="sm">{texts.asked[asked]}</Text>
        {way === null ? null : <Text size="sm">{texts.ways[way]}</Text>}
        {calls === null ? null : (
          <Text size="sm">
            {texts.calls(formatNumber(calls.total), formatNumber(calls.writing))}{' '}
            <Mark line={{ mark: 'observed', at: null, by: null }} />
          </Text>
        )}
        {fields === null ? null : (
          <Text size="sm">
            {fields.sent + fields.changed === 0 ? texts.noFields : texts.fields(fields.sent, fields.changed)}{' '}
            {fields.overflow ? texts.overflow : null} <Mark line={{ mark: 'observed', at: null, by: null }} />
          </Text>
        )}
      </Stack>
    </Part>
  )
}

function Signature({ trust: { signatures, signedReleasesOnly, release, publisher } }: { trust: Trust }) {
  const isSigned = signatures.length > 0
  return (
    <Part title={texts.signature} mark={<Mark line={{ mark: 'observed', at: null, by: null }} />}>
      <Stack gap={6}>
        {isSigned ? (
          <PlainList>
            {signatures.map(({ key, text }) => (
              <li key={key.id}>
                <Text size="sm">
                  <IconShieldCheck size={16} color="var(--mantine-color-pine-6)" aria-hidden /> {text}
                </Text>
              </li>
            ))}
          </PlainList>
        ) : (
          <Text size="sm">
            <IconShieldOff size={16} color="var(--mantine-color-dimmed)" aria-hidden /> {texts.unsigned}
          </Text>
        )}
        {signedReleasesOnly ? <Text size="sm">{texts.signedOnly}</Text> : null}
        <Text size="xs" c="dimmed">
          {texts.release(release.version, publisher.title)}, {shortDigest(release.imageDigest)}
        </Text>
      </Stack>
    </Part>
  )
}

function Reviews({ trust: { release, reviews } }: { trust: Trust }) {
  const latest = reviews.slice(0, 10)
  const listed = latest.some(({ kind, version }) => kind === 'release' && version === release.version)
  return (
    <Part title={texts.reviews} wide>
      <Stack gap={6}>
        {listed ? null : (
          <Text size="sm">
            {texts.reviewOf(release.version)}: {release.approvedAt === null ? texts.notApproved : texts.approved}{' '}
            {release.approvedAt === null ? null : <Time at={release.approvedAt} />}
          </Text>
        )}
        {latest.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.noReviews}
          </Text>
        ) : (
          <PlainList>
            {latest.map(({ kind, version, words, approvedAt }) => (
              <li key={`${kind} ${version} ${approvedAt}`}>
                <Text size="sm">
                  {kind === 'release'
                    ? texts.reviewOf(version)
                    : texts.wordsOf(words.map((word) => texts.words[word] ?? word).join(', '))}
                  : {texts.approved} <Time at={approvedAt} />
                </Text>
              </li>
            ))}
          </PlainList>
        )}
      </Stack>
    </Part>
  )
}
