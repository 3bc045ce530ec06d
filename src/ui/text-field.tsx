import { type ComponentProps, type ReactNode, useState } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, Field, type FieldText } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** Props of {@link TextField}: those of a native input, and the field's texts. */
export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'size'> &
  FieldText & {
    /** A small control inside the trailing edge. */
    end?: ReactNode
    /** 32 or 40 px high (44 on touch). */
    size?: 'sm' | 'md'
  }

/** One line of text. `type="password"` gets a button that reveals it. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  end,
  size = 'md',
  type = 'text',
  className,
  ...input
}: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const atEnd = secret ? <ShowPassword shown={shown} onToggle={() => setShown(!shown)} /> : end
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(wiring) => (
        <div className="relative">
          <input
            {...input}
            {...wiring}
            type={secret && shown ? 'text' : type}
            className={classNames(
              CONTROL_CLASS,
              size === 'sm' ? 'h-8' : 'h-10 pointer-coarse:h-11',
              atEnd !== undefined && 'pr-11',
              className,
            )}
          />
          {atEnd !== undefined && <div className="absolute inset-y-0 right-1.5 flex items-center">{atEnd}</div>}
        </div>
      )}
    </Field>
  )
}

/** Props of {@link TextArea}. */
export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & FieldText

/** Several lines of text. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 5, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(wiring) => (
        <textarea {...area} {...wiring} rows={rows} className={classNames(CONTROL_CLASS, 'resize-y py-2', className)} />
      )}
    </Field>
  )
}

function ShowPassword({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  return (
    <IconButton
      size="sm"
      label={shown ? 'Hide password' : 'Show password'}
      icon={shown ? <EyeOff /> : <Eye />}
      onClick={onToggle}
    />
  )
}
