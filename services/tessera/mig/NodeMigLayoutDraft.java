package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.mig.MigConfig.MigConfigEntry;
import tessera.mig.MigConfig.MigConfigGpuEffect;

/**
 * The intended division of each GPU of a node, as far as the user has composed it. Every change makes another one. A MIG
 * configuration counts instances and does not place them, so instances always lie where previews of the configuration draw
 * them: where a driver usually puts them.
 *
 * @param product what the GPUs are
 * @param gpus    by index; empty for one that stays whole
 */
public record NodeMigLayoutDraft(MigProduct product, List<Optional<MigLayout>> gpus) {

    public NodeMigLayoutDraft {
        gpus = gpus.stream().map(gpu -> gpu.map(NodeMigLayoutDraft::withPlacements)).toList();
    }

    private static MigLayout withPlacements(MigLayout layout) {
        if (MigLayoutFinder.of(layout.product()).placeOnEmptyGpu(
                layout.combination()) instanceof MigPlacementResult.PlacementFound(var defaultMigLayout)) {
            return defaultMigLayout;
        }
        return layout;
    }

    /** Returns a composition of a number of whole GPUs. */
    public static NodeMigLayoutDraft ofWholeGpus(MigProduct product, int gpus) {
        return new NodeMigLayoutDraft(product, Collections.nCopies(gpus, Optional.empty()));
    }

    /** Returns the composition that a configuration makes of GPUs; GPUs it does not mention count as whole. */
    public static NodeMigLayoutDraft of(MigProduct product, Map<Integer, MigConfigGpuEffect> plans) {
        var gpus = new ArrayList<Optional<MigLayout>>();
        plans.values()
                .forEach(gpuConfigEffect -> gpus.add(
                        gpuConfigEffect instanceof MigConfigGpuEffect.PartitionedGpu(var layout) ? Optional.of(layout)
                                : Optional.empty()));
        return new NodeMigLayoutDraft(product, gpus);
    }

    /** Returns the layout of a GPU; an empty one for a whole GPU. */
    public MigLayout layoutOf(int gpu) {
        return gpus.get(gpu).orElseGet(() -> MigLayout.empty(product));
    }

    private NodeMigLayoutDraft withLayout(int gpu, Optional<MigLayout> layout) {
        var others = new ArrayList<>(gpus);
        others.set(gpu, layout);
        return new NodeMigLayoutDraft(product, others);
    }

    /** Tries to add an instance on a GPU, which may move the others. */
    public MigPlacementResult tryAdd(int gpu, MigProfile profile) {
        var geometry = MigLayoutFinder.of(product);
        if (geometry.placeOnEmptyGpu(
                layoutOf(gpu).combination().plus(profile)) instanceof MigPlacementResult.PlacementFound placed) {
            return placed;
        }
        return geometry.placeBeside(layoutOf(gpu), MigInstanceCombination.of(List.of(profile)));
    }

    /** Returns the composition with one more instance; the same composition where it does not fit. */
    public NodeMigLayoutDraft withInstance(int gpu, MigProfile profile) {
        if (tryAdd(gpu, profile) instanceof MigPlacementResult.PlacementFound(var layout)) {
            return withLayout(gpu, Optional.of(layout));
        }
        return this;
    }

    public NodeMigLayoutDraft withoutInstance(int gpu, PlacedGpuInstance instance) {
        return withLayout(gpu, Optional.of(layoutOf(gpu).withoutInstance(instance)));
    }

    /** Returns the composition with the rest of a GPU filled with instances of one profile. */
    public NodeMigLayoutDraft withFilledGpu(int gpu, MigProfile profile) {
        var filled = withLayout(gpu, Optional.of(layoutOf(gpu)));
        while (filled.tryAdd(gpu, profile) instanceof MigPlacementResult.PlacementFound(var layout)) {
            filled = filled.withLayout(gpu, Optional.of(layout));
        }
        return filled;
    }

    /** Returns the composition with a GPU in MIG mode without instances. */
    public NodeMigLayoutDraft withEmptyGpu(int gpu) {
        return withLayout(gpu, Optional.of(MigLayout.empty(product)));
    }

    public NodeMigLayoutDraft withWholeGpu(int gpu) {
        return withLayout(gpu, Optional.empty());
    }

    /** Returns the composition with all GPUs divided like one of them. */
    public NodeMigLayoutDraft withAllGpusLike(int gpu) {
        return new NodeMigLayoutDraft(product, Collections.nCopies(gpus.size(), gpus.get(gpu)));
    }

    /** Returns the composition with these layouts on the first GPUs, the others unchanged. */
    public NodeMigLayoutDraft withFirstGpus(List<MigLayout> layouts) {
        var others = new ArrayList<>(gpus);
        for (int at = 0; at < Math.min(layouts.size(), others.size()); at++) {
            others.set(at, Optional.of(layouts.get(at)));
        }
        return new NodeMigLayoutDraft(product, others);
    }

    /** Returns the plan for each GPU. */
    public Map<Integer, MigConfigGpuEffect> gpuPlans() {
        var plans = new TreeMap<Integer, MigConfigGpuEffect>();
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            plans.put(gpu, gpus.get(gpu).<MigConfigGpuEffect>map(MigConfigGpuEffect.PartitionedGpu::new)
                    .orElseGet(MigConfigGpuEffect.MigDisabledGpu::new));
        }
        return plans;
    }

    /** Returns the entries of a configuration for this composition; equal GPUs share one. */
    public List<MigConfigEntry> toConfigEntries() {
        var alike = new LinkedHashMap<Optional<MigInstanceCombination>, SortedSet<Integer>>();
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            alike.computeIfAbsent(gpus.get(gpu).map(MigLayout::combination), _ -> new TreeSet<>()).add(gpu);
        }
        var entries = new ArrayList<MigConfigEntry>();
        for (var entry : alike.entrySet()) {
            var cut = entry.getKey();
            var which = entry.getValue();
            entries.add(new MigConfigEntry(alike.size() == 1 ? Optional.empty() : Optional.of(which), List.of(),
                    cut.isPresent(), cut.orElseGet(() -> MigInstanceCombination.of(List.of()))));
        }
        return entries;
    }
}
