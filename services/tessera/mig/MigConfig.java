package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.text.Reason;

/**
 * A named division of a node's GPUs, as mig-parted reads it.
 *
 * @param name    the value of the label {@code nvidia.com/mig.config} that asks for it
 * @param entries what becomes of which GPUs; one that no entry selects is left alone
 */
public record MigConfig(String name, List<MigConfigEntry> entries) {

    /**
     * An entry of a configuration: a selection of GPUs and their division.
     *
     * @param devices   their indices; empty for all
     * @param filter    PCI devices it is limited to, e.g. {@code 0x233010DE}; empty for any
     * @param enabled   whether they are in MIG mode
     * @param instances what each is cut into
     */
    public record MigConfigEntry(Optional<SortedSet<Integer>> devices, List<String> filter, boolean enabled,
            MigInstanceCombination instances) {

        public MigConfigEntry {
            devices = devices.map(indices -> Collections.unmodifiableSortedSet(new TreeSet<>(indices)));
            filter = List.copyOf(filter);
        }

        boolean selectsGpu(int index, TargetGpu gpu) {
            return devices.map(indices -> indices.contains(index)).orElse(true)
                    && (filter.isEmpty() || filter.stream().anyMatch(gpu::matchesFilter));
        }
    }

    /**
     * A GPU of a node.
     *
     * @param product   what it is
     * @param pciDevice its PCI device id in any spelling; empty when not known, and any of the product's will do
     */
    public record TargetGpu(MigProduct product, String pciDevice) {

        boolean matchesFilter(String filter) {
            var wanted = MigProductCatalog.parsePciDevice(filter);
            var own = MigProductCatalog.parsePciDevice(pciDevice);
            return wanted.isPresent()
                    && (own.isPresent() ? own.equals(wanted) : product.pciDevices().contains(wanted.get()));
        }
    }

    /** The effect of a configuration on one GPU. */
    public sealed interface MigConfigGpuEffect {

        /** The GPU is not selected by any entry. */
        record UnselectedGpu() implements MigConfigGpuEffect {}

        /** MIG mode is turned off. */
        record MigDisabledGpu() implements MigConfigGpuEffect {}

        /** The GPU is divided; the driver may choose other placements. */
        record PartitionedGpu(MigLayout layout) implements MigConfigGpuEffect {}

        /** The configuration cannot be applied to the GPU. */
        record InapplicableConfig(Reason reason) implements MigConfigGpuEffect {}
    }

    /**
     * The effect of a configuration on a node.
     *
     * @param gpus     by index
     * @param problems why it cannot be applied; empty when it can
     */
    public record NodeConfigEffect(SortedMap<Integer, MigConfigGpuEffect> gpus, List<MigConfigProblem> problems) {

        public NodeConfigEffect {
            gpus = Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
            problems = List.copyOf(problems);
        }
    }

    public MigConfig {
        entries = List.copyOf(entries);
    }

    /** Returns the plan for a node's GPUs, and the problems that the configuration has with them. */
    public NodeConfigEffect intentFor(List<TargetGpu> gpus) {
        var plans = new TreeMap<Integer, MigConfigGpuEffect>();
        var problems = new ArrayList<>(outOfRangeProblems(gpus.size()));
        for (int index = 0; index < gpus.size(); index++) {
            var gpuConfigEffect = planFor(index, gpus.get(index));
            plans.put(index, gpuConfigEffect);
            if (gpuConfigEffect instanceof MigConfigGpuEffect.InapplicableConfig(var reason)) {
                problems.add(new MigConfigProblem.GpuConfigProblem(index, reason));
            }
        }
        if (!plans.isEmpty() && plans.values().stream().allMatch(MigConfigGpuEffect.UnselectedGpu.class::isInstance)) {
            problems.add(new MigConfigProblem.NoSelectedGpu());
        }
        return new NodeConfigEffect(plans, problems);
    }

    private List<MigConfigProblem> outOfRangeProblems(int count) {
        var problems = new ArrayList<MigConfigProblem>();
        for (int at = 0; at < entries.size(); at++) {
            for (int device : entries.get(at).devices().orElse(Collections.emptySortedSet())) {
                if (device < 0 || device >= count) {
                    problems.add(new MigConfigProblem.AbsentGpuIndex(at + 1, device, count));
                }
            }
        }
        return problems;
    }

    private MigConfigGpuEffect planFor(int index, TargetGpu gpu) {
        var selecting = new ArrayList<Integer>();
        for (int at = 0; at < entries.size(); at++) {
            if (entries.get(at).selectsGpu(index, gpu)) {
                selecting.add(at);
            }
        }
        if (selecting.isEmpty()) {
            return new MigConfigGpuEffect.UnselectedGpu();
        }
        int first = selecting.getFirst();
        if (selecting.size() > 1) {
            return new MigConfigGpuEffect.InapplicableConfig(
                    new MigConfigProblem.CompetingEntries(first + 1, selecting.get(1) + 1));
        }
        return planFor(entries.get(first), gpu.product());
    }

    private static MigConfigGpuEffect planFor(MigConfigEntry entry, MigProduct product) {
        if (!entry.enabled()) {
            if (entry.instances().counts().isEmpty()) {
                return new MigConfigGpuEffect.MigDisabledGpu();
            }
            return new MigConfigGpuEffect.InapplicableConfig(new MigConfigProblem.InstancesWithoutMigMode());
        }
        return switch (MigLayoutFinder.of(product).placeOnEmptyGpu(entry.instances())) {
            case MigPlacementResult.PlacementFound(var layout) -> new MigConfigGpuEffect.PartitionedGpu(layout);
            case MigPlacementResult.NoPlacement(var failure) -> new MigConfigGpuEffect.InapplicableConfig(failure);
        };
    }
}
