import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { common } from '../../texts/common.ts'
import { tellDone } from '../feedback/tell-done.tsx'
import { useListChoice, type View } from './list-choices.ts'
import { useAddress } from './use-address.ts'

const texts = common.views

const without = (views: View[], name: string) => views.filter((view) => view.name !== name)

interface Props {
  /** The list, and whose: views are kept under it. */
  list: string
  /** The words of the address that make up a view: filters and order. */
  words: readonly string[]
}

/** Filters and order of a list under a name, to come back to. */
export function SavedViews({ list, words: of }: Props) {
  const { words, set } = useAddress()
  const [{ views }, change] = useListChoice(list)
  const [naming, dialog] = useDisclosure(false)
  const [name, setName] = useState('')
  const present = Object.fromEntries(of.flatMap((word) => (words[word] ? [[word, words[word]]] : [])))
  const isBare = Object.keys(present).length === 0
  const open = (view: View) => set({ ...Object.fromEntries(of.map((word) => [word, undefined])), ...view.words })
  const save = () => {
    change({ views: [...without(views, name.trim()), { name: name.trim(), words: present }] })
    setName('')
    dialog.close()
  }
  // Pressed later, when the list may have other views.
  const bringBack = useRef((_: View) => {})
  bringBack.current = (view) => change({ views: [...without(views, view.name), view] })
  const remove = (view: View) => {
    change({ views: without(views, view.name) })
    tellDone(texts.removed(view.name), async () => bringBack.current(view))
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<IconBookmark size={15} />}>
            {texts.title}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 ? <Menu.Label>{texts.none}</Menu.Label> : null}
          {views.map((view) => (
            <Group key={view.name} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => open(view)}>{view.name}</Menu.Item>
              <ActionIcon variant="subtle" aria-label={common.of(texts.remove, view.name)} onClick={() => remove(view)}>
                <IconX size={14} />
              </ActionIcon>
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={isBare} onClick={dialog.open}>
            {texts.save}
          </Menu.Item>
          {isBare ? <Menu.Label>{texts.nothingToSave}</Menu.Label> : null}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={dialog.close} title={texts.save} centered>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim()) save()
          }}
        >
          <Stack gap="md">
            <TextInput
              label={texts.name}
              maxLength={60}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={name.trim() === ''}>
                {common.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
