import { CfnOutput, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { projectionOf, tableShape } from '../tableShape.ts';
import type { Stage } from './stage.ts';

/** The table has its own stack, so that replacing or deleting the service keeps the data. */
export class DataStack extends Stack {
  readonly table: Table;

  constructor(scope: Construct, id: string, { env, isProtected, removalPolicy }: Stage) {
    super(scope, id, { ...(env && { env }), terminationProtection: isProtected });
    this.table = new Table(this, 'Table', {
      ...keysOf(tableShape),
      timeToLiveAttribute: tableShape.timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected,
      removalPolicy,
    });
    for (const index of tableShape.indexes) {
      const { ProjectionType: type, NonKeyAttributes: nonKeyAttributes } = projectionOf(index);
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        ...keysOf(index),
        projectionType: ProjectionType[type],
        ...(nonKeyAttributes && { nonKeyAttributes }),
      });
    }
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
  }
}

const keysOf = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => ({
  partitionKey: { name: partitionKey, type: AttributeType.STRING },
  sortKey: { name: sortKey, type: AttributeType.STRING },
});
