package tessera.gpu;

import java.util.List;
import java.util.Optional;
import tessera.mig.MigInstanceCombination;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;

/**
 * MIG instances of each GPU of a node by the configuration that its MIG manager applied. Where a driver put them it does not
 * tell.
 *
 * @param source for example {@code configuration all-balanced of ConfigMap gpu-operator/default-mig-parted-config}
 * @param gpus   by their numbers; empty for one that is not in MIG mode
 */
record AppliedMigConfigInstances(String source, List<Optional<MigInstanceCombination>> gpus) {

    static final AppliedMigConfigInstances NONE = new AppliedMigConfigInstances("", List.of());
    private static final String APPLIED = "success";

    AppliedMigConfigInstances {
        gpus = List.copyOf(gpus);
    }

    /** Returns whether the division of the GPUs is known. */
    boolean isKnown() {
        return !gpus.isEmpty();
    }

    /** Returns the instances of a GPU; empty if it has none or they are unknown. */
    Optional<MigInstanceCombination> instancesOf(int gpu) {
        if (gpu >= 0 && gpu < gpus.size()) {
            return gpus.get(gpu);
        }
        return Optional.empty();
    }

    /** Returns the configuration that the node reports as applied successfully; empty if it reports none. */
    static Optional<String> appliedConfig(NodeSummary nodeSummary) {
        return Optional.of(nodeSummary.label(MigNodeLabels.CONFIG))
                .filter(name -> !name.isEmpty() && nodeSummary.label(MigNodeLabels.STATE).equals(APPLIED));
    }
}
