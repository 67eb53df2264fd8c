import { Menu, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { AppIcon } from '../parts/listing/app-icon.tsx'
import { chooseOrganization, useMe, useOrganization } from '../queries/session/current-organization.ts'
import { organizationTexts } from '../texts/organization.ts'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'

export function OrganizationSwitcher() {
  const { organizations } = useMe()
  const current = useOrganization()
  const navigate = useNavigate()
  if (!current) return null
  return (
    <Menu width={220} position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles.switcher}>
          <AppIcon name={current.name} size={28} />
          <span className={styles.switcherText}>
            <div className={styles.switcherName}>{current.title}</div>
            <div className={styles.switcherRole}>{organizationTexts.roles[current.role]}</div>
          </span>
          <VisuallyHidden>{shell.switchOrganization}</VisuallyHidden>
          <IconSelector size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shell.switchOrganization}</Menu.Label>
        {organizations.map((organization) => (
          <Menu.Item
            key={organization.id}
            leftSection={<AppIcon name={organization.name} size={20} />}
            rightSection={organization.id === current.id ? <IconCheck size={15} /> : null}
            onClick={() => {
              chooseOrganization(organization.id)
              void navigate({ to: '/manage' })
            }}
          >
            {organization.title}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>{shell.moreOrganizations}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
