import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>

function ButtonAnchor({ ref, ...props }: ButtonProps & LinkAttributes & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" {...(ref ? { ref } : {})} {...props} />
}

function TextAnchor({ ref, ...props }: AnchorProps & LinkAttributes & { ref?: Ref<HTMLAnchorElement> }) {
  return <Anchor {...(ref ? { ref } : {})} {...props} />
}

/** A link that looks like a button: it has an address, so it can be opened elsewhere. */
export const LinkButton = createLink(ButtonAnchor)

/** A link in running text. */
export const TextLink = createLink(TextAnchor)
