import { Text } from '@mantine/core'
import type { Manifest } from '@mkt/manifest'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { browse } from '../../texts/browse.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import styles from './risks.module.css'
import { graveRisks, risksOf } from './risks-of.ts'

/** What an application could do, in sentences that need no knowledge of manifests. */
export function Risks({ manifest }: { manifest: Manifest }) {
  const risks = risksOf(manifest)
  if (risks.length === 0) return <Text size="sm">{browse.noRisks}</Text>
  return (
    <PlainList>
      {risks.map((risk) => {
        const grave = graveRisks.includes(risk)
        const Icon = grave ? IconAlertTriangle : IconInfoCircle
        return (
          <li key={risk} className={styles.risk} data-grave={grave || undefined}>
            <Icon size={17} aria-hidden className={styles.icon} />
            <Text size="sm">{browse.risks[risk]}</Text>
          </li>
        )
      })}
    </PlainList>
  )
}
