/** `codecs/simd/classify-kernel.ts`, compiled by `node scripts/simd.mjs`, deflated. */
export const DEFLATED_CLASSIFY_WASM = [
  'jVTNbtQ+EJ+xYzuJs7sp/08ohUm2QiDBgRNXAhKCAhXiCVroUppuu+pui1SByAWBqAQ3+gqceQAegRNHxEMgzhaMkwJb2BYcZcae',
  'j9/87HgCi6M1BACcVQuA1QLAgq7qAQtqT5uqGVjJ0ABHCxkoyVqnssIC7A9hnmHYGfZGvc353sry/TuDreEIMF0eLq6sb4+ZRKe3',
  'sbXYH7PIdLQ5HKwvj5mgc3ewtT6OFESLS0uXB/0Bz/WR2nttfXUsQOm13tpguC0gfh+bALrCtqGAWf8iv8KyDbxAu2tE/FBUBCTK',
  'LCUscDVDeZEnMBdcJFHgFVbgIIBcU1pr40ZkSLuRu5Vrl8BPw3Uzo/ZSklqnnNICqaOkc+Sf/6dP1GG1h3LLHvRnqU0YxVN//3ds',
  'Jm/tFWqz9tmdCdlpna0nZIeuSwlxRQxM3Er/+vfo8ZNNzv5aNVgeUZs6E2L1hNjYdd18gy1UaNt1PZiA3QDltsb+NVZPiNUeOzPU',
  'cs/RJTdh/+NeIUW1Zxf2Pd7jXiLZ2jkD+549ZxG6F8jAOwcC7xwGvHM4sLvHZxgeyDo+jLX+LevwQNbxYaz1H7DWfI01Rf4aZ9p2',
  'gRfSddxZ1gHrU27eJV9+Gi4ZuxQ2abU7hD6W+yWdn85DzllaKWe55RhF1WjfbKKLZL6vkFsr2MynCMqMLzNNNd2XcvclaK39gBhU',
  'xRckOAfSCyjeQd9PsNjFfulnopjpl0X4oMwVKY69Pp2ppoM1d7BuOljVIEVQ5uiR8BsSfkfCSUi5Ws1NcXIrDz3pcsQ3E04LIGTB',
  'f4Qul+FNKBJkbpAkM7fBRvBGUBSwkZfCLwVvhpD3qGti9ebeohCPZSWZHemrxN/SpxOcB+A6nDbXrBj8UvrUz/BS+PTJk8xYf2xX',
  'Gi9XZas3Nn8voJAt+Cg3tznA5OHr4s3nj5+2+0X6IItkxW7J1KKNQm6WuT0jwUdWZG6xsBRekECKKSuKWGZRIiyfhrWZshR7S+zJ',
  'k7JfAQ==',
].join('');

/** Size of the module itself. */
export const CLASSIFY_BYTES = 1583;
