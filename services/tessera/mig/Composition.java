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
import tessera.mig.MigConfig.Entry;
import tessera.mig.MigConfig.Plan;

/**
 * How each GPU of a node is to be divided, as far as somebody has composed it. Every change makes another one. A MIG
 * configuration counts instances and does not place them, so instances always lie where previews of the configuration draw
 * them: where a driver usually puts them.
 *
 * @param product what the GPUs are
 * @param gpus    by index; empty for one that stays whole
 */
public record Composition(MigProduct product, List<Optional<MigLayout>> gpus) {

    public Composition {
        gpus = gpus.stream().map(gpu -> gpu.map(Composition::placed)).toList();
    }

    private static MigLayout placed(MigLayout layout) {
        return MigGeometry.of(layout.product()).place(layout.combination()) instanceof Placing.Placed(var usual) ? usual
                : layout;
    }

    /** So many whole GPUs. */
    public static Composition whole(MigProduct product, int gpus) {
        return new Composition(product, Collections.nCopies(gpus, Optional.empty()));
    }

    /** What a configuration makes of GPUs; what it does not say of one is taken for whole. */
    public static Composition of(MigProduct product, Map<Integer, Plan> plans) {
        var gpus = new ArrayList<Optional<MigLayout>>();
        plans.values().forEach(plan -> gpus
                .add(plan instanceof Plan.Cut(var layout) ? Optional.of(layout) : Optional.empty()));
        return new Composition(product, gpus);
    }

    /** A GPU as it is cut; one that is whole is cut into nothing. */
    public MigLayout layout(int gpu) {
        return gpus.get(gpu).orElseGet(() -> MigLayout.empty(product));
    }

    private Composition set(int gpu, Optional<MigLayout> layout) {
        var others = new ArrayList<>(gpus);
        others.set(gpu, layout);
        return new Composition(product, others);
    }

    /** What comes of one more instance on a GPU, which may move the others. */
    public Placing more(int gpu, MigProfile profile) {
        var geometry = MigGeometry.of(product);
        return geometry.place(layout(gpu).combination().plus(profile)) instanceof Placing.Placed placed ? placed
                : geometry.place(layout(gpu), Combination.of(List.of(profile)));
    }

    /** One more instance; the same composition where it does not fit. */
    public Composition with(int gpu, MigProfile profile) {
        return more(gpu, profile) instanceof Placing.Placed(var layout) ? set(gpu, Optional.of(layout)) : this;
    }

    public Composition without(int gpu, PlacedInstance instance) {
        return set(gpu, Optional.of(layout(gpu).without(instance)));
    }

    /** What is left of a GPU cut into as many of one size as fit beside what is there. */
    public Composition filled(int gpu, MigProfile profile) {
        var filled = set(gpu, Optional.of(layout(gpu)));
        while (filled.more(gpu, profile) instanceof Placing.Placed(var layout)) {
            filled = filled.set(gpu, Optional.of(layout));
        }
        return filled;
    }

    /** A GPU in MIG mode without instances. */
    public Composition cleared(int gpu) {
        return set(gpu, Optional.of(MigLayout.empty(product)));
    }

    public Composition whole(int gpu) {
        return set(gpu, Optional.empty());
    }

    /** All GPUs as one of them. */
    public Composition likewise(int gpu) {
        return new Composition(product, Collections.nCopies(gpus.size(), gpus.get(gpu)));
    }

    /** The first GPUs cut so, the others as they were. */
    public Composition beginning(List<MigLayout> layouts) {
        var others = new ArrayList<>(gpus);
        for (int at = 0; at < Math.min(layouts.size(), others.size()); at++) {
            others.set(at, Optional.of(layouts.get(at)));
        }
        return new Composition(product, others);
    }

    /** What becomes of each GPU. */
    public Map<Integer, Plan> plans() {
        var plans = new TreeMap<Integer, Plan>();
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            plans.put(gpu, gpus.get(gpu).<Plan>map(Plan.Cut::new).orElseGet(Plan.Off::new));
        }
        return plans;
    }

    /** The entries of a configuration that says so; GPUs that are alike share one. */
    public List<Entry> entries() {
        var alike = new LinkedHashMap<Optional<Combination>, SortedSet<Integer>>();
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            alike.computeIfAbsent(gpus.get(gpu).map(MigLayout::combination), _ -> new TreeSet<>()).add(gpu);
        }
        var entries = new ArrayList<Entry>();
        alike.forEach((cut, which) -> entries.add(new Entry(alike.size() == 1 ? Optional.empty() : Optional.of(which),
                List.of(), cut.isPresent(), cut.orElseGet(() -> Combination.of(List.of())))));
        return entries;
    }
}
