package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.Past;
import tessera.metrics.history.Series;
import tessera.metrics.prometheus.fleet.FleetPast;
import tessera.model.reading.Metric;
import tessera.ui.wall.Totals.Quantity;
import tessera.ui.wall.TotalsPast.Origin;

/**
 * Puts before a wall's trends what the cluster's Prometheus remembers from before the wall was started, and until it tells what
 * the history of the cluster on this machine has. Either is put once. One thread at a time.
 */
final class Remembrance {

    /** By then files were read, or there are none. */
    private static final Duration SOUGHT = Duration.ofMinutes(10);

    private final Supplier<Past> past;
    private final PrometheusBackfill hours;
    private boolean kept;
    private boolean told;

    /**
     * @param past  of the cluster that is open
     * @param hours what its Prometheus remembers
     */
    Remembrance(Supplier<Past> past, PrometheusBackfill hours) {
        this.past = past;
        this.hours = hours;
    }

    /**
     * Looks whether there is something to be put before these.
     *
     * @param nodes whose devices they are about
     */
    void remind(TotalsPast totals, Set<String> nodes, Instant now) {
        var began = totals.began();
        if (told || began.isEmpty()) {
            return;
        }
        if (!kept && Duration.between(began.get(), now).compareTo(SOUGHT) <= 0) {
            kept = keep(totals, began.get().minus(TotalsPast.STEP), now.minus(TotalsPast.SPAN));
        }
        var former = hours.until(now, nodes);
        told = former.isPresent();
        former.filter(hours -> !hours.isEmpty()).ifPresent(hours -> tell(totals, hours));
    }

    /** Whether a Prometheus is being asked. */
    boolean awaits() {
        return !told && hours.asks();
    }

    private static void tell(TotalsPast totals, FleetPast hours) {
        totals.backfill(Quantity.USED, hours.used(), Origin.PROMETHEUS);
        totals.backfill(Quantity.POWER, hours.power(), Origin.PROMETHEUS);
        totals.backfill(Quantity.HOTTEST, hours.hottest(), Origin.PROMETHEUS);
    }

    /** @param until what is recorded since is recorded there, too */
    private boolean keep(TotalsPast totals, Instant until, Instant from) {
        var source = past.get();
        if (!until.isAfter(from) || source.fleet(FleetMeasure.POWER_BOARDS, from, until).isEmpty()) {
            return false;
        }
        totals.backfill(Quantity.USED, source.fleet(FleetMeasure.UTILISATION, from, until), Origin.HISTORY);
        totals.backfill(Quantity.POWER, source.fleet(FleetMeasure.POWER, from, until), Origin.HISTORY);
        totals.backfill(Quantity.HOTTEST, hottest(source, from, until), Origin.HISTORY);
        return true;
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
