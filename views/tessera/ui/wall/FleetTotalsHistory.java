package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.FixedStepSeries;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;

/**
 * History of a fleet's numbers over the last hours, in steps; it takes the same memory for as long as the program runs. One
 * thread at a time.
 */
final class FleetTotalsHistory {

    static final Duration SPAN = Duration.ofHours(6);
    static final Duration STEP = Duration.ofSeconds(20);
    /** Of less nothing is to be seen but a dot. */
    static final Duration VISIBLE = Duration.ofMinutes(1);
    /** What is drawn is at least so long, so that the first minutes do not look like a day. */
    private static final Duration LEAST = Duration.ofMinutes(10);
    private static final int STEPS = (int) SPAN.dividedBy(STEP);

    /** Origins of values that the wall did not measure itself; the first is trusted before the next. */
    enum TotalsHistoryOrigin {
        PROMETHEUS,
        /** What is kept on this machine. */
        HISTORY
    }

    /**
     * History recorded elsewhere.
     *
     * @param numbers of the same steps
     * @param missing of how many GPUs of each node that was there it does not tell, step by step
     */
    record RecordedTotalsHistory(Map<FleetTotalKind, FixedStepSeries> numbers, List<Map<String, Integer>> missing,
            TotalsHistoryOrigin origin) {}

    /** Time without measurements, between two with some. */
    record MeasurementOutage(Instant from, Instant until) {}

    /** Shorter, it is an exporter that was read late. */
    private static final long SHORT = Duration.ofMinutes(2).dividedBy(STEP);

    /** Which places of a ring each filled. */
    private final Map<FleetTotalKind, Map<TotalsHistoryOrigin, BitSet>> filled = new EnumMap<>(FleetTotalKind.class);
    private final Map<FleetTotalKind, float[]> rings = new EnumMap<>(FleetTotalKind.class);
    private final MissingGpuCounter absences = new MissingGpuCounter(STEPS);
    private long newest = Long.MIN_VALUE;
    private @Nullable Instant began;
    private @Nullable Instant heard;
    private @Nullable Instant earliest;
    private long measured = Long.MIN_VALUE;
    private @Nullable MeasurementOutage silence;

    FleetTotalsHistory() {
        for (var quantity : FleetTotalKind.values()) {
            var ring = new float[STEPS];
            Arrays.fill(ring, Float.NaN);
            rings.put(quantity, ring);
            filled.put(quantity, new EnumMap<>(TotalsHistoryOrigin.class));
        }
    }

    private static long stepOf(Instant moment) {
        return Math.floorDiv(moment.getEpochSecond(), STEP.toSeconds());
    }

    private static Instant timeOf(long step) {
        return Instant.ofEpochSecond(step * STEP.toSeconds());
    }

    /** Returns the start of the recording here; empty before anything was recorded. */
    Optional<Instant> recordedSince() {
        return Optional.ofNullable(began);
    }

    /** Returns the origins of a number's values that the wall did not measure; empty where there are none. */
    Set<TotalsHistoryOrigin> originsOf(FleetTotalKind quantity) {
        var some = EnumSet.noneOf(TotalsHistoryOrigin.class);
        Objects.requireNonNull(filled.get(quantity)).forEach((origin, places) -> {
            if (!places.isEmpty()) {
                some.add(origin);
            }
        });
        return some;
    }

    /**
     * Adds values recorded elsewhere where nothing was recorded here, or of fewer GPUs; gaps are not added.
     */
    void backfill(RecordedTotalsHistory told) {
        if (began == null) {
            return;
        }
        for (int position = 0; position < told.missing().size(); position++) {
            var put = new TreeSet<Long>();
            for (var quantity : told.numbers().keySet()) {
                put.addAll(putPiece(quantity, told, position));
            }
            for (long step : put) {
                if (told.numbers().keySet().stream().noneMatch(quantity -> wasMeasuredHere(quantity, step))) {
                    absences.put(step, told.missing().get(position));
                }
            }
        }
    }

    /** Value from one step on until another. */
    private record ConstantValueSpan(float value, float slope, long from, long end) {}

