import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CommandError } from '../../apps/ops/commandError.ts';
import { awsTimeouts } from '../../lib/api/awsTimeouts.ts';

/** The address and the table of a deployed service stack. */
export async function outputsOf(StackName: string): Promise<{ url: string; table: string }> {
  const client = new CloudFormationClient(awsTimeouts());
  const region = await client.config.region();
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName })).catch((error) => {
    if (!/does not exist/.test(error.message)) throw error;
    throw new CommandError(`There is no stack ${StackName} in ${region}. Check --stack, AWS_PROFILE and AWS_REGION.`);
  });
  const outputs = new Map(stack?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const [url, table] = [outputs.get('BaseUrl'), outputs.get('TableName')];
  if (url && table) return { url, table };
  throw new CommandError(
    `The stack ${StackName} (${stack?.StackStatus}) has no BaseUrl among its outputs. Pass a deployed service stack, such as StorePlatform-prod.`,
  );
}
