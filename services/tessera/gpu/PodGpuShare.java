package tessera.gpu;

import tessera.model.PodSummary;

/**
 * A part of a board that a GPU-sharing scheduler gave a pod.
 *
 * @param gpuId the UUID of the board, or the name of the group of pods that share it
 * @param size  how much of it, 0 to 1
 */
public record PodGpuShare(PodSummary pod, String gpuId, double size) {}
