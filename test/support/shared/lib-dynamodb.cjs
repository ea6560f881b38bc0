module.exports = requireShared('@aws-sdk/lib-dynamodb');
