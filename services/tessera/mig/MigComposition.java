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
import tessera.mig.MigConfig.Plan;

/**
 * How each GPU of a node is to be divided, as far as somebody has composed it. Every change makes another one. A MIG
 * configuration counts instances and does not place them, so instances always lie where previews of the configuration draw
 * them: where a driver usually puts them.
 *
 * @param product what the GPUs are
 * @param gpus    by index; empty for one that stays whole
 */
public record MigComposition(MigProduct product, List<Optional<MigLayout>> gpus) {

    public MigComposition {
        gpus = gpus.stream().map(gpu -> gpu.map(MigComposition::placed)).toList();
    }

    private static MigLayout placed(MigLayout layout) {
        return MigGeometry.of(layout.product())
                .place(layout.combination()) instanceof PlacementAttempt.PlacedInstances(var usual) ? usual
                        : layout;
    }

    /** So many whole GPUs. */
    public static MigComposition whole(MigProduct product, int gpus) {
        return new MigComposition(product, Collections.nCopies(gpus, Optional.empty()));
    }

    /** What a configuration makes of GPUs; what it does not say of one is taken for whole. */
    public static MigComposition of(MigProduct product, Map<Integer, Plan> plans) {
        var gpus = new ArrayList<Optional<MigLayout>>();
        plans.values().forEach(plan -> gpus
                .add(plan instanceof Plan.CutResult(var layout) ? Optional.of(layout) : Optional.empty()));
        return new MigComposition(product, gpus);
    }

    /** A GPU as it is cut; one that is whole is cut into nothing. */
    public MigLayout layout(int gpu) {
        return gpus.get(gpu).orElseGet(() -> MigLayout.empty(product));
    }

    private MigComposition set(int gpu, Optional<MigLayout> layout) {
        var others = new ArrayList<>(gpus);
        others.set(gpu, layout);
        return new MigComposition(product, others);
    }

    /** What comes of one more instance on a GPU, which may move the others. */
    public PlacementAttempt more(int gpu, MigProfile profile) {
        var geometry = MigGeometry.of(product);
        return geometry
                .place(layout(gpu).combination().plus(profile)) instanceof PlacementAttempt.PlacedInstances placed
                        ? placed
                        : geometry.place(layout(gpu), InstanceCombination.of(List.of(profile)));
    }

    /** One more instance; the same composition where it does not fit. */
    public MigComposition with(int gpu, MigProfile profile) {
        return more(gpu, profile) instanceof PlacementAttempt.PlacedInstances(var layout)
                ? set(gpu, Optional.of(layout))
                : this;
    }

    public MigComposition without(int gpu, PlacedInstance instance) {
        return set(gpu, Optional.of(layout(gpu).without(instance)));
    }

    /** What is left of a GPU cut into as many of one size as fit beside what is there. */
    public MigComposition filled(int gpu, MigProfile profile) {
        var filled = set(gpu, Optional.of(layout(gpu)));
        while (filled.more(gpu, profile) instanceof PlacementAttempt.PlacedInstances(var layout)) {
            filled = filled.set(gpu, Optional.of(layout));
        }
        return filled;
    }

    /** A GPU in MIG mode without instances. */
    public MigComposition cleared(int gpu) {
        return set(gpu, Optional.of(MigLayout.empty(product)));
    }

    public MigComposition whole(int gpu) {
        return set(gpu, Optional.empty());
    }

    /** All GPUs as one of them. */
    public MigComposition likewise(int gpu) {
        return new MigComposition(product, Collections.nCopies(gpus.size(), gpus.get(gpu)));
    }

    /** The first GPUs cut so, the others as they were. */
    public MigComposition beginning(List<MigLayout> layouts) {
        var others = new ArrayList<>(gpus);
        for (int at = 0; at < Math.min(layouts.size(), others.size()); at++) {
            others.set(at, Optional.of(layouts.get(at)));
        }
        return new MigComposition(product, others);
    }

    /** What becomes of each GPU. */
    public Map<Integer, Plan> plans() {
        var plans = new TreeMap<Integer, Plan>();
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            plans.put(gpu, gpus.get(gpu).<Plan>map(Plan.CutResult::new).orElseGet(Plan.Off::new));
        }
        return plans;
    }

    /** The entries of a configuration that says so; GPUs that are alike share one. */
    public List<MigConfigEntry> entries() {
        var alike = new LinkedHashMap<Optional<InstanceCombination>, SortedSet<Integer>>();
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            alike.computeIfAbsent(gpus.get(gpu).map(MigLayout::combination), _ -> new TreeSet<>()).add(gpu);
        }
        var entries = new ArrayList<MigConfigEntry>();
        alike.forEach((cut, which) -> entries
                .add(new MigConfigEntry(alike.size() == 1 ? Optional.empty() : Optional.of(which),
                        List.of(), cut.isPresent(), cut.orElseGet(() -> InstanceCombination.of(List.of())))));
        return entries;
    }
}
