import { VisuallyHidden } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { AppIcon } from '../parts/listing/app-icon.tsx'
import { useOrganization } from '../queries/session/current-organization.ts'
import { organizationTexts } from '../texts/organization.ts'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'

/** The organization one works in. A menu adds what it needs, a class of its own too. */
export function SwitcherButton({ className = '', ...props }: ComponentPropsWithRef<'button'>) {
  const current = useOrganization()
  if (!current) return null
  return (
    <button type="button" className={`${styles.switcher} ${className}`} {...props}>
      <AppIcon name={current.name} size={28} />
      <span className={styles.switcherText}>
        <div className={styles.switcherName}>{current.title}</div>
        <div className={styles.switcherRole}>{organizationTexts.roles[current.role]}</div>
      </span>
      <VisuallyHidden>{shell.switchOrganization}</VisuallyHidden>
      <IconSelector size={16} />
    </button>
  )
}
