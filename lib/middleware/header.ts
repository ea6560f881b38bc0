import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A header's value, whatever the case its name was sent in. */
export function headerOf({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  for (const sent in headers) if (sent.toLowerCase() === name) return headers[sent];
  return undefined;
}
