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
import tessera.insight.EstimateBound;
import tessera.insight.GpuFleet;
import tessera.metrics.history.StepSeries;
import tessera.model.PodVisibility;
import tessera.model.SessionConnection;
import tessera.ui.kit.HourTrend;

/**
 * What the headline figures were in the last hour, as far as this window saw it, whatever screen was in sight. It takes the same
 * memory however long that is. Any thread.
 */
public final class FiguresPast {

    private static final Duration STEP = Duration.ofSeconds(20);
    private static final int STEPS = 180;
    /** What is drawn is at least so long, so that the first minutes do not look like an hour. */
    private static final int LEAST = 30;
    /** Two numbers that lie further apart have a gap between them. */
    private static final Duration APART = Duration.ofMinutes(2);

    /** One of the figures. */
    enum FigureQuantity {
        GPUS,
        ALLOCATED,
        FREE,
        OUT_OF_SERVICE,
        PENDING;

        String style() {
            return "figure-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Supplier<String> cluster;
    private final Map<FigureQuantity, float[]> rings = new EnumMap<>(FigureQuantity.class);
    private final Map<FigureQuantity, HourTrend> drawn = new EnumMap<>(FigureQuantity.class);
    private String of = "";
    private long first = Long.MAX_VALUE;
    private long newest = Long.MIN_VALUE;

    /** @param cluster which is open: what was so in one is nothing of another's */
    public FiguresPast(Supplier<String> cluster) {
        this.cluster = cluster;
    }

    /** One in which nothing is kept. */
    static FiguresPast none() {
        return new FiguresPast(() -> "");
    }

    /** Keeps what is so now; nothing of a fleet that is not wholly read, whose figures still come together. */
    public synchronized void record(GpuFleet fleet, Instant now) {
        if (!cluster.get().equals(of)) {
            forget();
        }
        long step = Math.floorDiv(now.getEpochSecond(), STEP.toSeconds());
        if (step <= newest || !settled(fleet)) {
            return;
        }
        for (var quantity : FigureQuantity.values()) {
            var ring = rings.computeIfAbsent(quantity, _ -> gaps());
            for (long skipped = Math.max(newest + 1, step - STEPS + 1); skipped < step; skipped++) {
                ring[place(skipped)] = Float.NaN;
            }
            ring[place(step)] = known(quantity, fleet) ? value(quantity, fleet) : Float.NaN;
        }
        first = Math.min(first, step);
        newest = step;
        drawn.clear();
    }

    private void forget() {
        of = cluster.get();
        rings.clear();
        drawn.clear();
        first = Long.MAX_VALUE;
        newest = Long.MIN_VALUE;
    }

    private static boolean settled(GpuFleet fleet) {
        var snapshot = fleet.snapshot();
        return snapshot.connection() instanceof SessionConnection.LiveConnection
                && snapshot.podSight() != PodVisibility.NONE
                && !fleet.nodes().isEmpty();
    }

    /** Whether exporters have told what a figure depends on, or it is exact without them. */
    private static boolean known(FigureQuantity quantity, GpuFleet fleet) {
        var sight = fleet.snapshot().podSight();
        boolean exact = switch (quantity) {
            case GPUS, PENDING -> true;
            case ALLOCATED -> GpuFleet.allocatedBound(fleet.nodes(), sight) == EstimateBound.EXACT;
            case FREE -> GpuFleet.freeBound(fleet.nodes(), sight) == EstimateBound.EXACT;
            case OUT_OF_SERVICE -> GpuFleet.outOfServiceBound(fleet.nodes(), sight) == EstimateBound.EXACT;
        };
        return exact || fleet.nodes().stream().allMatch(node -> fleet.readings().node(node.name()) != null);
    }

    private static float value(FigureQuantity quantity, GpuFleet fleet) {
        return switch (quantity) {
            case GPUS -> fleet.tally().total();
            case ALLOCATED -> fleet.tally().allocated();
            case FREE -> fleet.tally().free();
            case OUT_OF_SERVICE -> fleet.tally().outOfService();
            case PENDING -> fleet.waiting().size();
        };
    }

    private static float[] gaps() {
        var gaps = new float[STEPS];
        Arrays.fill(gaps, Float.NaN);
        return gaps;
    }

    private static int place(long step) {
        return (int) Math.floorMod(step, (long) STEPS);
    }

    /** What a figure was; empty where it was seen once at most. The same object until there is more of it. */
    synchronized Optional<HourTrend> of(FigureQuantity quantity) {
        if (!rings.containsKey(quantity) || newest <= first) {
            return Optional.empty();
        }
        return Optional.of(drawn.computeIfAbsent(quantity, this::draw)).filter(HourTrend::drawable);
    }

    private HourTrend draw(FigureQuantity quantity) {
        var ring = Objects.requireNonNull(rings.get(quantity));
        int size = Math.clamp(newest - first + 1, LEAST, STEPS);
        var values = new float[size];
        for (int at = 0; at < size; at++) {
            values[at] = ring[place(newest - size + 1 + at)];
        }
        var series = new StepSeries(Instant.ofEpochSecond((newest - size + 1) * STEP.toSeconds()), STEP, values);
        // What never changed is a line in the middle.
        double room = series.max() == series.min() ? 1 : 0;
        return new HourTrend(series, series.min() - room, series.max() + room, APART);
    }
}
