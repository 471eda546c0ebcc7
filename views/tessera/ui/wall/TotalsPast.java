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
import tessera.metrics.history.StepSeries;
import tessera.ui.wall.FleetTotals.TotalQuantity;

/**
 * What a fleet's numbers were in the last hours, in steps; it takes the same memory for as long as the program runs. One
 * thread at a time.
 */
final class TotalsPast {

    static final Duration SPAN = Duration.ofHours(6);
    static final Duration STEP = Duration.ofSeconds(20);
    /** Of less nothing is to be seen but a dot. */
    static final Duration VISIBLE = Duration.ofMinutes(1);
    /** What is drawn is at least so long, so that the first minutes do not look like a day. */
    private static final Duration LEAST = Duration.ofMinutes(10);
    private static final int STEPS = (int) SPAN.dividedBy(STEP);

    /** Where what is drawn is from, where the wall did not see it itself; the first is believed before the next. */
    enum PastOrigin {
        PROMETHEUS,
        /** What is kept on this machine. */
        HISTORY
    }

    /**
     * What somebody else recorded.
     *
     * @param numbers of the same steps
     * @param missing of how many GPUs of each node that was there it does not tell, step by step
     */
    record RecordedPast(Map<TotalQuantity, StepSeries> numbers, List<Map<String, Integer>> missing,
            PastOrigin origin) {}

    /** A time in which nothing was measured, between two in which something was. */
    record Silence(Instant from, Instant until) {}

    /** Shorter, it is an exporter that was read late. */
    private static final long SHORT = Duration.ofMinutes(2).dividedBy(STEP);

    /** Which places of a ring each filled. */
    private final Map<TotalQuantity, Map<PastOrigin, BitSet>> filled = new EnumMap<>(TotalQuantity.class);
    private final Map<TotalQuantity, float[]> rings = new EnumMap<>(TotalQuantity.class);
    private final MissingGpus absences = new MissingGpus(STEPS);
    private long newest = Long.MIN_VALUE;
    private @Nullable Instant began;
    private @Nullable Instant heard;
    private @Nullable Instant earliest;
    private long measured = Long.MIN_VALUE;
    private @Nullable Silence silence;

    TotalsPast() {
        for (var quantity : TotalQuantity.values()) {
            var ring = new float[STEPS];
            Arrays.fill(ring, Float.NaN);
            rings.put(quantity, ring);
            filled.put(quantity, new EnumMap<>(PastOrigin.class));
        }
    }

    private static long step(Instant moment) {
        return Math.floorDiv(moment.getEpochSecond(), STEP.toSeconds());
    }

    private static Instant time(long step) {
        return Instant.ofEpochSecond(step * STEP.toSeconds());
    }

    /** What was recorded here begins so; empty before anything was. */
    Optional<Instant> began() {
        return Optional.ofNullable(began);
    }

    /** From where there is something of a number that the wall did not see; empty where there is nothing. */
    Set<PastOrigin> origins(TotalQuantity quantity) {
        var some = EnumSet.noneOf(PastOrigin.class);
        Objects.requireNonNull(filled.get(quantity)).forEach((origin, places) -> {
            if (!places.isEmpty()) {
                some.add(origin);
            }
        });
        return some;
    }

    /**
     * Puts what somebody else recorded where nothing was recorded here, or of fewer GPUs; of gaps in it nothing is put.
     */
    void backfill(RecordedPast told) {
        if (began == null) {
            return;
        }
        for (int place = 0; place < told.missing().size(); place++) {
            var put = new TreeSet<Long>();
            for (var quantity : told.numbers().keySet()) {
                put.addAll(put(quantity, told, place));
            }
            for (long step : put) {
                if (told.numbers().keySet().stream().noneMatch(quantity -> seen(quantity, step))) {
                    absences.put(step, told.missing().get(place));
                }
            }
        }
    }

    /** A number from one step on until another. */
    private record StepPiece(float value, float slope, long from, long end) {}

    private StepPiece piece(TotalQuantity quantity, RecordedPast told, int place) {
        var series = Objects.requireNonNull(told.numbers().get(quantity));
        float value = series.value(place);
        long from = step(series.time(place));
        long end = step(series.time(place).plus(series.step()));
        if (told.origin() == PastOrigin.HISTORY || Float.isNaN(value)) {
            return new StepPiece(value, 0, from, end);
        }
        // What a Prometheus tells are moments, between which a line is drawn.
        if (place + 1 < series.size()) {
            float next = series.value(place + 1);
            return new StepPiece(value, Float.isNaN(next) ? 0 : (next - value) / (end - from), from, end);
        }
        return last(quantity, MissingGpus.sum(told.missing().get(place)), new StepPiece(value, 0, from, end));
    }

    /**
     * After the last moment it goes on with what the wall saw of the most GPUs, which may be a little later: what it saw before of
     * fewer, while exporters were being read, is less than there was.
     */
    private StepPiece last(TotalQuantity quantity, int absent, StepPiece piece) {
        long met = Long.MIN_VALUE;
        for (long step = Math.max(piece.from() + 1, newest - STEPS + 1); step <= Math.min(piece.end() + SHORT, newest)
                && (met == Long.MIN_VALUE || absences.total(met) > absent); step++) {
            if (seen(quantity, step) && (met == Long.MIN_VALUE || absences.total(step) < absences.total(met))) {
                met = step;
            }
        }
        if (met == Long.MIN_VALUE) {
            return piece;
        }
        float slope = absences.total(met) > absent ? 0
                : (number(quantity, met) - piece.value()) / (met - piece.from());
        return new StepPiece(piece.value(), slope, piece.from(), met);
    }

