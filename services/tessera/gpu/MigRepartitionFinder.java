package tessera.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.kube.quantity.ResourceAmounts;
import tessera.mig.MigFewestGpuPlanner;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayout;
import tessera.mig.MigLayoutFinder;
import tessera.mig.MigPlacementResult;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.mig.NodeMigLayoutDraft;
import tessera.model.MigNodeLabels;
import tessera.model.PodListCompleteness;

/** Finds nodes whose MIG layout could change so that a pod gets the instances that it requests. GPUs that pods hold stay as they are. */
public final class MigRepartitionFinder {

    private static final Comparator<RepartitionCandidate> LEAST_HARM = Comparator
            .comparingInt(RepartitionCandidate::pods).thenComparingInt(candidate -> candidate.changed().size())
            .thenComparing(candidate -> candidate.node().name());

    private final MigProductCatalog products;
    private final MigInstanceCombination requested;

    /**
     * A node and its possible new MIG layout.
     *
     * @param layout  of all its GPUs
     * @param changed those that are cut anew
     * @param pods    how many pods hold GPUs of the node, and are evicted while it is divided
     */
    public record RepartitionCandidate(GpuNode node, NodeMigLayoutDraft layout, Set<Integer> changed, int pods) {

        public RepartitionCandidate {
            changed = Set.copyOf(changed);
        }
    }

    private MigRepartitionFinder(MigInstanceCombination requested, MigProductCatalog products) {
        this.requested = requested;
        this.products = products;
    }

    /** Returns the MIG instances that a pod requests; none if it requests none. */
    public static MigInstanceCombination requestedInstances(ResourceAmounts requests) {
        var counts = new TreeMap<MigProfile, Integer>();
        for (var name : requests.names()) {
            MigProfile.ofResource(name).ifPresent(
                    profile -> counts.merge(profile, (int) Math.min(requests.get(name), 1_000), Integer::sum));
        }
        return MigInstanceCombination.of((Map<MigProfile, Integer>) counts);
    }

    /** Returns the nodes where another layout would help, least disruption first. Those that have what is wanted already are left out. */
    public static List<RepartitionCandidate> findCandidates(GpuFleet fleet, MigInstanceCombination requested,
            MigProductCatalog products) {
        var search = new MigRepartitionFinder(requested, products);
        if (requested.instanceCount() == 0 || fleet.snapshot().podVisibility() != PodListCompleteness.ALL) {
            return List.of();
        }
        return fleet.nodes().stream()
                .map(node -> search.findCandidate(node,
                        NodeGpuTileFactory.tilesOf(node, fleet.readings().recentReadings(node.name()))))
                .flatMap(Optional::stream).sorted(LEAST_HARM).toList();
    }

    private Optional<RepartitionCandidate> findCandidate(GpuNode node, List<GpuHeatmapTile> tiles) {
        var product = products.findByLabel(node.label());
        if (product.isEmpty() || !isDivisible(node) || tiles.isEmpty()) {
            return Optional.empty();
        }
        var layouts = new ArrayList<Optional<MigLayout>>();
        for (int at = 0; at < tiles.size(); at++) {
            var layout = layoutOf(tiles.get(at), product.get());
            // Where it is not told which GPU is which, one that is held could be cut.
            if (layout.isEmpty() || tiles.get(at).index() != at) {
                return Optional.empty();
            }
            layouts.add(layout.get());
        }
        return findCandidate(node, tiles, new NodeMigLayoutDraft(product.get(), layouts));
    }

    private static boolean isDivisible(GpuNode node) {
        var nodeSummary = node.info().nodeSummary();
        var state = nodeSummary.label(MigNodeLabels.STATE);
        return node.state() == GpuNodeState.READY && nodeSummary.label(MigNodeLabels.CAPABLE).equals("true")
                && nodeSummary.label("nvidia.com/gpu.deploy.mig-manager").equals("true")
                && MigNodeLabels.strategyOf(nodeSummary).equals(MigNodeLabels.MIXED)
                && nodeSummary.label(MigNodeLabels.GKE_LAYOUT).isEmpty() && !state.equals("pending")
                && !state.equals("rebooting");
    }

