/** `codecs/simd/similarity-kernel.ts`, compiled by `node scripts/simd.mjs`, deflated. */
export const DEFLATED_SIMILARITY_WASM = [
  'jVXNa1w3EB99PL0P6e2ud/O9cfzTg5acSk+lt+xrSzGGhrQUeirExC5EXmchu8YUb9lzXFJaSnrpZe3cey3kH+l/UfoPiDbSWydr',
  'dxPy9JBGo9FvRqOZEW2P9xkRsffkfTWLH50RbHZfxHkaZtPplE2FShgnQYlgROnnKh0e7G9/NTokVjwYHTyafLo7HI6JF9s7O988',
  'fLQzOhyTyLZ3dr5+ONwdkywOR4/Hk0+Gowd7RGp/d3/0+HtOxY+t5FfO0xk7gqzFxBZiAI58Sw5QBGKvUlAotvrW1GRTMUAKsykH',
  '3tCFz5ZIkTurarKZGEAgCyglCMr5bwX5JwzsNe1/Yf4nZktwKGcVspo5mxmmNRKkNZs4lF5LQlpnzqZhYWGBRLolB0ENUqvEACqa',
  'hAwJVNj4ASNnM8gIHBE1snrjIJ4lc+M46s2+1UHRAhw5CmfzRlz/zXlyxGZiANacgyNzIE+SKhXHTpX6koTKTbt7+Vr/VnRCXEEl',
  'fEmMC5moNMuLtUtXb6xXMpzZfEHnm3/GoJD6ksm0KDu9K9dvbjRI5zGiiiqJGL/R+eafBU82MDzJdCsqpBUwDX4lIsw6nW8NTJ35',
  'pwzSH7/B2CSuvMEEERffAuy/i1dK9YfOErK6s7hy/bvkYqaPYtyE210VXyt4rRW8fAWvWMHTK3hmBa+NtOaTV3Gd1TIEW4xqkmS7',
  'TVAHsncWy2100fNf+nu2jRJd/0MT6S30GrKFHF3/hFUddPwLhl6g17DmXzD/R/htjgJdf8yqLrqNxDGreui9liig0TnbYjVM1NnM',
  'zHI2yWi/qxRKP4vuT6AcWouJQhKTLUfRhEqWF7qz1u1du36j33BD8Jiy1b50+crVm+u3NoIFZ1vF0EHDrNgauW/byicO7f873H+8',
  'SHu5yEz9F+diJqah+NTMgQf/i5pPqgzkbB5S1FXZbS6R3eaEfNFJ55ycQtRi+A6Sf37WqP/5zilYkGBhkRbdBYlKg0EsQ9FiSmF6',
  'UdqcntgComavTFZ4WZTmMKeQ80CeVgoG5iXwHHL+HAWKOZL56btarE6gT5DMn88TqAX/nztzbRUoOJLAwsCWC57STzlXM34Ua75q',
  'qlwomlUKjnSzvzJtDJTNarJ5zNX4UqjFw1CEizGgUCpTB7UXy6WJZ1hilH6MEsaP/T1v/r3webNU9XQIHRRI9yrt2/596Lpzt+/v',
  'NllkkIYC0hwm1GebIQ/HyxeviPGzyvg+wfg+c6HnsRfuI05IgkOSpVdC/wc=',
].join('');

/** Size of the module itself. */
export const SIMILARITY_BYTES = 1938;
