package tessera.gpu;

/**
 * Knowledge about the boards of a node: their number and its source, their names, and the parts that pods hold.
 *
 * @param count    how many, by the best source
 * @param bound    how the number of boards that are counted stands to the truth
 * @param register the boards that a GPU-sharing scheduler names
 * @param shares   the parts that GPU-sharing schedulers gave to pods
 * @param claimed  the boards that drivers of dynamic resource allocation publish
 * @param missingSlices      what of those is not known for want of slices
 * @param instances     how they are cut, by the configuration that was applied
 */
record NodeGpuBoardInventory(GpuBoardCount count, EstimateBoundKind bound, SchedulerRegisteredGpuCards register,
        PodAnnotationGpuShares shares, DraPublishedGpus claimed, MissingResourceSliceEffect missingSlices,
        AppliedMigConfigInstances instances) {

    NodeGpuBoardInventory withCuts(AppliedMigConfigInstances told) {
        return new NodeGpuBoardInventory(count, bound, register, shares, claimed, missingSlices, told);
    }
}
