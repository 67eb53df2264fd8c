import { Textarea, TextInput } from '@mantine/core'
import { problemAt } from '../../../lib/problem-at.ts'
import { useAddSigningKey } from '../../../queries/accounts/signing-keys.ts'
import { trust } from '../../../texts/trust.ts'
import { AddButton } from '../../../ui/action/add-button.tsx'

const texts = trust.keys
const empty = { name: '', publicKey: '' }

export function NewSigningKey({ org }: { org: string }) {
  const add = useAddSigningKey(org)
  return (
    <AddButton label={texts.add} done={texts.added} empty={empty} act={add.mutateAsync}>
      {({ draft, set, failure }) => (
        <>
          <TextInput
            label={texts.name}
            required
            maxLength={80}
            data-autofocus
            value={draft.name}
            error={problemAt(failure, '/name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Textarea
            label={texts.publicKey}
            description={texts.publicKeyHint}
            placeholder="-----BEGIN PUBLIC KEY-----"
            required
            autosize
            minRows={5}
            maxRows={14}
            spellCheck={false}
            ff="monospace"
            value={draft.publicKey}
            error={problemAt(failure, '/publicKey')}
            onChange={(event) => set({ publicKey: event.currentTarget.value })}
          />
        </>
      )}
    </AddButton>
  )
}
