import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import { IconCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { AppIcon } from '../parts/listing/app-icon.tsx'
import { chooseOrganization, useMe, useOrganization } from '../queries/session/current-organization.ts'
import { shell } from '../texts/shell.ts'
import { SwitcherButton } from './switcher-button.tsx'
import { useOpenAtOnce } from './use-open-at-once.ts'

/** The organizations of a person, to work in another one. */
export function OrganizationMenu() {
  const { organizations } = useMe()
  const current = useOrganization()
  const navigate = useNavigate()
  const { target, opened, setOpened } = useOpenAtOnce()
  return (
    <Menu width={220} position="bottom-start" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <SwitcherButton ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shell.switchOrganization}</Menu.Label>
        {organizations.map((organization) => (
          <Menu.Item
            key={organization.id}
            leftSection={<AppIcon name={organization.name} size={20} />}
            rightSection={organization.id === current?.id ? <IconCheck size={15} /> : null}
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