    private ConstantValueSpan pieceAt(FleetTotalKind quantity, RecordedTotalsHistory told, int position) {
        var series = Objects.requireNonNull(told.numbers().get(quantity));
        float value = series.valueAt(position);
        long from = stepOf(series.timeAt(position));
        long end = stepOf(series.timeAt(position).plus(series.step()));
        if (told.origin() == TotalsHistoryOrigin.HISTORY || Float.isNaN(value)) {
            return new ConstantValueSpan(value, 0, from, end);
        }
        // What a Prometheus tells are moments, between which a line is drawn.
        if (position + 1 < series.size()) {
            float next = series.valueAt(position + 1);
            return new ConstantValueSpan(value, Float.isNaN(next) ? 0 : (next - value) / (end - from), from, end);
        }
        return extendLast(quantity, MissingGpuCounter.sumOf(told.missing().get(position)),
                new ConstantValueSpan(value, 0, from, end));
    }

    /**
     * Extends the last piece to the wall's value for the most GPUs, which may be a little later: earlier values are too low while exporters are being read.
     */
    private ConstantValueSpan extendLast(FleetTotalKind quantity, int absent, ConstantValueSpan piece) {
        long met = Long.MIN_VALUE;
        for (long step = Math.max(piece.from() + 1, newest - STEPS + 1); step <= Math.min(piece.end() + SHORT, newest)
                && (met == Long.MIN_VALUE || absences.totalAt(met) > absent); step++) {
            if (wasMeasuredHere(quantity, step)
                    && (met == Long.MIN_VALUE || absences.totalAt(step) < absences.totalAt(met))) {
                met = step;
            }
        }
        if (met == Long.MIN_VALUE) {
            return piece;
        }
        float slope = absences.totalAt(met) > absent ? 0
                : (valueAt(quantity, met) - piece.value()) / (met - piece.from());
        return new ConstantValueSpan(piece.value(), slope, piece.from(), met);
    }

    /** @return the steps where it was put */
    private Set<Long> putPiece(FleetTotalKind quantity, RecordedTotalsHistory told, int position) {
        var piece = pieceAt(quantity, told, position);
        int absent = MissingGpuCounter.sumOf(told.missing().get(position));
        var put = new TreeSet<Long>();
        for (long step = Math.max(piece.from(), newest - STEPS + 1); step < Math.min(piece.end(), newest + 1); step++) {
            if (!Float.isNaN(piece.value()) && shouldReplace(quantity, step, absent, told.origin())) {
                Objects.requireNonNull(rings.get(quantity))[ringIndex(step)] = piece.value()
                        + piece.slope() * (step - piece.from());
                markFilled(quantity, ringIndex(step), told.origin());
                extendBackTo(timeOf(step));
                put.add(step);
            }
        }
        return put;
    }

    private float valueAt(FleetTotalKind quantity, long step) {
        return Objects.requireNonNull(rings.get(quantity))[ringIndex(step)];
    }

    /** Returns whether the wall measured the step itself. */
    private boolean wasMeasuredHere(FleetTotalKind quantity, long step) {
        return !Float.isNaN(valueAt(quantity, step)) && originAt(quantity, step).isEmpty();
    }

    private Optional<TotalsHistoryOrigin> originAt(FleetTotalKind quantity, long step) {
        return Objects.requireNonNull(filled.get(quantity)).entrySet().stream()
                .filter(some -> some.getValue().get(ringIndex(step))).map(Map.Entry::getKey).findFirst();
    }

    /** Returns whether the known value is worse than the new one: none, or of fewer GPUs, or of as many by a less trusted origin. */
    private boolean shouldReplace(FleetTotalKind quantity, long step, int absent, TotalsHistoryOrigin origin) {
        if (Float.isNaN(valueAt(quantity, step))) {
            return true;
        }
        int missing = absences.totalAt(step);
        return absent < missing || (absent == missing
                && originAt(quantity, step).filter(known -> known.compareTo(origin) >= 0).isPresent());
    }

