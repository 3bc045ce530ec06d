import { TextField, type TextFieldProps } from '#ui/text-field.tsx'
import { PASSWORD_MAX, PASSWORD_MIN } from '../model/password.ts'

/** A field for a new password, which shows its rule up front. */
export function NewPasswordField(props: Omit<TextFieldProps, 'type' | 'hint' | 'autoComplete'>) {
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      // Accepts more than the maximum: a silently truncated password would not be the one the user knows.
      maxLength={2 * PASSWORD_MAX}
      hint={`At least ${PASSWORD_MIN} characters; three or four words make a good one`}
    />
  )
}
