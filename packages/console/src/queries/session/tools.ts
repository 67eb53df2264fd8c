import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'

export const useApproveTool = () =>
  useChange({
    send: (body: { organization: string; challenge: string }) => api.approveTool({ body }),
    secret: true,
  })

/** Asks which machine a code would sign in. */
export const useFindDevice = () => useChange({ send: (userCode: string) => api.findDevice({ body: { userCode } }) })

type Decision = Parameters<typeof api.decideDevice>[0]['body']

export const useDecideDevice = () => useChange({ send: (body: Decision) => api.decideDevice({ body }) })
