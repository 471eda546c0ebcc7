package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.metrics.prometheus.fleet.FleetPast;
import tessera.model.reading.Metric;
import tessera.ui.wall.FleetTotals.TotalQuantity;
import tessera.ui.wall.TotalsPast.MeasurementSilence;
import tessera.ui.wall.TotalsPast.PastOrigin;
import tessera.ui.wall.TotalsPast.RecordedPast;

/**
 * Extends a wall's trends to before its start from the cluster's Prometheus, and until it answers from the local history. After every time in which the wall saw nothing the Prometheus is asked for
 * that, too, and again for a while where it remembered fewer GPUs than are measured. One thread at a time.
 */
final class TrendBackfill {

    /** By then files were read, or there are none, and exporters were, too. */
    private static final Duration SOUGHT = Duration.ofMinutes(10);
    /** Enough of six hours to be seen from afar; a large fleet's answer is long enough. */
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final Duration BRIEF = Duration.ofHours(1);
    private static final Duration FINE = Duration.ofMinutes(1);
    private static final List<Metric> HEADLINES = List.of(Metric.UTILISATION, Metric.POWER, Metric.TEMPERATURE);

    private final Supplier<HistoryView> past;
    private final PrometheusBackfill backfill;
    private boolean kept;
    private @Nullable StepRange wanted;
    private @Nullable MeasurementSilence noticed;
    /** Where the first of the silences begins for which nobody was asked. */
    private @Nullable Instant open;
    private boolean begun;
    private final IncompleteAnswers doubts = new IncompleteAnswers();
    /** What was told last, while the wall may see fewer GPUs than it tells of, and of how many it is told now. */
    private @Nullable FleetPast latest;
    private Instant answered = Instant.MIN;
    private int telling;

    /**
     * @param past     of the cluster that is open
     * @param backfill what its Prometheus remembers
     */
    TrendBackfill(Supplier<HistoryView> past, PrometheusBackfill backfill) {
        this.past = past;
        this.backfill = backfill;
    }

    /**
     * Looks for values where the totals have none.
     *
     * @param roster the GPUs that they are about
     */
    void backfillGaps(TotalsPast totals, KnownGpus roster, Instant now) {
        var began = totals.recordedSince();
        if (began.isEmpty()) {
            return;
        }
        requestNext(totals, roster, now);
        if (!kept && Duration.between(began.get(), now).compareTo(SOUGHT) <= 0) {
            kept = applyLocalHistory(totals, roster, began.get().minus(TotalsPast.STEP), now.minus(TotalsPast.SPAN));
        }
        if (wanted != null) {
            var span = wanted;
            backfill.findPast(span, roster.rosterNodes().keySet(), now).ifPresent(former -> {
                wanted = null;
                backfill.forget();
                doubts.recordAnswer(span, former.maxDevicesByNode(), now);
                latest = former;
                answered = now;
                applyPast(totals, roster, former);
            });
        }
        if (latest != null && Duration.between(answered, now).compareTo(SOUGHT) > 0) {
            latest = null;
        } else if (latest != null && roster.measuredCount() > telling) {
            // Until all exporters were read, the wall saw less than is told of the moments before.
            applyPast(totals, roster, latest);
        }
    }

    /** Requests one span at a time: of all silences that came while a request was open, the next is one. */
    private void requestNext(TotalsPast totals, KnownGpus roster, Instant now) {
        var silence = totals.lastSilence().orElse(null);
        if (!begun) {
            begun = true;
            wanted = spanBetween(now.minus(TotalsPast.SPAN), now);
        } else if (silence != null && !silence.equals(noticed)) {
            open = open == null ? silence.from() : open;
        }
        noticed = silence;
        if (wanted == null && open != null && silence != null) {
            var most = silence.until().minus(TotalsPast.SPAN);
            wanted = spanBetween(open.isBefore(most) ? most : open, silence.until());
            open = null;
        }
        if (wanted == null) {
            wanted = doubts.nextDue(roster, now).orElse(null);
        }
    }

    private static StepRange spanBetween(Instant from, Instant until) {
        long step = (Duration.between(from, until).compareTo(BRIEF) <= 0 ? FINE : STEP).toSeconds();
        long end = until.getEpochSecond() / step * step;
        long start = Math.min(end, from.getEpochSecond() / step * step);
        return new StepRange(Instant.ofEpochSecond(start), Instant.ofEpochSecond(end), Duration.ofSeconds(step));
    }

    /** Returns whether a request to a Prometheus is open. */
    boolean isPending() {
        return wanted != null && backfill.isRequesting();
    }

    private void applyPast(TotalsPast totals, KnownGpus roster, FleetPast former) {
        telling = roster.measuredCount();
        totals.backfill(new RecordedPast(
                Map.of(TotalQuantity.USED, former.used(), TotalQuantity.POWER, former.power(), TotalQuantity.HOTTEST,
                        former.hottest()),
                roster.missingOverTime(former.rememberedDevices(), former.power()), PastOrigin.PROMETHEUS));
    }

    /** @param until what is recorded since is recorded there, too */
    private boolean applyLocalHistory(TotalsPast totals, KnownGpus roster, Instant until, Instant from) {
        var source = past.get();
        var power = source.fleetSeries(FleetMeasure.POWER, from, until);
        if (!until.isAfter(from) || power.isEmpty()) {
            return false;
        }
        totals.backfill(new RecordedPast(
                Map.of(TotalQuantity.USED, source.fleetSeries(FleetMeasure.UTILISATION, from, until),
                        TotalQuantity.POWER,
                        power,
                        TotalQuantity.HOTTEST, hottestSeries(source, from, until)),
                roster.missingOverTime(reportedGpus(source, power, from, until), power), PastOrigin.HISTORY));
        return true;
    }

    /** Returns the reported GPUs; some boards report no power, and those with MIG instances no utilization. */
    private static Map<String, StepSeries> reportedGpus(HistoryView source, StepSeries shape, Instant from,
            Instant until) {
        var told = new HashMap<String, float[]>();
        for (var device : source.devices()) {
            if (device.instance() == DeviceKey.WHOLE) {
                var counted = told.computeIfAbsent(device.node(), _ -> new float[shape.size()]);
                var measured = HEADLINES.stream().map(metric -> source.series(device, metric, from, until)).toList();
                for (int position = 0; position < counted.length; position++) {
                    int here = position;
                    counted[position] += measured.stream().allMatch(
                            series -> here >= series.size() || Float.isNaN(series.valueAt(here))) ? 0 : 1;
                }
            }
        }
        var counts = new HashMap<String, StepSeries>();
        told.forEach((node, counted) -> counts.put(node, new StepSeries(shape.startTime(), shape.step(), counted)));
        return counts;
    }

    private static StepSeries hottestSeries(HistoryView source, Instant from, Instant until) {
        var most = source.fleetSeries(FleetMeasure.POWER_BOARDS, from, until);
        var values = new float[most.size()];
        Arrays.fill(values, Float.NaN);
        for (var device : source.devices()) {
            var series = source.series(device, Metric.TEMPERATURE, from, until);
            for (int position = 0; position < Math.min(series.size(), values.length); position++) {
                float value = series.valueAt(position);
                values[position] = Float.isNaN(values[position]) || value > values[position] ? value : values[position];
            }
        }
        return new StepSeries(most.startTime(), most.step(), values);
    }
}
