import { TextField } from './fields.tsx';

type Fields = Record<string, string>;

/** The fields of a form, empty where there is no value. */
export const filled = <N extends string>(labels: Record<N, string>, from: Partial<Record<N, string | null>> | null) =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, from?.[name as N] ?? ''])) as Record<N, string>;

type Props<F> = {
  title: string;
  /** What the interface calls the object with these fields, if they are in one. */
  of?: string;
  labels: Fields;
  hints?: Fields;
  value: F;
  onChange: (value: F) => void;
};

/** A text field for each label. */
export const Group = <F extends Fields>({ title, of, labels, hints, value, onChange }: Props<F>) => (
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
