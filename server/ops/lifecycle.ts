/** Whether the server still takes work; shared by those who answer and the one who shuts down. */
export interface Lifecycle {
  draining: boolean;
}
