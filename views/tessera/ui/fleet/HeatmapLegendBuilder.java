package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.GpuHeatmapTile.GpuTileStatus;
import tessera.gpu.GpuNodeState;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ControllerRef;
import tessera.model.PodListCompleteness;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.heatmap.FleetHeatmapState;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.heatmap.HeatmapLegendSample;

/** Builds the legend of what is in sight, and only that, from samples of the heatmap itself. */
final class HeatmapLegendBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeatmapLegendBuilder.class);

    /** The appearances that the heatmap distinguishes, over all lenses. */
    private enum HeatmapAppearanceKind {
        WHOLE,
        MIG,
        SHARED,
        FREE,
        UNUSED,
        HEALTHY,
        CORDONED,
        UNHEALTHY,
        MAINTENANCE,
        NOT_OFFERED,
        LOST,
        NO_DATA
    }

    private final FleetHeatmapState heatmap;
    private final FleetHeatmapState scheme;
    private final Set<HeatmapAppearanceKind> presentKinds = EnumSet.noneOf(HeatmapAppearanceKind.class);
    private final LegendSampleGpus samples;
    private final List<HeatmapLegendEntryState> keys = new ArrayList<>();

    private HeatmapLegendBuilder(FleetHeatmapState heatmap) {
        this.heatmap = heatmap;
        // Who holds the most changes with every pod, and all samples would be drawn anew for it.
        var owners = heatmap.colorMode() == HeatmapColorMode.OWNER ? heatmap.owners() : List.<String>of();
        this.scheme = new FleetHeatmapState(heatmap.colorMode(), List.of(), owners, heatmap.namespace(),
                heatmap.podVisibility(), heatmap.scale());
        this.samples = new LegendSampleGpus(heatmap.namespace());
    }

    static List<HeatmapLegendEntryState> keysOf(FleetHeatmapState heatmap) {
        var legend = new HeatmapLegendBuilder(heatmap);
        legend.inspectHeatmap();
        legend.addKeys();
        return legend.keys;
    }

    private void addKeys() {
        switch (heatmap.colorMode()) {
            case ALLOCATION -> {
                addIfSeen(HeatmapAppearanceKind.WHOLE, samples.nodeSample(samples.wholeGpu()),
                        MESSAGES.text("legend.whole"));
                addIfSeen(HeatmapAppearanceKind.MIG, samples.nodeSample(samples.migGpu()), MESSAGES.text("legend.mig"));
                addSharedKey();
                addIfSeen(HeatmapAppearanceKind.FREE, samples.nodeSample(LegendSampleGpus.freeGpu()),
                        MESSAGES.text("legend.free"));
                addIfSeen(HeatmapAppearanceKind.UNUSED,
                        new HeatmapLegendSample(LegendSampleGpus.partlyCutGpu(), List.of(), GpuNodeState.READY),
                        MESSAGES.text("legend.unusedMemory"));
            }
            case OWNER -> {
                addOwnerKeys();
                addIfSeen(HeatmapAppearanceKind.FREE, samples.nodeSample(LegendSampleGpus.freeGpu()),
                        MESSAGES.text("legend.free"));
            }
            case UTILISATION, MEMORY, TEMPERATURE, POWER -> {
                // The scale explains them.
            }
            case HEALTH -> addIfSeen(HeatmapAppearanceKind.HEALTHY, samples.nodeSample(samples.wholeGpu()),
                    MESSAGES.text("legend.healthy"));
        }
        if (!heatmap.namespace().isEmpty() && heatmap.colorMode() != HeatmapColorMode.HEALTH
                && !heatmap.colorMode().isMeasured()) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy("")),
                    MESSAGES.text("legend.otherNamespaces", heatmap.namespace()));
        }
        addStateKeys();
    }

    /** Adds what every lens marks. */
    private void addStateKeys() {
        addIfSeen(HeatmapAppearanceKind.CORDONED, cordonedSample(), MESSAGES.text("legend.cordoned"));
        addIfSeen(HeatmapAppearanceKind.UNHEALTHY, samples.unhealthySample(), MESSAGES.text("legend.unhealthy"));
        addIfSeen(HeatmapAppearanceKind.MAINTENANCE,
                LegendSampleGpus.outOfServiceSample(GpuTileStatus.MAINTENANCE, GpuNodeState.MAINTENANCE),
                MESSAGES.text("legend.maintenance"));
        addIfSeen(HeatmapAppearanceKind.NOT_OFFERED,
                LegendSampleGpus.outOfServiceSample(GpuTileStatus.NOT_OFFERED, GpuNodeState.NOT_OFFERED),
                MESSAGES.text("legend.notOffered"));
        addIfSeen(HeatmapAppearanceKind.NO_DATA, LegendSampleGpus.outOfServiceSample(GpuTileStatus.UNKNOWN,
                presentKinds.contains(HeatmapAppearanceKind.LOST) ? GpuNodeState.UNREACHABLE : GpuNodeState.READY),
                MESSAGES.text("legend.noData"));
    }

    private HeatmapLegendSample cordonedSample() {
        return new HeatmapLegendSample(samples.wholeGpu(),
                Collections.nCopies(LegendSampleGpus.GPUS, samples.wholeGpu()), GpuNodeState.CORDONED);
    }

    /** Adds the owners; where one namespace is highlighted, the others have no colours. */
    private void addOwnerKeys() {
        for (var owner : heatmap.owners()) {
            if (heatmap.namespace().isEmpty() || heatmap.namespace().equals(owner)) {
                addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy(owner)), owner);
            }
        }
        if (heatmap.namespace().isEmpty()) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy("")), MESSAGES.text("legend.others"));
        } else if (!heatmap.owners().contains(heatmap.namespace())) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy(heatmap.namespace())), heatmap.namespace());
        }
    }

    /** Adds parts that are no MIG instances; partitions have compute of their own. */
    private void addSharedKey() {
        var partitioned = heatmap.groups().stream().flatMap(group -> group.cards().stream())
                .filter(card -> card.tiles().stream().map(GpuHeatmapTile::form)
                        .anyMatch(NodeGpuAllocationGroup.GpuAllocationKind.SHARED::equals))
                .map(card -> card.node().isPartitioned()).distinct().toList();
        boolean all = partitioned.equals(List.of(true));
        var sample = samples.nodeSample(samples.sharedGpu());
        addIfSeen(HeatmapAppearanceKind.SHARED,
                new HeatmapLegendSample(sample.tile(), sample.strip(), sample.state(), all), text(partitioned, all));
    }

    private static String text(List<Boolean> partitioned, boolean all) {
        if (partitioned.size() > 1) {
            return MESSAGES.text("legend.sharedOrPartition");
        }
        if (all) {
            return MESSAGES.text("legend.partition");
        }
        return MESSAGES.text("legend.shared");
    }

    private void addIfSeen(HeatmapAppearanceKind appearanceKind, HeatmapLegendSample sample, String text) {
        if (presentKinds.contains(appearanceKind)) {
            addKey(sample, text, switch (appearanceKind) {
                case WHOLE -> MESSAGES.text("legend.wholeShort");
                case UNUSED -> "";
                default -> text;
            });
        }
    }

    private void addKey(HeatmapLegendSample sample, String text) {
        addKey(sample, text, text);
    }

    /** @param wallText that fits a line at the foot of the wall; empty for what is not distinguishable from afar */
    private void addKey(HeatmapLegendSample sample, String text, String wallText) {
        keys.add(new HeatmapLegendEntryState(sample, scheme, text, wallText));
    }

    private void inspectHeatmap() {
        for (var group : heatmap.groups()) {
            for (var card : group.cards()) {
                if (card.node().isClosed()) {
                    presentKinds.add(HeatmapAppearanceKind.CORDONED);
                }
                card.tiles().forEach(this::inspectTile);
            }
        }
    }

    private void inspectTile(GpuHeatmapTile tile) {
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> presentKinds.add(HeatmapAppearanceKind.UNHEALTHY);
            case MAINTENANCE -> presentKinds.add(HeatmapAppearanceKind.MAINTENANCE);
            case NOT_OFFERED -> presentKinds.add(HeatmapAppearanceKind.NOT_OFFERED);
            case UNKNOWN -> presentKinds.addAll(List.of(HeatmapAppearanceKind.NO_DATA, HeatmapAppearanceKind.LOST));
            case USABLE -> inspectUsableTile(tile);
        }
    }

    private void inspectUsableTile(GpuHeatmapTile tile) {
        presentKinds.add(HeatmapAppearanceKind.HEALTHY);
        if (heatmap.colorMode().isMeasured()) {
            if (tile.parts().stream().anyMatch(part -> heatmap.scale().levelOf(tile, part).isEmpty())) {
                presentKinds.add(HeatmapAppearanceKind.NO_DATA);
            }
        } else if (heatmap.podVisibility() == PodListCompleteness.NONE) {
            presentKinds.add(HeatmapAppearanceKind.NO_DATA);
        } else {
            var rest = heatmap.podVisibility() == PodListCompleteness.ALL ? HeatmapAppearanceKind.FREE
                    : HeatmapAppearanceKind.NO_DATA;
            tile.parts().forEach(part -> presentKinds.add(part.isHeld() ? heldLook(tile.form()) : rest));
        }
        boolean unfilled = tile.parts().stream().reduce((_, last) -> last)
                .filter(last -> last.start() + last.size() < 0.99).isPresent();
        if (tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG && unfilled) {
            presentKinds.add(HeatmapAppearanceKind.UNUSED);
        }
    }

    private static HeatmapAppearanceKind heldLook(NodeGpuAllocationGroup.GpuAllocationKind form) {
        return switch (form) {
            case MIG -> HeatmapAppearanceKind.MIG;
            case SHARED -> HeatmapAppearanceKind.SHARED;
            case WHOLE, NOT_OFFERED -> HeatmapAppearanceKind.WHOLE;
        };
    }

    /** Sample GPUs for the legend, as plain as possible. */
    private static final class LegendSampleGpus {

        /** So many GPUs has a node that stands for all. */
        static final int GPUS = 4;
        private static final int INSTANCES = 3;
        private static final int SHARES = 4;

        /** For lenses that show what is measured. */
        private static final DeviceReadings MEASURED = new DeviceReadings("", -1, "", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5)
                        .set(DeviceMetric.MEMORY_USED, 1).set(DeviceMetric.MEMORY_TOTAL, 2)
                        .set(DeviceMetric.TEMPERATURE, 60).set(DeviceMetric.POWER, 0).toValues(),
                List.of());

        private final String namespace;

        /** @param namespace of those who hold something */
        LegendSampleGpus(String namespace) {
            this.namespace = namespace;
        }

        /** Returns a sample of a GPU and a node full of them. */
        HeatmapLegendSample nodeSample(GpuHeatmapTile tile) {
            return new HeatmapLegendSample(tile, Collections.nCopies(GPUS, tile), GpuNodeState.READY);
        }

        GpuHeatmapTile wholeGpu() {
            return gpuHeldBy(namespace);
        }

        GpuHeatmapTile migGpu() {
            return dividedTile(GpuAllocationKind.MIG, INSTANCES, holderPod(namespace));
        }

        GpuHeatmapTile sharedGpu() {
            return dividedTile(GpuAllocationKind.SHARED, SHARES, holderPod(namespace));
        }

        HeatmapLegendSample unhealthySample() {
            var broken = wholeTile(GpuTileStatus.UNHEALTHY);
            return new HeatmapLegendSample(broken, List.of(wholeGpu(), broken, wholeGpu(), wholeGpu()),
                    GpuNodeState.UNHEALTHY);
        }

        static GpuHeatmapTile gpuHeldBy(String namespace) {
            return dividedTile(GpuAllocationKind.WHOLE, 1, holderPod(namespace));
        }

        static GpuHeatmapTile freeGpu() {
            return dividedTile(GpuAllocationKind.WHOLE, 1, null);
        }

        /** Returns a GPU with room for another instance. */
        static GpuHeatmapTile partlyCutGpu() {
            return createTile(GpuAllocationKind.MIG, GpuTileStatus.USABLE, List.of(tilePart(0, 0.6, null)));
        }

        static HeatmapLegendSample outOfServiceSample(GpuTileStatus status, GpuNodeState state) {
            return new HeatmapLegendSample(wholeTile(status), Collections.nCopies(GPUS, wholeTile(status)), state);
        }

        private static GpuHeatmapTile wholeTile(GpuTileStatus status) {
            return createTile(GpuAllocationKind.WHOLE, status, List.of(tilePart(0, 1, null)));
        }

        private static GpuHeatmapTile dividedTile(GpuAllocationKind form, int count, @Nullable PodSummary holder) {
            var parts = new ArrayList<AllocatableGpuPart>();
            for (int part = 0; part < count; part++) {
                parts.add(tilePart((double) part / count, 1.0 / count, holder));
            }
            return createTile(form, GpuTileStatus.USABLE, parts);
        }

        private static GpuHeatmapTile createTile(GpuAllocationKind form, GpuTileStatus status,
                List<AllocatableGpuPart> parts) {
            return new GpuHeatmapTile(form, status, -1, status == GpuTileStatus.USABLE ? MEASURED : null, parts);
        }

        private static AllocatableGpuPart tilePart(double start, double size, @Nullable PodSummary holder) {
            return new AllocatableGpuPart("", "", start, size, AllocatableGpuPart.NO_INSTANCE, holder);
        }

        private static PodSummary holderPod(String namespace) {
            return new PodSummary(namespace, "", "", "", "", PodPhase.RUNNING, "", "", "", ResourceAmounts.NONE,
                    ControllerRef.NONE, Map.of(), 0, null, null, null, 0, 0, 0, List.of());
        }
    }
}
