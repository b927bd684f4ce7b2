/** `codecs/simd/pixels-kernel.ts`, compiled by `node scripts/simd.mjs`, deflated. */
export const DEFLATED_PIXELS_WASM = [
  'hVTdaiRFFD71X93Vk4yiuOyinJ7JhSCCIO6FVykwCeyKv7kSkUzWTtx2k2F7ZoNBob33IfzDB/BGfAefwXdQvB7Gc6o7s03Yn2K6',
  'qr4z5/873TBbnAkAEG+7I9W2LRxZ2tNFdwfAkeklru2WaI8k72pUSAAlBGgAY40SAHasWhEhPN7cj2KUNafHh/NPTo9nIPPTZnbZ',
  'A8t/zBIAEU7uN4vlhyf780cNZEWPDr9qqgq8mzXVARlCyE6a+dnh7PhBBS5vqkW1PJyfVwtQ+b35o/Me5NmimvV3yO+ff1l90wHj',
  'zqsZWS1B27PqbN5cSsj/CMWvQphW7SKgvqt3UaKOclm/LmFi4u///f3v5YO4fVFa0hBoo1rWE89/uj10aKKo95s9MrN0i+u1e1ja',
  'QoQgd5G1dDr0TRKhT9q3JaCfwm2pp0BxJhZljYalCm0dgW5TIL0dCKjpLDW7C3ekaMW3KQd1J2UJK9Aw0ahXIxBSG+uzvBhtAa1V',
  '0IAQx3UJKGNRlxJV1HWpkqvmOa5AaQPWecjyAKtivV7D8Fl9sCoAYD18Vh/1IYsu5PhayBwi7PAjwl+Ua2u+S+Ez7jdgdtVvizaO',
  'L8he7E/crT/LAlniL+JaPEQWjFiwQVuoShehtO9BWv+0ZU7Qk2+Nnksr0L2h4OdJwPALjhj4DvyEW4zGPaI9v0f6oczRlzagizfq',
  '0qFnAjyXgAazGu27AJixMEt1/cajE9vSd+VwSHgToHRcw0GHJDkbL/kmol82TekCAkpuFAVgJTfx1wZN9YOWbwbNP23QUCNp6ZrD',
  '2qek+cUTGP9cXjEOoIUQWkqplVL6GezqJ7P7jhBtcm7YuWb3aDihntduuEldo+GkTLI6ZqvrQ5j2MSWlbFZsv/jyjVuvAa8kxzSe',
  'ShvraNZfeOmVm6/2ib01TIyOPrG7z5x07QsYrNVnEgZvjb5W5PdSmC7fnF0RLdxxjxIdG/R8O+bbM99uw7cPU5H4I4UppExiux2S',
  'aEfIFofsuzS8LrGfMfthD8OAfbdh3yX2WYfEdGjCmCVVbng2+MY4ogM9Sy264TcmHV+HHRnQTiXTRbqOXPZOcqYr50BTCD+IjjEZ',
  'yZt4X+8OKBOrj/lLAcMffyk+pVqBaoW43XXJUFvZX+qkvHpheKP+tVGYDZYHYWOs+hb3xlGE/wE=',
].join('');

/** Size of the module itself. */
export const PIXELS_BYTES = 1726;
