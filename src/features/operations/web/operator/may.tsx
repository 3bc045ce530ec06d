import { createContext, type ReactNode, useContext } from 'react'
import { type Duty, mayDo, type OperatorRole } from '../../model/operator-roles.ts'

/** The role of the operator who looks at the page. The server checks every call; pages only leave out what is refused. */
export const RoleContext = createContext<OperatorRole>('everything')

/** Shows something only to operators whose role allows this work. */
export function May({ duty, children }: { duty: Duty; children: ReactNode }) {
  return useMay(duty) ? children : null
}

/** Whether the role of the operator who looks allows this work. */
export function useMay(duty: Duty): boolean {
  return mayDo(useContext(RoleContext), duty)
}
