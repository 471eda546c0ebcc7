package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.Series;
import tessera.ui.wall.Totals.Quantity;

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
    enum Origin {
        PROMETHEUS,
        /** What is kept on this machine. */
        HISTORY
    }

    /** A time in which nothing was measured, between two in which something was. */
    record Silence(Instant from, Instant until) {}

    /** Shorter, it is an exporter that was read late. */
    private static final long SHORT = Duration.ofMinutes(2).dividedBy(STEP);

    /** Which places of a ring each filled. */
    private final Map<Quantity, Map<Origin, BitSet>> filled = new EnumMap<>(Quantity.class);
    private final Map<Quantity, float[]> rings = new EnumMap<>(Quantity.class);
    private final float[] silent = new float[STEPS];
    private long newest = Long.MIN_VALUE;
    private @Nullable Instant began;
    private @Nullable Instant heard;
    private @Nullable Instant earliest;
    private long measured = Long.MIN_VALUE;
    private @Nullable Silence silence;

    TotalsPast() {
        Arrays.fill(silent, Float.NaN);
        for (var quantity : Quantity.values()) {
            var ring = new float[STEPS];
            Arrays.fill(ring, Float.NaN);
            rings.put(quantity, ring);
            filled.put(quantity, new EnumMap<>(Origin.class));
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
    Set<Origin> origins(Quantity quantity) {
        var some = EnumSet.noneOf(Origin.class);
        Objects.requireNonNull(filled.get(quantity)).forEach((origin, places) -> {
            if (!places.isEmpty()) {
                some.add(origin);
            }
        });
        return some;
    }

    /** Puts what somebody else recorded where nothing was recorded here; of gaps in it nothing is put. */
    void backfill(Quantity quantity, Series told, Origin origin) {
        if (began == null) {
            return;
        }
        var ring = Objects.requireNonNull(rings.get(quantity));
        for (int place = 0; place < told.size(); place++) {
            float value = told.value(place);
            float slope = origin == Origin.PROMETHEUS ? slope(quantity, told, place) : 0;
            long from = step(told.time(place));
            long end = Math.min(step(told.time(place).plus(told.step())), newest + 1);
            for (long step = Math.max(from, newest - STEPS + 1); step < end && !Float.isNaN(value); step++) {
                if (open(quantity, place(step), origin)) {
                    ring[place(step)] = value + slope * (step - from);
                    fill(quantity, place(step), origin);
                    reach(time(step));
                }
            }
        }
    }

    /**
     * Says of what was put from somewhere of how many GPUs it tells, so that a number of fewer is known as that.
     *
     * @param gpus how many there are
     */
    void told(Series told, long gpus, Origin origin) {
        for (int place = 0; place < told.size(); place++) {
            float value = told.value(place);
            long end = Math.min(step(told.time(place).plus(told.step())), newest + 1);
            for (long step = Math.max(step(told.time(place)), newest - STEPS + 1); step < end; step++) {
                if (!Float.isNaN(value) && from(origin, place(step))) {
                    silent[place(step)] = gpus - Math.round(value);
                }
            }
        }
    }

    private boolean from(Origin origin, int place) {
        return filled.values().stream().map(origins -> origins.get(origin))
                .anyMatch(places -> places != null && places.get(place));
    }

    /** Whether neither the wall itself nor a better witness saw anything then. */
    private boolean open(Quantity quantity, int place, Origin origin) {
        return Float.isNaN(Objects.requireNonNull(rings.get(quantity))[place])
                || Objects.requireNonNull(filled.get(quantity)).entrySet().stream()
                        .anyMatch(some -> some.getKey().compareTo(origin) >= 0 && some.getValue().get(place));
    }

    private void fill(Quantity quantity, int place, Origin origin) {
        clear(quantity, place);
        Objects.requireNonNull(filled.get(quantity)).computeIfAbsent(origin, _ -> new BitSet(STEPS)).set(place);
    }

    private void clear(Quantity quantity, int place) {
        Objects.requireNonNull(filled.get(quantity)).values().forEach(places -> places.clear(place));
    }

    /** How much a number changes in a step of ours: what a Prometheus tells are moments, between which a line is drawn. */
    private float slope(Quantity quantity, Series told, int place) {
        long steps = told.step().dividedBy(STEP);
        if (place + 1 < told.size()) {
            float next = told.value(place + 1);
            return Float.isNaN(next) ? 0 : (next - told.value(place)) / steps;
        }
        // After the last moment it goes on with what the wall saw first.
        long from = step(told.time(place));
        for (long step = Math.max(from + 1, newest - STEPS + 1); step <= Math.min(from + steps, newest); step++) {
            if (!open(quantity, place(step), Origin.PROMETHEUS)) {
                return (Objects.requireNonNull(rings.get(quantity))[place(step)] - told.value(place)) / (step - from);
            }
        }
        return 0;
    }

    private void reach(Instant moment) {
        earliest = earliest == null || moment.isBefore(earliest) ? moment : earliest;
    }

    /** Keeps what was so at a moment; what is older than the newest is not kept. */
    void record(Instant at, Totals totals) {
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
            silent[place(skipped)] = Float.NaN;
        }
        silent[place(now)] = (float) totals.silent();
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
    Series series(Quantity quantity, Instant now) {
        return series(Objects.requireNonNull(rings.get(quantity)), now);
    }

    /** Of how many GPUs nobody told meanwhile. */
    Series silent(Instant now) {
        return series(silent, now);
    }

    private Series series(float[] ring, Instant now) {
        long end = step(now);
        int size = (int) Math.max(2, span(now).dividedBy(STEP));
        var values = new float[size];
        for (int place = 0; place < size; place++) {
            long step = end - size + 1 + place;
            values[place] = step > newest || step <= newest - STEPS ? Float.NaN : ring[place(step)];
        }
        return new Series(time(end - size + 1), STEP, values);
    }
}
