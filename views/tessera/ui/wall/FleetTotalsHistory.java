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
    record ImportedTotalsHistory(Map<FleetTotalKind, FixedStepSeries> numbers, List<Map<String, Integer>> missing,
            TotalsHistoryOrigin origin) {}

    /** Time without measurements, between two with some. */
    record MeasurementOutage(Instant from, Instant until) {}

    /** Shorter, it is an exporter that was read late. */
    private static final long SHORT = Duration.ofMinutes(2).dividedBy(STEP);

    /** Which places of a ring each filled. */
    private final Map<FleetTotalKind, Map<TotalsHistoryOrigin, BitSet>> filled = new EnumMap<>(FleetTotalKind.class);
    private final Map<FleetTotalKind, float[]> rings = new EnumMap<>(FleetTotalKind.class);
    private final UnmeasuredGpuCountHistory absences = new UnmeasuredGpuCountHistory(STEPS);
    private long latestStep = Long.MIN_VALUE;
    private @Nullable Instant startedAt;
    private @Nullable Instant firstMeasuredAt;
    private @Nullable Instant earliest;
    private long lastMeasuredStep = Long.MIN_VALUE;
    private @Nullable MeasurementOutage silence;

    FleetTotalsHistory() {
        for (var kind : FleetTotalKind.values()) {
            var ring = new float[STEPS];
            Arrays.fill(ring, Float.NaN);
            rings.put(kind, ring);
            filled.put(kind, new EnumMap<>(TotalsHistoryOrigin.class));
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
        return Optional.ofNullable(startedAt);
    }

    /** Returns the origins of a number's values that the wall did not measure; empty where there are none. */
    Set<TotalsHistoryOrigin> originsOf(FleetTotalKind kind) {
        var some = EnumSet.noneOf(TotalsHistoryOrigin.class);
        Objects.requireNonNull(filled.get(kind)).forEach((origin, places) -> {
            if (!places.isEmpty()) {
                some.add(origin);
            }
        });
        return some;
    }

    /**
     * Adds values recorded elsewhere where nothing was recorded here, or of fewer GPUs; gaps are not added.
     */
    void backfill(ImportedTotalsHistory recordedHistory) {
        if (startedAt == null) {
            return;
        }
        for (int position = 0; position < recordedHistory.missing().size(); position++) {
            var put = new TreeSet<Long>();
            for (var kind : recordedHistory.numbers().keySet()) {
                put.addAll(putPiece(kind, recordedHistory, position));
            }
            for (long step : put) {
                if (recordedHistory.numbers().keySet().stream().noneMatch(kind -> wasMeasuredHere(kind, step))) {
                    absences.put(step, recordedHistory.missing().get(position));
                }
            }
        }
    }

    /** Value from one step on until another. */
    private record LinearHistorySegment(float value, float slope, long from, long end) {}

    private LinearHistorySegment pieceAt(FleetTotalKind kind, ImportedTotalsHistory recordedHistory, int position) {
        var series = Objects.requireNonNull(recordedHistory.numbers().get(kind));
        float value = series.valueAt(position);
        long from = stepOf(series.timeAt(position));
        long end = stepOf(series.timeAt(position).plus(series.step()));
        if (recordedHistory.origin() == TotalsHistoryOrigin.HISTORY || Float.isNaN(value)) {
            return new LinearHistorySegment(value, 0, from, end);
        }
        // What a Prometheus tells are moments, between which a line is drawn.
        if (position + 1 < series.size()) {
            float next = series.valueAt(position + 1);
            return new LinearHistorySegment(value, Float.isNaN(next) ? 0 : (next - value) / (end - from), from, end);
        }
        return extendLast(kind, UnmeasuredGpuCountHistory.sumOf(recordedHistory.missing().get(position)),
                new LinearHistorySegment(value, 0, from, end));
    }

    /**
     * Extends the last piece to the wall's value for the most GPUs, which may be a little later: earlier values are too low while exporters are being read.
     */
    private LinearHistorySegment extendLast(FleetTotalKind kind, int absent, LinearHistorySegment span) {
        long met = Long.MIN_VALUE;
        for (long step = Math.max(span.from() + 1, latestStep - STEPS + 1); step <= Math.min(span.end() + SHORT,
                latestStep) && (met == Long.MIN_VALUE || absences.totalAt(met) > absent); step++) {
            if (wasMeasuredHere(kind, step)
                    && (met == Long.MIN_VALUE || absences.totalAt(step) < absences.totalAt(met))) {
                met = step;
            }
        }
        if (met == Long.MIN_VALUE) {
            return span;
        }
        float slope = absences.totalAt(met) > absent ? 0 : (valueAt(kind, met) - span.value()) / (met - span.from());
        return new LinearHistorySegment(span.value(), slope, span.from(), met);
    }

    /** @return the steps where it was put */
    private Set<Long> putPiece(FleetTotalKind kind, ImportedTotalsHistory recordedHistory, int position) {
        var span = pieceAt(kind, recordedHistory, position);
        int absent = UnmeasuredGpuCountHistory.sumOf(recordedHistory.missing().get(position));
        var put = new TreeSet<Long>();
        for (long step = Math.max(span.from(), latestStep - STEPS + 1); step < Math.min(span.end(),
                latestStep + 1); step++) {
            if (!Float.isNaN(span.value()) && shouldReplace(kind, step, absent, recordedHistory.origin())) {
                Objects.requireNonNull(rings.get(kind))[ringIndex(step)] = span.value()
                        + span.slope() * (step - span.from());
                markFilled(kind, ringIndex(step), recordedHistory.origin());
                extendBackTo(timeOf(step));
                put.add(step);
            }
        }
        return put;
    }

    private float valueAt(FleetTotalKind kind, long step) {
        return Objects.requireNonNull(rings.get(kind))[ringIndex(step)];
    }

    /** Returns whether the wall measured the step itself. */
    private boolean wasMeasuredHere(FleetTotalKind kind, long step) {
        return !Float.isNaN(valueAt(kind, step)) && originAt(kind, step).isEmpty();
    }

    private Optional<TotalsHistoryOrigin> originAt(FleetTotalKind kind, long step) {
        return Objects.requireNonNull(filled.get(kind)).entrySet().stream()
                .filter(some -> some.getValue().get(ringIndex(step))).map(Map.Entry::getKey).findFirst();
    }

    /** Returns whether the known value is worse than the new one: none, or of fewer GPUs, or of as many by a less trusted origin. */
    private boolean shouldReplace(FleetTotalKind kind, long step, int absent, TotalsHistoryOrigin origin) {
        if (Float.isNaN(valueAt(kind, step))) {
            return true;
        }
        int missing = absences.totalAt(step);
        return absent < missing || (absent == missing
                && originAt(kind, step).filter(historyOrigin -> historyOrigin.compareTo(origin) >= 0).isPresent());
    }

    private void markFilled(FleetTotalKind kind, int position, TotalsHistoryOrigin origin) {
        clearFilled(kind, position);
        Objects.requireNonNull(filled.get(kind)).computeIfAbsent(origin, _ -> new BitSet(STEPS)).set(position);
    }

    private void clearFilled(FleetTotalKind kind, int position) {
        Objects.requireNonNull(filled.get(kind)).values().forEach(places -> places.clear(position));
    }

    private void extendBackTo(Instant moment) {
        earliest = earliest == null || moment.isBefore(earliest) ? moment : earliest;
    }

    /** Records the totals of a moment; moments older than the newest are not kept. */
    void record(Instant at, WallFleetTotals totals) {
        long now = stepOf(at);
        if (now < latestStep) {
            return;
        }
        startedAt = Objects.requireNonNullElse(startedAt, at);
        extendBackTo(at);
        long kept = latestStep;
        long from = latestStep == Long.MIN_VALUE ? now : Math.max(latestStep + 1, now - STEPS + 1);
        rings.forEach((kind, ring) -> {
            for (long skipped = from; skipped < now; skipped++) {
                ring[ringIndex(skipped)] = Float.NaN;
                clearFilled(kind, ringIndex(skipped));
            }
            float value = (float) totals.get(kind);
            if (now != kept || !Float.isNaN(value)) {
                ring[ringIndex(now)] = value;
                clearFilled(kind, ringIndex(now));
            }
        });
        for (long skipped = from; skipped < now; skipped++) {
            absences.clearStep(skipped);
        }
        if (now != kept || totals.isMeasured()) {
            absences.put(now, totals.missing());
        }
        latestStep = now;
        if (firstMeasuredAt == null && totals.isMeasured()) {
            firstMeasuredAt = at;
        }
        trackSilence(now, totals.isMeasured());
    }

    private void trackSilence(long now, boolean told) {
        if (told && lastMeasuredStep != Long.MIN_VALUE && now - lastMeasuredStep > SHORT) {
            silence = new MeasurementOutage(timeOf(lastMeasuredStep + 1), timeOf(now));
        }
        lastMeasuredStep = told || lastMeasuredStep == Long.MIN_VALUE ? now : lastMeasuredStep;
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
        return startedAt == null ? Duration.ZERO : Duration.between(startedAt, now);
    }

    /** Returns the time for which the wall itself has known exporter measurements. */
    Duration measuredFor(Instant now) {
        return firstMeasuredAt == null ? Duration.ZERO : Duration.between(firstMeasuredAt, now);
    }

    /** Returns the time that the drawn history covers. */
    Duration historySpan(Instant now) {
        var known = earliest == null ? LEAST : Duration.between(earliest, now).plus(STEP);
        if (known.compareTo(LEAST) < 0) {
            return LEAST;
        }
        if (known.compareTo(SPAN) > 0) {
            return SPAN;
        }
        return known;
    }

    /** Returns the history of a number up to now, as far back as is known. */
    FixedStepSeries seriesOf(FleetTotalKind kind, Instant now) {
        return ringSeries(Objects.requireNonNull(rings.get(kind)), now);
    }

    /** Returns the number of GPUs that are in none of the numbers, but were at other times. */
    FixedStepSeries missingSeries(Instant now) {
        var fixedStepSeries = seriesOf(FleetTotalKind.USED, now);
        return new FixedStepSeries(fixedStepSeries.startTime(), STEP,
                absences.variableTotals(stepOf(fixedStepSeries.startTime()), fixedStepSeries.size()));
    }

    private FixedStepSeries ringSeries(float[] ring, Instant now) {
        long end = stepOf(now);
        int size = (int) Math.max(2, historySpan(now).dividedBy(STEP));
        var values = new float[size];
        for (int position = 0; position < size; position++) {
            long step = end - size + 1 + position;
            values[position] = step > latestStep || step <= latestStep - STEPS ? Float.NaN : ring[ringIndex(step)];
        }
        return new FixedStepSeries(timeOf(end - size + 1), STEP, values);
    }
}
