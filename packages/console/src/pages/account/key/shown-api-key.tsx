import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { organizationTexts } from '../../../texts/organization.ts'
import { CopyLine } from '../../../ui/text/copy-line.tsx'

const texts = organizationTexts.keys

export interface ShownKey {
  name: string
  clientId: string
  apiKey: string
}

/** The only moment a secret can be seen: it leaves the page with this dialog. */
export function ShownApiKey({ apiKey, onClose }: { apiKey: ShownKey; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={apiKey.name} closeOnClickOutside={false} centered size="lg">
      <Stack gap="md">
        <Alert color="clay">{texts.shownOnce}</Alert>
        <div>
          <Text size="sm" fw={600} mb={4}>
            {texts.clientId}
          </Text>
          <CopyLine value={apiKey.clientId} label={texts.clientId} />
        </div>
        <div>
          <Text size="sm" fw={600} mb={4}>
            {texts.secret}
          </Text>
          <CopyLine value={apiKey.apiKey} label={texts.secret} />
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
