import { TextField, type TextFieldProps } from '#ui/text-field.tsx'
import { PASSWORD_MAX, PASSWORD_MIN } from '../model/password.ts'

/** A password that is being chosen: its rule stands there before anybody breaks it. */
export function NewPasswordField(props: Omit<TextFieldProps, 'type' | 'hint' | 'autoComplete'>) {
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      // Longer than allowed can be entered: cut off in silence, it would not be the password they know.
      maxLength={2 * PASSWORD_MAX}
      hint={`${PASSWORD_MIN} characters or more; three or four words make a good one`}
    />
  )
}
