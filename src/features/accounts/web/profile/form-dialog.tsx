import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

/** The parts of `useForm` that {@link FormDialog} needs. */
export type DialogForm = {
  busy: boolean
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  errorAt: (field: 'form') => string | undefined
  clear: () => void
}

/** A dialog with one form, its error above the fields, and one button. */
export function FormDialog({
  open,
  onClose,
  title,
  description,
  form: { busy, submit, errorAt, clear },
  action,
  danger = false,
  ready = true,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  form: DialogForm
  /** The button's label. */
  action: string
  /** Whether the action cannot be undone. */
  danger?: boolean
  /** False while a required step is missing. */
  ready?: boolean
  children: ReactNode
}) {
  const id = useId()
  const formError = errorAt('form')
  function close() {
    clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!ready}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={clear}
        className="grid gap-4 pb-2"
      >
        {formError !== undefined && <Notice tone="error">{formError}</Notice>}
        {children}
      </form>
    </Dialog>
  )
}