    /** Returns the layout of a GPU, empty inside for a whole one; empty outside if unknown. */
    private static Optional<Optional<MigLayout>> layoutOf(GpuHeatmapTile tile, MigProduct product) {
        if (tile.form() == GpuAllocationKind.WHOLE) {
            return Optional.of(Optional.empty());
        }
        var profiles = tile.parts().stream().map(part -> MigProfile.parse(part.name()).orElse(null)).toList();
        if (tile.form() != GpuAllocationKind.MIG || profiles.isEmpty() || profiles.stream().anyMatch(Objects::isNull)) {
            return Optional.empty();
        }
        var cut = MigInstanceCombination.of(profiles.stream().filter(Objects::nonNull).toList());
        if (MigLayoutFinder.of(product).placeOnEmptyGpu(cut) instanceof MigPlacementResult.PlacementFound(var layout)) {
            return Optional.of(Optional.of(layout));
        }
        return Optional.empty();
    }

    private Optional<RepartitionCandidate> findCandidate(GpuNode node, List<GpuHeatmapTile> tiles,
            NodeMigLayoutDraft present) {
        var idle = new ArrayList<Integer>();
        var free = new TreeMap<MigProfile, Integer>();
        var kept = new TreeMap<MigProfile, Integer>();
        for (int at = 0; at < tiles.size(); at++) {
            var tile = tiles.get(at);
            if (!tile.isHeld() && tile.status() == GpuHeatmapTile.GpuTileStatus.USABLE) {
                idle.add(at);
            }
            for (var part : tile.parts()) {
                MigProfile.parse(part.name()).filter(_ -> !part.isHeld()).ifPresent(profile -> {
                    free.merge(profile, 1, Integer::sum);
                    if (tile.isHeld()) {
                        kept.merge(profile, 1, Integer::sum);
                    }
                });
            }
        }
        if (missingInstances(free).instanceCount() == 0
                || !(MigFewestGpuPlanner.findFewest(present.product(),
                        missingInstances(kept)) instanceof MigFewestGpuPlanner.FewestGpuResult.FewestGpuLayout served)
                || served.gpus().size() > idle.size()) {
            return Optional.empty();
        }
        // A whole GPU is worth more to others than one that is cut already.
        idle.sort(Comparator.comparing((Integer gpu) -> present.gpus().get(gpu).isEmpty())
                .thenComparing(Comparator.naturalOrder()));
        var layout = present;
        var changed = new HashSet<Integer>();
        for (int at = 0; at < served.gpus().size(); at++) {
            int gpu = idle.get(at);
            layout = withInstances(layout, gpu, served.gpus().get(at));
            changed.add(gpu);
        }
        return Optional.of(new RepartitionCandidate(node, layout, changed, node.holders().size()));
    }

    /** Adds instances to a GPU, and fills the remaining space with more of the requested ones. */
    private NodeMigLayoutDraft withInstances(NodeMigLayoutDraft layout, int gpu, MigLayout migLayout) {
        var cut = layout.withEmptyGpu(gpu);
        for (var instance : migLayout.instances()) {
            cut = cut.withInstance(gpu, instance.profile());
        }
        for (var profile : requested.counts().keySet()) {
            cut = cut.withFilledGpu(gpu, profile);
        }
        return cut;
    }

    private MigInstanceCombination missingInstances(Map<MigProfile, Integer> there) {
        var rest = new TreeMap<MigProfile, Integer>();
        requested.counts().forEach((profile, count) -> rest.put(profile, count - there.getOrDefault(profile, 0)));
        return MigInstanceCombination.of((Map<MigProfile, Integer>) rest);
    }
}
