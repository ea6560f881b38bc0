import { TextField } from './fields.tsx';

export type Fields = Record<string, string>;

/** The fields of a form, empty where there is no value. */
export const filled = (labels: Fields, from: Record<string, string | null> | null): Fields =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, from?.[name] ?? '']));

type Props = {
  title: string;
  /** What the interface calls the object with these fields, if they are in one. */
  of?: string;
  labels: Fields;
  hints?: Fields;
  value: Fields;
  onChange: (value: Fields) => void;
};

/** A text field for each label. */
export const Group = ({ title, of, labels, hints, value, onChange }: Props) => (
  <fieldset class="grid">
    <legend>{title}</legend>
    {Object.entries(labels).map(([name, label]) => (
      <TextField
        key={name}
        name={of ? `${of}.${name}` : name}
        label={label}
        hint={hints?.[name]}
        value={value[name] ?? ''}
        onChange={(text) => onChange({ ...value, [name]: text })}
      />
    ))}
  </fieldset>
);