    private void markFilled(FleetTotalKind quantity, int position, TotalsHistoryOrigin origin) {
        clearFilled(quantity, position);
        Objects.requireNonNull(filled.get(quantity)).computeIfAbsent(origin, _ -> new BitSet(STEPS)).set(position);
    }

    private void clearFilled(FleetTotalKind quantity, int position) {
        Objects.requireNonNull(filled.get(quantity)).values().forEach(places -> places.clear(position));
    }

    private void extendBackTo(Instant moment) {
        earliest = earliest == null || moment.isBefore(earliest) ? moment : earliest;
    }

    /** Records the totals of a moment; moments older than the newest are not kept. */
    void record(Instant at, WallFleetTotals totals) {
        long now = stepOf(at);
        if (now < newest) {
            return;
        }
        began = began == null ? at : began;
        extendBackTo(at);
        long kept = newest;
        long from = newest == Long.MIN_VALUE ? now : Math.max(newest + 1, now - STEPS + 1);
        rings.forEach((quantity, ring) -> {
            for (long skipped = from; skipped < now; skipped++) {
                ring[ringIndex(skipped)] = Float.NaN;
                clearFilled(quantity, ringIndex(skipped));
            }
            float value = (float) totals.get(quantity);
            if (now != kept || !Float.isNaN(value)) {
                ring[ringIndex(now)] = value;
                clearFilled(quantity, ringIndex(now));
            }
        });
        for (long skipped = from; skipped < now; skipped++) {
            absences.clearStep(skipped);
        }
        if (now != kept || totals.isMeasured()) {
            absences.put(now, totals.missing());
        }
        newest = now;
        if (heard == null && totals.isMeasured()) {
            heard = at;
        }
        trackSilence(now, totals.isMeasured());
    }

    private void trackSilence(long now, boolean told) {
        if (told && measured != Long.MIN_VALUE && now - measured > SHORT) {
            silence = new MeasurementOutage(timeOf(measured + 1), timeOf(now));
        }
        measured = told || measured == Long.MIN_VALUE ? now : measured;
    }

    /** Returns the last gap that has ended: as of a machine that slept, or of a cluster that was out of reach. */
    Optional<MeasurementOutage> lastSilence() {
        return Optional.ofNullable(silence);
    }

    private static int ringIndex(long step) {
        return (int) Math.floorMod(step, (long) STEPS);
    }

    /** Returns the time for which the wall has been observing. */
    Duration observedFor(Instant now) {
        return began == null ? Duration.ZERO : Duration.between(began, now);
    }

    /** Returns the time for which the wall itself has known exporter measurements. */
    Duration measuredFor(Instant now) {
        return heard == null ? Duration.ZERO : Duration.between(heard, now);
    }

    /** Returns the time that the drawn history covers. */
    Duration historySpan(Instant now) {
        var known = earliest == null ? LEAST : Duration.between(earliest, now).plus(STEP);
        return known.compareTo(LEAST) < 0 ? LEAST : known.compareTo(SPAN) > 0 ? SPAN : known;
    }

    /** Returns the history of a number up to now, as far back as is known. */
    FixedStepSeries seriesOf(FleetTotalKind quantity, Instant now) {
        return ringSeries(Objects.requireNonNull(rings.get(quantity)), now);
    }

    /** Returns the number of GPUs that are in none of the numbers, but were at other times. */
    FixedStepSeries missingSeries(Instant now) {
        var shape = seriesOf(FleetTotalKind.USED, now);
        return new FixedStepSeries(shape.startTime(), STEP,
                absences.variableTotals(stepOf(shape.startTime()), shape.size()));
    }

    private FixedStepSeries ringSeries(float[] ring, Instant now) {
        long end = stepOf(now);
        int size = (int) Math.max(2, historySpan(now).dividedBy(STEP));
        var values = new float[size];
        for (int position = 0; position < size; position++) {
            long step = end - size + 1 + position;
            values[position] = step > newest || step <= newest - STEPS ? Float.NaN : ring[ringIndex(step)];
        }
        return new FixedStepSeries(timeOf(end - size + 1), STEP, values);
    }
}
