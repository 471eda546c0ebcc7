package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.history.FleetMetric;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.model.reading.DeviceMetric;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryAnswer;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryRequest;

/**
 * The reach of the history of nodes: the local one, and before it that of a Prometheus. Pure.
 *
 * @param local   what was read here
 * @param localStart when that has begun for all of them; empty where there is nothing of any
 */
record MetricHistorySourceSelector(List<String> nodes, ReadableMetricHistory local, Optional<Instant> localStart,
        PrometheusHistoryQueryState queryState) {

    /** So many moments can be told apart in a chart. */
    private static final int MOMENTS = 720;
    /** Questions do not follow time more closely than this. */
    private static final Duration PACE = Duration.ofMinutes(5);
    /** A history that begins so soon after a frame leaves nothing to be asked for. */
    private static final Duration TOLERANCE = Duration.ofMinutes(2);
    private static final List<Duration> STEPS = List.of(QueryTimeRange.FINEST, Duration.ofMinutes(1),
            Duration.ofMinutes(2), Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofMinutes(15),
            Duration.ofMinutes(30), Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(6), Duration.ofDays(1));

    /**
     * The source of the data in sight.
     *
     * @param history  what charts are made of
     * @param step  how far the values of what is remembered lie apart; nothing where all was read here
     * @param joinedAt where what was read here follows what is remembered; empty where there is only one of them
     */
    record VisibleMetricHistory(ReadableMetricHistory history, Duration step, Optional<Instant> joinedAt) {}

    /** Returns the request that fills a frame; empty where the local history does. */
    Optional<HistoryQueryRequest> requestFor(ChartTimeFrame frame, Instant now) {
        if (queryState.name().isEmpty() || isLocalEnough(frame)) {
            return Optional.empty();
        }
        var step = stepFor(frame);
        var pace = step.multipliedBy(2);
        var until = fillEnd(frame, now);
        var from = floorTo(frame.from(), Collections.max(List.of(PACE, pace)));
        var to = localStart.filter(until::equals).isPresent() ? floorTo(until, PACE).plus(PACE) : floorTo(until, pace);
        if (from.isBefore(to)) {
            return Optional.of(new HistoryQueryRequest(nodes, new ChartTimeFrame(from, to), step));
        }
        return Optional.empty();
    }

    /** Returns the time up to which the frame has to be filled. */
    private Instant fillEnd(ChartTimeFrame frame, Instant now) {
        var end = frame.to().isAfter(now) ? now : frame.to();
        return canJoin(frame, stepFor(frame)) ? localStart.filter(end::isAfter).orElse(end) : end;
    }

    private boolean isLocalEnough(ChartTimeFrame frame) {
        return localStart.isPresent() && !localStart.get().isAfter(frame.from().plus(TOLERANCE));
    }

    /** Returns whether both histories can be joined, which requires equal steps. */
    private static boolean canJoin(ChartTimeFrame frame, Duration step) {
        return step.equals(QueryTimeRange.FINEST) && frame.length().compareTo(FleetDeviceMetricHistory.SPAN) <= 0;
    }

    private static Duration stepFor(ChartTimeFrame frame) {
        return STEPS.stream().filter(step -> frame.length().dividedBy(step) <= MOMENTS).findFirst()
                .orElse(STEPS.getLast());
    }

    /** Returns a frame in steps that can be distinguished in a chart. */
    static QueryTimeRange stepRange(ChartTimeFrame frame) {
        var step = stepFor(frame);
        return new QueryTimeRange(floorTo(frame.from(), step), floorTo(frame.to(), step), step);
    }

    private static Instant floorTo(Instant moment, Duration step) {
        return Instant.ofEpochMilli(Math.floorDiv(moment.toEpochMilli(), step.toMillis()) * step.toMillis());
    }

    /** Returns the source of a frame, with the answers so far. */
    VisibleMetricHistory sourceFor(ChartTimeFrame frame, Instant now) {
        if (isLocalEnough(frame)) {
            return localSource();
        }
        return queryState.answer().filter(this::isUsable).flatMap(came -> archiveSource(came, frame, now))
                .orElseGet(this::localSource);
    }

    private VisibleMetricHistory localSource() {
        return new VisibleMetricHistory(local, Duration.ZERO, Optional.empty());
    }

    /** Returns whether an answer is about these nodes, and has any data. */
    private boolean isUsable(HistoryQueryAnswer came) {
        return queryState.name().isPresent() && came.request().nodes().equals(nodes)
                && !came.history().devices().isEmpty();
    }

    private Optional<VisibleMetricHistory> archiveSource(HistoryQueryAnswer came, ChartTimeFrame frame, Instant now) {
        var step = came.request().step();
        var slack = step.multipliedBy(3);
        var timeFrame = came.request().frame();
        if (timeFrame.from().isAfter(frame.from().plus(slack))
                || timeFrame.to().isBefore(fillEnd(frame, now).minus(slack))) {
            return Optional.empty();
        }
        if (canJoin(frame, step) && localStart.filter(frame.to()::isAfter).isPresent()) {
            return Optional.of(new VisibleMetricHistory(
                    new LocalAndRemoteMetricHistory(local, came.history(), localStart.get()), step, localStart));
        }
        // While a finer answer is on its way the coarser one serves.
        boolean whole = !timeFrame.to().isBefore((frame.to().isAfter(now) ? now : frame.to()).minus(slack));
        if (whole) {
            return Optional.of(new VisibleMetricHistory(came.history(), step, Optional.empty()));
        }
        return Optional.empty();
    }

    /**
     * History from a remote source, and from some moment on the local one. Both in the same steps.
     *
     * @param joinedAt from when on only what was read here counts
     */
    private record LocalAndRemoteMetricHistory(ReadableMetricHistory local, ReadableMetricHistory remote,
            Instant joinedAt) implements ReadableMetricHistory {

        @Override
        public Set<DeviceSeriesKey> devices() {
            var all = new HashSet<>(remote.devices());
            all.addAll(local.devices());
            return all;
        }

        @Override
        public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
            var joined = remote.series(device, deviceMetric, from, to);
            var read = local.series(device, deviceMetric, from, to);
            var values = joined.values();
            long step = joined.step().toMillis();
            for (int position = 0; position < values.length; position++) {
                var at = joined.timeAt(position);
                // The step in which reading began belongs to here.
                if (at.plusMillis(step).isAfter(joinedAt)) {
                    long other = Math.floorDiv(at.toEpochMilli() - read.startTime().toEpochMilli(), step);
                    values[position] = other >= 0 && other < read.size() ? read.valueAt((int) other) : Float.NaN;
                }
            }
            return new FixedStepSeries(joined.startTime(), joined.step(), values);
        }

        @Override
        public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
            return local.fleetSeries(measure, from, to);
        }
    }
}
