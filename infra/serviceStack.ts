import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { pages } from '../lib/reference/pages.ts';
import { routes } from '../lib/routes.ts';
import { deliverTimeout, doorbell, wake } from './delivery.ts';
import { type Bundle, functionsOf, settingsOf } from './functions.ts';
import { gateway } from './gateway.ts';

type Props = StackProps & { table: ITable; bundle: Bundle };

/** The gateway with a function for each row of the route table, and the two that deliver webhooks. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { table, bundle, ...props }: Props) {
    super(scope, id, props);
    const bell = doorbell(this);
    const make = functionsOf(this, bundle, table, bell);
    const operations = routes.map((route) => [route.id, make(route.id, settingsOf(route))] as const);
    const others = ['unmatched', 'reference'].map((name) => [name, make(name)] as const);
    const api = gateway(this, [...routes, ...pages], new Map([...others, ...operations]));
    wake(this, bell, {
      deliver: make('deliver', { timeout: deliverTimeout }),
      sweep: make('sweep', { timeout: Duration.minutes(1) }),
    });
    new CfnOutput(this, 'BaseUrl', { value: api.urlForPath().slice(0, -1) });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }
}
