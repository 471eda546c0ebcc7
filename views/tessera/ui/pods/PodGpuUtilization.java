package tessera.ui.pods;

import tessera.model.reading.MetricReading;

/**
 * Utilization of the GPUs that some pods hold.
 *
 * @param share what is measured of them on average, 0 to 1
 * @param text  what it is the mean of, or why there is none
 * @param idleText  e.g. {@code idleText}, or {@code 2 idle} where others are not; empty where none fires as held and idle
 */
record PodGpuUtilization(MetricReading share, String text, String idleText) {}
