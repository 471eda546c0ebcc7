package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetMetric;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.fleet.PrometheusFleetHistory;
import tessera.model.reading.DeviceMetric;
import tessera.ui.wall.FleetTotalsHistory.ImportedTotalsHistory;
import tessera.ui.wall.FleetTotalsHistory.MeasurementOutage;
import tessera.ui.wall.FleetTotalsHistory.TotalsHistoryOrigin;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;

/**
 * Extends a wall's trends to before its start from the cluster's Prometheus, and until it answers from the local history. After every time in which the wall saw nothing the Prometheus is asked for
 * that, too, and again for a while where it remembered fewer GPUs than are measured. One thread at a time.
 */
final class WallTrendBackfill {

    /** By then files were read, or there are none, and exporters were, too. */
    private static final Duration SOUGHT = Duration.ofMinutes(10);
    /** Enough of six hours to be seen from afar; a large fleet's answer is long enough. */
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final Duration BRIEF = Duration.ofHours(1);
    private static final Duration FINE = Duration.ofMinutes(1);
    private static final List<DeviceMetric> HEADLINES = List.of(DeviceMetric.UTILISATION, DeviceMetric.POWER,
            DeviceMetric.TEMPERATURE);

    private final Supplier<ReadableMetricHistory> historySource;
    private final WallPrometheusBackfill backfill;
    private boolean localHistoryApplied;
    private @Nullable QueryTimeRange wanted;
    private @Nullable MeasurementOutage noticed;
    /** Where the first of the silences begins for which nobody was asked. */
    private @Nullable Instant open;
    private boolean started;
    private final IncompletePrometheusAnswerTracker incompleteAnswers = new IncompletePrometheusAnswerTracker();
    /** What was told last, while the wall may see fewer GPUs than it tells of, and of how many it is told now. */
    private @Nullable PrometheusFleetHistory latest;
    private Instant answeredAt = Instant.MIN;
    private int telling;

    /**
     * @param historySource     of the cluster that is open
     * @param backfill what its Prometheus remembers
     */
    WallTrendBackfill(Supplier<ReadableMetricHistory> historySource, WallPrometheusBackfill backfill) {
        this.historySource = historySource;
        this.backfill = backfill;
    }

    /**
     * Looks for values where the totals have none.
     *
     * @param nodeGpuCounts the GPUs that they are about
     */
    void backfillGaps(FleetTotalsHistory totals, KnownNodeGpuCounts nodeGpuCounts, Instant now) {
        var began = totals.recordedSince();
        if (began.isEmpty()) {
            return;
        }
        requestNext(totals, nodeGpuCounts, now);
        if (!localHistoryApplied && Duration.between(began.get(), now).compareTo(SOUGHT) <= 0) {
            localHistoryApplied = applyLocalHistory(totals, nodeGpuCounts, began.get().minus(FleetTotalsHistory.STEP),
                    now.minus(FleetTotalsHistory.SPAN));
        }
        if (wanted != null) {
            var timeRange = wanted;
            backfill.findPast(timeRange, nodeGpuCounts.rosterNodes().keySet(), now).ifPresent(former -> {
                wanted = null;
                backfill.forget();
                incompleteAnswers.recordAnswer(timeRange, former.maxDevicesByNode(), now);
                latest = former;
                answeredAt = now;
                applyPast(totals, nodeGpuCounts, former);
            });
        }
        if (latest != null && Duration.between(answeredAt, now).compareTo(SOUGHT) > 0) {
            latest = null;
        } else if (latest != null && nodeGpuCounts.measuredCount() > telling) {
            // Until all exporters were read, the wall saw less than is told of the moments before.
            applyPast(totals, nodeGpuCounts, latest);
        }
    }

    /** Requests one span at a time: of all silences that came while a request was open, the next is one. */
    private void requestNext(FleetTotalsHistory totals, KnownNodeGpuCounts nodeGpuCounts, Instant now) {
        var silence = totals.lastSilence().orElse(null);
        if (!started) {
            started = true;
            wanted = spanBetween(now.minus(FleetTotalsHistory.SPAN), now);
        } else if (silence != null && !silence.equals(noticed)) {
            open = open == null ? silence.from() : open;
        }
        noticed = silence;
        if (wanted == null && open != null && silence != null) {
            var most = silence.until().minus(FleetTotalsHistory.SPAN);
            wanted = spanBetween(open.isBefore(most) ? most : open, silence.until());
            open = null;
        }
        if (wanted == null) {
            wanted = incompleteAnswers.nextDue(nodeGpuCounts, now).orElse(null);
        }
    }

