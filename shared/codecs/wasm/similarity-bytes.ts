/** `codecs/simd/similarity-kernel.ts`, compiled by `node scripts/simd.mjs`, deflated. */
export const DEFLATED_SIMILARITY_WASM = [
  'jVXNihtHEK7+mZ6f7pG0kv/l9VYPJOQUcgq5eScJYVmIcUIgp4AX7wY8q7XA0rKEVdDZDjYJIbnkopXvuQbyInmL4Bdo7OrWaC15',
  'x8Y9Q3f111VfVfdU9cDe6IgBAPtA3lPT0GApsOk9Eeaxn00mEzYRKmIcBESCjOKvVDw4Ptr7dngCLLs/PH44/uJgMBgBz/b2979/',
  '8HB/eDICkdDkuweDgxHI7GT4aDT+fDC8fwigjg6Oho9+4pD90op+5zyeslOUpRjbTGwjx3RXbmPmhcNCocJst29NCTam1RjNjtx2',
  'Bt5oNqeltLKK9BLSE5h4lhwBVeV+EOAeM2SvZfcbc88YWXHCrMKkZJVNDNMaI4xLNq4wd1oCyUllY79QRyAxJmbvBmOrCFAhJEzI',
  'UHnDjxkQFcpAHBg10W8dh70k1SiMeqdvtXdUk2OKWWXThbr+n/PolE2JnC32wckQwYGEQoWxU8QuB6FS0+5evta/Bb6FFSwErTAu',
  'ZKTiJM02Ll29sVlIv2fzNaw/7g+GComJyTjLO70r129uLZjWOYKLIgocf8L6QxzuWU3Do0S3gkNooFnwFyLQbMLaU9OUiXvKULon',
  'bwk2opW3hiBo8Z3E7sfwSaH8pLKASdmpP7n+S3Ix1achb+Ld5vxqwFoNWNqAZQ2YbsBMA9bGuOTj87xOSumTLWQ1SLBdZEuxt8zl',
  'Nnax575xd8k4x677eZHpLQKD2MKU0Mes6GDH/csIJnkDN0h2f/vXppiRxhNWdGkIGiT3aDjXyFBjZ2liNRrvs56Z1WqSIf6qUJi7',
  'aTj+iKLEVj1RGIViI4+LVKFs052Nbu/a9Rv9BeqTx+St9qXLV67e3Ly1RS7OTcWgQnLeYErou005eW1fPHD3WV32sq5M/R+n5BAT',
  'sR3KFbk/f0HmRYJAJetLtCqSj7hE6gDTupNVVckJCorxPTT/+RJC+/X2HBlBvgOE0F3QKDRRiVUqqKeAyUVtMz+zGQXCzkNWqFHP',
  '0MxRzrw4LxQaNEQ8I+Q5ZpjNMJrN3zdidYb6jAyezyJUNf7i9kxbheAPEpD5ga1eeEo/5VxNua86jirccuHSLGIS4p1+Y9kYVDYp',
  'waahVlNvpeofQ+Y/jEGgkDGuUB2G69IgWwdyN8IcjRu5u868fKM5s3LraZ86mGF8WGjXdh+iLjt3+u7OoooMbaZTbybczzbBtGTL',
  'SzwiF9PCuD4gdazyPQ+9qD7lgJE/kGjlL6FfAQ==',
].join('');

/** Size of the module itself. */
export const SIMILARITY_BYTES = 1938;