    /** @return the steps where it was put */
    private Set<Long> put(TotalQuantity quantity, RecordedPast told, int place) {
        var piece = piece(quantity, told, place);
        int absent = MissingGpus.sum(told.missing().get(place));
        var put = new TreeSet<Long>();
        for (long step = Math.max(piece.from(), newest - STEPS + 1); step < Math.min(piece.end(), newest + 1); step++) {
            if (!Float.isNaN(piece.value()) && yields(quantity, step, absent, told.origin())) {
                Objects.requireNonNull(rings.get(quantity))[place(step)] = piece.value()
                        + piece.slope() * (step - piece.from());
                fill(quantity, place(step), told.origin());
                reach(time(step));
                put.add(step);
            }
        }
        return put;
    }

    private float number(TotalQuantity quantity, long step) {
        return Objects.requireNonNull(rings.get(quantity))[place(step)];
    }

    /** Whether the wall saw it itself. */
    private boolean seen(TotalQuantity quantity, long step) {
        return !Float.isNaN(number(quantity, step)) && origin(quantity, step).isEmpty();
    }

    private Optional<PastOrigin> origin(TotalQuantity quantity, long step) {
        return Objects.requireNonNull(filled.get(quantity)).entrySet().stream()
                .filter(some -> some.getValue().get(place(step))).map(Map.Entry::getKey).findFirst();
    }

    /** Whether what is known of a step is less than what is told: nothing, or fewer GPUs, or as many by a worse witness. */
    private boolean yields(TotalQuantity quantity, long step, int absent, PastOrigin origin) {
        if (Float.isNaN(number(quantity, step))) {
            return true;
        }
        int missing = absences.total(step);
        return absent < missing || (absent == missing
                && origin(quantity, step).filter(known -> known.compareTo(origin) >= 0).isPresent());
    }

    private void fill(TotalQuantity quantity, int place, PastOrigin origin) {
        clear(quantity, place);
        Objects.requireNonNull(filled.get(quantity)).computeIfAbsent(origin, _ -> new BitSet(STEPS)).set(place);
    }

    private void clear(TotalQuantity quantity, int place) {
        Objects.requireNonNull(filled.get(quantity)).values().forEach(places -> places.clear(place));
    }

    private void reach(Instant moment) {
        earliest = earliest == null || moment.isBefore(earliest) ? moment : earliest;
    }

    /** Keeps what was so at a moment; what is older than the newest is not kept. */
    void record(Instant at, FleetTotals totals) {
        long now = step(at);
        if (now < newest) {
            return;
        }
        began = began == null ? at : began;
        reach(at);
        long kept = newest;
        long from = newest == Long.MIN_VALUE ? now : Math.max(newest + 1, now - STEPS + 1);
        rings.forEach((quantity, ring) -> {
            for (long skipped = from; skipped < now; skipped++) {
                ring[place(skipped)] = Float.NaN;
                clear(quantity, place(skipped));
            }
            float value = (float) totals.get(quantity);
            if (now != kept || !Float.isNaN(value)) {
                ring[place(now)] = value;
                clear(quantity, place(now));
            }
        });
        for (long skipped = from; skipped < now; skipped++) {
            absences.clear(skipped);
        }
        if (now != kept || totals.measured()) {
            absences.put(now, totals.missing());
        }
        newest = now;
        if (heard == null && totals.measured()) {
            heard = at;
        }
        listen(now, totals.measured());
    }

    private void listen(long now, boolean told) {
        if (told && measured != Long.MIN_VALUE && now - measured > SHORT) {
            silence = new Silence(time(measured + 1), time(now));
        }
        measured = told || measured == Long.MIN_VALUE ? now : measured;
    }

    /** The last that is over: as of a machine that slept, or of a cluster that was out of reach. */
    Optional<Silence> silence() {
        return Optional.ofNullable(silence);
    }

    private static int place(long step) {
        return (int) Math.floorMod(step, (long) STEPS);
    }

    /** For how long the wall looks itself. */
    Duration seen(Instant now) {
        return began == null ? Duration.ZERO : Duration.between(began, now);
    }

    /** For how long the wall knows of itself what exporters measure. */
    Duration heard(Instant now) {
        return heard == null ? Duration.ZERO : Duration.between(heard, now);
    }

    /** How far back what is drawn reaches. */
    Duration span(Instant now) {
        var known = earliest == null ? LEAST : Duration.between(earliest, now).plus(STEP);
        return known.compareTo(LEAST) < 0 ? LEAST : known.compareTo(SPAN) > 0 ? SPAN : known;
    }

    /** What a number was up to now, as far back as is known. */
    StepSeries series(TotalQuantity quantity, Instant now) {
        return series(Objects.requireNonNull(rings.get(quantity)), now);
    }

    /** How many GPUs that were there were in none of the numbers, and were so at other times. */
    StepSeries missing(Instant now) {
        var shape = series(TotalQuantity.USED, now);
        return new StepSeries(shape.start(), STEP, absences.over(step(shape.start()), shape.size()));
    }

    private StepSeries series(float[] ring, Instant now) {
        long end = step(now);
        int size = (int) Math.max(2, span(now).dividedBy(STEP));
        var values = new float[size];
        for (int place = 0; place < size; place++) {
            long step = end - size + 1 + place;
            values[place] = step > newest || step <= newest - STEPS ? Float.NaN : ring[place(step)];
        }
        return new StepSeries(time(end - size + 1), STEP, values);
    }
}
