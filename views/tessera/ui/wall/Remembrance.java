package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.Past;
import tessera.metrics.history.Series;
import tessera.metrics.prometheus.answer.Span;
import tessera.metrics.prometheus.fleet.FleetPast;
import tessera.model.reading.Metric;
import tessera.ui.wall.Totals.Quantity;
import tessera.ui.wall.TotalsPast.Origin;
import tessera.ui.wall.TotalsPast.Silence;

/**
 * Puts before a wall's trends what the cluster's Prometheus remembers from before the wall was started, and until it tells what
 * the history of the cluster on this machine has. After every time in which the wall saw nothing the Prometheus is asked for
 * that, too. Each is put once, and what the Prometheus told stays. One thread at a time.
 */
final class Remembrance {

    /** By then files were read, or there are none. */
    private static final Duration SOUGHT = Duration.ofMinutes(10);
    /** Enough of six hours to be seen from afar; a large fleet's answer is long enough. */
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final Duration BRIEF = Duration.ofHours(1);
    private static final Duration FINE = Duration.ofMinutes(1);

    private final Supplier<Past> past;
    private final PrometheusBackfill backfill;
    private boolean kept;
    private @Nullable Span wanted;
    private @Nullable Silence noticed;
    /** Where the first of the silences begins for which nobody was asked. */
    private @Nullable Instant open;
    private boolean begun;

    /**
     * @param past     of the cluster that is open
     * @param backfill what its Prometheus remembers
     */
    Remembrance(Supplier<Past> past, PrometheusBackfill backfill) {
        this.past = past;
        this.backfill = backfill;
    }

    /**
     * Looks whether there is something to be put where these have nothing.
     *
     * @param nodes whose devices they are about
     * @param gpus  how many these have
     */
    void remind(TotalsPast totals, Set<String> nodes, long gpus, Instant now) {
        var began = totals.began();
        if (began.isEmpty()) {
            return;
        }
        want(totals, now);
        if (wanted == null) {
            return;
        }
        if (!kept && Duration.between(began.get(), now).compareTo(SOUGHT) <= 0) {
            kept = keep(totals, gpus, began.get().minus(TotalsPast.STEP), now.minus(TotalsPast.SPAN));
        }
        backfill.of(wanted, nodes, now).ifPresent(former -> {
            wanted = null;
            tell(totals, gpus, former);
        });
    }

    /** One question after the other, each waited for: of all silences that came while one was open, the next is one. */
    private void want(TotalsPast totals, Instant now) {
        var silence = totals.silence().orElse(null);
        if (!begun) {
            begun = true;
            wanted = span(now.minus(TotalsPast.SPAN), now);
        } else if (silence != null && !silence.equals(noticed)) {
            open = open == null ? silence.from() : open;
        }
        noticed = silence;
        if (wanted == null && open != null && silence != null) {
            var most = silence.until().minus(TotalsPast.SPAN);
            wanted = span(open.isBefore(most) ? most : open, silence.until());
            open = null;
        }
    }

    private static Span span(Instant from, Instant until) {
        long step = (Duration.between(from, until).compareTo(BRIEF) <= 0 ? FINE : STEP).toSeconds();
        long end = until.getEpochSecond() / step * step;
        long start = Math.min(end, from.getEpochSecond() / step * step);
        return new Span(Instant.ofEpochSecond(start), Instant.ofEpochSecond(end), Duration.ofSeconds(step));
    }

    /** Whether a Prometheus is being asked. */
    boolean awaits() {
        return wanted != null && backfill.asks();
    }

    private static void tell(TotalsPast totals, long gpus, FleetPast former) {
        totals.backfill(Quantity.USED, former.used(), Origin.PROMETHEUS);
        totals.backfill(Quantity.POWER, former.power(), Origin.PROMETHEUS);
        totals.backfill(Quantity.HOTTEST, former.hottest(), Origin.PROMETHEUS);
        totals.told(former.told(), gpus, Origin.PROMETHEUS);
    }

    /** @param until what is recorded since is recorded there, too */
    private boolean keep(TotalsPast totals, long gpus, Instant until, Instant from) {
        var source = past.get();
        if (!until.isAfter(from) || source.fleet(FleetMeasure.POWER_BOARDS, from, until).isEmpty()) {
            return false;
        }
        totals.backfill(Quantity.USED, source.fleet(FleetMeasure.UTILISATION, from, until), Origin.HISTORY);
        totals.backfill(Quantity.POWER, source.fleet(FleetMeasure.POWER, from, until), Origin.HISTORY);
        totals.backfill(Quantity.HOTTEST, hottest(source, from, until), Origin.HISTORY);
        totals.told(told(source, from, until), gpus, Origin.HISTORY);
        return true;
    }

    /** Some boards tell no power, and those that are cut into instances not how busy they are. */
    private static Series told(Past source, Instant from, Instant until) {
        var boards = source.fleet(FleetMeasure.POWER_BOARDS, from, until);
        var busy = source.fleet(FleetMeasure.UTILISATION_GPUS, from, until);
        var values = boards.values();
        for (int place = 0; place < Math.min(busy.size(), values.length); place++) {
            values[place] = Float.isNaN(values[place]) || busy.value(place) > values[place] ? busy.value(place)
                    : values[place];
        }
        return new Series(boards.start(), boards.step(), values);
    }

    private static Series hottest(Past source, Instant from, Instant until) {
        var most = source.fleet(FleetMeasure.POWER_BOARDS, from, until);
        var values = new float[most.size()];
        Arrays.fill(values, Float.NaN);
        for (var device : source.devices()) {
            var series = source.series(device, Metric.TEMPERATURE, from, until);
            for (int place = 0; place < Math.min(series.size(), values.length); place++) {
                float value = series.value(place);
                values[place] = Float.isNaN(values[place]) || value > values[place] ? value : values[place];
            }
        }
        return new Series(most.start(), most.step(), values);
    }
}
