import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { downloadText } from '../../../lib/download-text.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { CopyLine } from '../../../ui/text/copy-line.tsx'

const texts = signInTexts.security

/** The only moment the codes can be seen: they leave the page with this dialog. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={texts.recovery} closeOnClickOutside={false} centered>
      <Stack gap="md">
        <Alert color="clay">{texts.recoveryShown}</Alert>
        <ol style={{ margin: 0, columns: 2, fontFamily: 'var(--mantine-font-family-monospace)' }}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <CopyLine value={codes.join(' ')} label={texts.recovery} />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => downloadText('mkt-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
          >
            {texts.download}
          </Button>
          <Button onClick={onClose}>{texts.stored}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
