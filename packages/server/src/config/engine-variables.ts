import { parseCaller, parseQuota } from '@mkt/engines'
import { z } from 'zod'
import { flag, list } from './kinds.ts'

/** What runs applications. */
export const engineVariables = {
  MKT_ENGINE: z
    .enum(['sandbox', 'docker', 'kubernetes'], 'Give sandbox, docker or kubernetes.')
    .optional()
    .describe('The engine that runs applications. Default: docker if its socket answers, else sandbox'),
  DOCKER_HOST: z
    .string()
    .regex(/^(unix|tcp|https?):\/\//, 'Give an address such as unix:///var/run/docker.sock.')
    .optional()
    .describe('Where the Docker or Podman daemon answers. Default: the usual sockets'),
  MKT_KUBERNETES_CALLERS: list
    .refine(
      (value) => value.every((part) => parseCaller(part) !== null),
      'Give addresses, ranges, namespaces or namespace/label=value, separated by commas.',
    )
    .default([])
    .describe(
      'Who may open connections to applications on Kubernetes: addresses, ranges, `namespace` or `namespace/label=value`, separated by commas. Inside the cluster, pods of the platform’s namespace with the label `mkt.dev/role` `gateway`, `worker` or `api` always may. From outside, every address may if none is named',
    ),
  MKT_KUBERNETES_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$/, 'Give at most 30 lower-case letters, digits and hyphens.')
    .optional()
    .describe(
      'Prefix of the namespaces of applications on Kubernetes; each publisher has its own namespace. Default: the namespace of the context, else `mkt-apps`',
    ),
  MKT_KUBERNETES_POLICIES: z
    .enum(['enforced'], 'Give enforced, or leave it out.')
    .optional()
    .describe(
      '`enforced`: the cluster’s network plugin enforces network policies; the platform does not test it. For plugins that the platform does not know and has no test image for',
    ),
  MKT_KUBERNETES_TRIAL_IMAGE: z
    .string()
    .regex(/^\S{1,512}$/, 'Give the name of an image, such as registry.example.com/mkt:0.1.0.')
    .optional()
    .describe(
      'An image with Node that nodes of the cluster can pull, such as that of the platform. At each start two pods with it test whether network policies are enforced. Outlets of applications with declared egress use it too',
    ),
  MKT_KUBERNETES_QUOTA: list
    .refine(
      (value) => parseQuota(value) !== null,
      'Give pods, cpu and memory with an amount each, such as pods=50,cpu=8,memory=16Gi.',
    )
    .default(['pods=100'])
    .describe(
      'Resource quota for all applications of one publisher on Kubernetes: `pods`, `cpu` and `memory`, separated by commas, such as `pods=50,cpu=8,memory=16Gi`',
    ),
  MKT_KUBERNETES_PRIORITY_CLASS: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'Give the name of a PriorityClass.')
    .optional()
    .describe('The PriorityClass of applications on Kubernetes. Default: that of the cluster'),
  MKT_SANDBOX_DELEGATED: flag
    .default(false)
    .describe(
      '1: the cgroup that the platform runs in is delegated to it (`Delegate=yes` in systemd), so that as an ordinary user it can limit memory and CPU of applications in the sandbox',
    ),
  MKT_SANDBOX_TRUSTED: flag.default(false).describe('1: run applications even if part of their isolation is missing'),
}
