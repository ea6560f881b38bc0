import { readFileSync } from 'node:fs';

/** A request to an operation, and the body of its response. */
export type Example = { title: string; params: Record<string, string>; body?: object; response: object };
/** The event that a webhook receives, and the receiver's response. */
export type Call = { body: object; response: object };
/** By operation, and by webhook. */
export type Examples = { operations: Record<string, Example[]>; webhooks: Record<string, Call> };

export type Named = Record<string, { summary: string; value: unknown }>;
type Content = { content?: { 'application/json': { examples?: Named; example?: unknown } } };
/** The parts of an operation of the document that have examples. */
export type WithExamples = {
  operationId: string;
  parameters?: { $ref?: string; name?: string; examples?: Named }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Places = Record<string, Record<string, WithExamples>>;

/** Numbers the examples, because those with the same key in a parameter, a body and a response belong together. */
export const numbered = (examples: Example[], part: (example: Example) => unknown): Named =>
  Object.fromEntries(examples.map((example, i) => [`example${i + 1}`, { summary: example.title, value: part(example) }]));

/** The examples of an operation of the document. */
export function examplesOf({ parameters = [], requestBody, responses }: WithExamples): Example[] {
  const found = Object.entries(successOf(responses)?.examples ?? {});
  const bodies = contentOf(requestBody)?.examples;
  return found.map(([key, { summary: title, value: response }]) => {
    const params = parameters.flatMap(({ name, examples }) => (examples?.[key] ? [[name, examples[key].value]] : []));
    const body = bodies?.[key]?.value as object;
    return { title, params: Object.fromEntries(params), ...(body && { body }), response: response as object };
  });
}

export const callOf = ({ requestBody, responses }: WithExamples): Call => ({
  body: contentOf(requestBody)?.example as object,
  response: successOf(responses)?.example as object,
});

const contentOf = (part: Content | undefined) => part?.content?.['application/json'];
const successOf = (responses: WithExamples['responses']) =>
  contentOf(Object.entries(responses).find(([status]) => status < '300')?.[1]);

/** The examples of the committed documents, which `npm run write` records. */
export const committedExamples = (): Examples => ({
  operations: byId(committed('openapi.json').paths, examplesOf),
  webhooks: byId(committed('webhooks.json').webhooks, callOf),
});

const committed = (name: string): { paths: Places; webhooks: Places } =>
  JSON.parse(readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8'));

const byId = <T>(places: Places, examples: (operation: WithExamples) => T) =>
  Object.fromEntries(
    Object.values(places)
      .flatMap(Object.values<WithExamples>)
      .map((one) => [one.operationId, examples(one)]),
  );
