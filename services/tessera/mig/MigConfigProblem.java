package tessera.mig;

import tessera.text.Reason;

/** Why a configuration cannot be applied to a node or one of its GPUs. */
public sealed interface MigConfigProblem extends Reason {

    record NoSelectedGpu() implements MigConfigProblem {}

    /**
     * A GPU index of a MIG configuration that the node does not have.
     *
     * @param entry the position of the entry in the configuration, counted from 1
     */
    record AbsentGpuIndex(int entry, int gpu, int gpus) implements MigConfigProblem {}

    record GpuConfigProblem(int gpu, Reason problem) implements MigConfigProblem {}

    /** Two entries, counted from 1, select the GPU. */
    record CompetingEntries(int first, int second) implements MigConfigProblem {}

    record InstancesWithoutMigMode() implements MigConfigProblem {}
}
