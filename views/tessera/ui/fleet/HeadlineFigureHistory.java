package tessera.ui.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.gpu.EstimateBoundKind;
import tessera.gpu.GpuFleet;
import tessera.metrics.history.FixedStepSeries;
import tessera.model.PodListCompleteness;
import tessera.model.SessionConnectionStatus;
import tessera.ui.kit.DeviceHourTrend;

/**
 * History of the headline figures over the last hour, recorded on every screen of this window. It takes the same
 * memory however long that is. Any thread.
 */
public final class HeadlineFigureHistory {

    private static final Duration STEP = Duration.ofSeconds(20);
    private static final int STEPS = 180;
    /** What is drawn is at least so long, so that the first minutes do not look like an hour. */
    private static final int LEAST = 30;
    /** Two numbers that lie further apart have a gap between them. */
    private static final Duration APART = Duration.ofMinutes(2);

    /** One of the figures. */
    enum HeadlineFigureKind {
        GPUS,
        ALLOCATED,
        FREE,
        OUT_OF_SERVICE,
        PENDING;

        String styleClass() {
            return "figure-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        String nodeId() {
            return this == PENDING ? "figure-pending-pods" : styleClass();
        }
    }

    private final Supplier<String> cluster;
    private final Map<HeadlineFigureKind, float[]> rings = new EnumMap<>(HeadlineFigureKind.class);
    private final Map<HeadlineFigureKind, DeviceHourTrend> trendsByKind = new EnumMap<>(HeadlineFigureKind.class);
    private String of = "";
    private long first = Long.MAX_VALUE;
    private long latestStep = Long.MIN_VALUE;

    /** @param cluster which is open: what was so in one is nothing of another's */
    public HeadlineFigureHistory(Supplier<String> cluster) {
        this.cluster = cluster;
    }

    /** Returns a history that records nothing. */
    static HeadlineFigureHistory none() {
        return new HeadlineFigureHistory(() -> "");
    }

    /** Records the current figures; nothing of a fleet that is not fully read. */
    public synchronized void record(GpuFleet fleet, Instant now) {
        if (!cluster.get().equals(of)) {
            forget();
        }
        long step = Math.floorDiv(now.getEpochSecond(), STEP.toSeconds());
        if (step <= latestStep || !isFullyRead(fleet)) {
            return;
        }
        for (var figureKind : HeadlineFigureKind.values()) {
            var ring = rings.computeIfAbsent(figureKind, _ -> emptyRing());
            for (long skipped = Math.max(latestStep + 1, step - STEPS + 1); skipped < step; skipped++) {
                ring[ringIndex(skipped)] = Float.NaN;
            }
            ring[ringIndex(step)] = isKnown(figureKind, fleet) ? valueOf(figureKind, fleet) : Float.NaN;
        }
        first = Math.min(first, step);
        latestStep = step;
        trendsByKind.clear();
    }

    private void forget() {
        of = cluster.get();
        rings.clear();
        trendsByKind.clear();
        first = Long.MAX_VALUE;
        latestStep = Long.MIN_VALUE;
    }

    private static boolean isFullyRead(GpuFleet fleet) {
        var clusterSnapshot = fleet.snapshot();
        return clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection
                && clusterSnapshot.podVisibility() != PodListCompleteness.NONE && !fleet.nodes().isEmpty();
    }

    /** Returns whether a figure is exact, or all exporters have reported that it depends on. */
    private static boolean isKnown(HeadlineFigureKind figureKind, GpuFleet fleet) {
        var visibility = fleet.snapshot().podVisibility();
        boolean exact = switch (figureKind) {
            case GPUS, PENDING -> true;
            case ALLOCATED -> GpuFleet.allocatedBound(fleet.nodes(), visibility) == EstimateBoundKind.EXACT;
            case FREE -> GpuFleet.freeBound(fleet.nodes(), visibility) == EstimateBoundKind.EXACT;
            case OUT_OF_SERVICE -> GpuFleet.outOfServiceBound(fleet.nodes(), visibility) == EstimateBoundKind.EXACT;
        };
        return exact || fleet.nodes().stream().allMatch(node -> fleet.readings().readingsOf(node.name()) != null);
    }

    private static float valueOf(HeadlineFigureKind figureKind, GpuFleet fleet) {
        return switch (figureKind) {
            case GPUS -> fleet.tally().total();
            case ALLOCATED -> fleet.tally().allocated();
            case FREE -> fleet.tally().free();
            case OUT_OF_SERVICE -> fleet.tally().outOfService();
            case PENDING -> fleet.pendingPods().size();
        };
    }

    private static float[] emptyRing() {
        var gaps = new float[STEPS];
        Arrays.fill(gaps, Float.NaN);
        return gaps;
    }

    private static int ringIndex(long step) {
        return (int) Math.floorMod(step, (long) STEPS);
    }

    /** Returns the trend of a figure; empty where it was recorded once at most. The same object until there is more of it. */
    synchronized Optional<DeviceHourTrend> trendOf(HeadlineFigureKind figureKind) {
        if (!rings.containsKey(figureKind) || latestStep <= first) {
            return Optional.empty();
        }
        return Optional.of(trendsByKind.computeIfAbsent(figureKind, this::computeTrend))
                .filter(DeviceHourTrend::isDrawable);
    }

    private DeviceHourTrend computeTrend(HeadlineFigureKind figureKind) {
        var ring = Objects.requireNonNull(rings.get(figureKind));
        int size = Math.clamp(latestStep - first + 1, LEAST, STEPS);
        var values = new float[size];
        for (int at = 0; at < size; at++) {
            values[at] = ring[ringIndex(latestStep - size + 1 + at)];
        }
        var series = new FixedStepSeries(Instant.ofEpochSecond((latestStep - size + 1) * STEP.toSeconds()), STEP,
                values);
        // What never changed is a line in the middle.
        double room = series.max() == series.min() ? 1 : 0;
        return new DeviceHourTrend(series, series.min() - room, series.max() + room, APART);
    }
}