    private static QueryTimeRange spanBetween(Instant from, Instant until) {
        long step = (Duration.between(from, until).compareTo(BRIEF) <= 0 ? FINE : STEP).toSeconds();
        long end = until.getEpochSecond() / step * step;
        long start = Math.min(end, from.getEpochSecond() / step * step);
        return new QueryTimeRange(Instant.ofEpochSecond(start), Instant.ofEpochSecond(end), Duration.ofSeconds(step));
    }

    /** Returns whether a request to a Prometheus is open. */
    boolean isPending() {
        return wanted != null && backfill.isRequesting();
    }

    private void applyPast(FleetTotalsHistory totals, KnownNodeGpuCounts nodeGpuCounts, PrometheusFleetHistory former) {
        telling = nodeGpuCounts.measuredCount();
        totals.backfill(new ImportedTotalsHistory(
                Map.of(FleetTotalKind.USED, former.used(), FleetTotalKind.POWER, former.power(), FleetTotalKind.HOTTEST,
                        former.hottest()),
                nodeGpuCounts.missingOverTime(former.rememberedDevices(), former.power()),
                TotalsHistoryOrigin.PROMETHEUS));
    }

    /** @param until what is recorded since is recorded there, too */
    private boolean applyLocalHistory(FleetTotalsHistory totals, KnownNodeGpuCounts nodeGpuCounts, Instant until,
            Instant from) {
        var source = historySource.get();
        var power = source.fleetSeries(FleetMetric.POWER, from, until);
        if (!until.isAfter(from) || power.isEmpty()) {
            return false;
        }
        totals.backfill(new ImportedTotalsHistory(
                Map.of(FleetTotalKind.USED, source.fleetSeries(FleetMetric.UTILISATION, from, until),
                        FleetTotalKind.POWER, power, FleetTotalKind.HOTTEST, hottestSeries(source, from, until)),
                nodeGpuCounts.missingOverTime(reportedGpus(source, power, from, until), power),
                TotalsHistoryOrigin.HISTORY));
        return true;
    }

    /** Returns the reported GPUs; some boards report no power, and those with MIG instances no utilization. */
    private static Map<String, FixedStepSeries> reportedGpus(ReadableMetricHistory source,
            FixedStepSeries fixedStepSeries, Instant from, Instant until) {
        var told = new HashMap<String, float[]>();
        for (var device : source.devices()) {
            if (device.instance() == DeviceSeriesKey.WHOLE) {
                var counted = told.computeIfAbsent(device.node(), _ -> new float[fixedStepSeries.size()]);
                var measured = HEADLINES.stream().map(deviceMetric -> source.series(device, deviceMetric, from, until))
                        .toList();
                for (int position = 0; position < counted.length; position++) {
                    int here = position;
                    counted[position] += measured.stream()
                            .allMatch(series -> here >= series.size() || Float.isNaN(series.valueAt(here))) ? 0 : 1;
                }
            }
        }
        var counts = new HashMap<String, FixedStepSeries>();
        told.forEach((node, counted) -> counts.put(node,
                new FixedStepSeries(fixedStepSeries.startTime(), fixedStepSeries.step(), counted)));
        return counts;
    }

    private static FixedStepSeries hottestSeries(ReadableMetricHistory source, Instant from, Instant until) {
        var most = source.fleetSeries(FleetMetric.POWER_BOARDS, from, until);
        var values = new float[most.size()];
        Arrays.fill(values, Float.NaN);
        for (var device : source.devices()) {
            var series = source.series(device, DeviceMetric.TEMPERATURE, from, until);
            for (int position = 0; position < Math.min(series.size(), values.length); position++) {
                float value = series.valueAt(position);
                values[position] = Float.isNaN(values[position]) || value > values[position] ? value : values[position];
            }
        }
        return new FixedStepSeries(most.startTime(), most.step(), values);
    }
}
