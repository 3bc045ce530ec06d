import { Component, type ReactNode } from 'react'
import { ErrorScreen } from '../screens/error-screen.tsx'

type Props = {
  readonly children: ReactNode
  /** The address; a change tries the page again. */
  readonly place: string
}
type State = { readonly broken: { readonly error: unknown } | null; readonly place: string }

/** Shows the error screen in place of a broken child until the address changes. */
export class PageErrors extends Component<Props, State> {
  override state: State = { broken: null, place: this.props.place }

  static getDerivedStateFromError(error: unknown): Pick<State, 'broken'> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps({ place }: Props, before: State): State | null {
    return place === before.place ? null : { broken: null, place }
  }

  override render(): ReactNode {
    const { broken } = this.state
    return broken === null ? this.props.children : <ErrorScreen error={broken.error} />
  }
}
