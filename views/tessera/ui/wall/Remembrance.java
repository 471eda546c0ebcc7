package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Supplier;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.Past;
import tessera.metrics.history.Series;
import tessera.model.reading.Metric;
import tessera.ui.wall.Totals.Quantity;

/**
 * Puts before a wall's trends what the history of its cluster has from before the wall was started. The files of a history are
 * read meanwhile, so that it is looked for a while, and put once. One thread at a time.
 */
final class Remembrance {

    /** By then the files were read, or there are none. */
    private static final Duration SOUGHT = Duration.ofMinutes(10);

    private final Supplier<Past> past;
    private boolean over;

    /** @param past of the cluster that is open */
    Remembrance(Supplier<Past> past) {
        this.past = past;
    }

    /** Looks whether there is something to be put before these. */
    void remind(TotalsPast totals, Instant now) {
        var began = totals.began();
        if (over || began.isEmpty()) {
            return;
        }
        over = Duration.between(began.get(), now).compareTo(SOUGHT) > 0;
        var from = now.minus(TotalsPast.SPAN);
        var source = past.get();
        // What is recorded since is recorded there, too.
        var until = began.get().minus(TotalsPast.STEP);
        if (until.isAfter(from) && !source.fleet(FleetMeasure.POWER_BOARDS, from, until).isEmpty()) {
            over = true;
            totals.precede(Quantity.USED, source.fleet(FleetMeasure.UTILISATION, from, until));
            totals.precede(Quantity.POWER, source.fleet(FleetMeasure.POWER, from, until));
            totals.precede(Quantity.HOTTEST, hottest(source, from, until));
        }
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
