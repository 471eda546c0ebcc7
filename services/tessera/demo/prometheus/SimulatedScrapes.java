package tessera.demo.prometheus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import tessera.demo.prometheus.promql.LabelMatcher;
import tessera.demo.prometheus.promql.QueryException;
import tessera.demo.prometheus.promql.SampledSeries;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.exporter.SimulatedExporters;

/**
 * The samples that a scrape every 30 seconds for days would have brought, computed on demand from the same signals. One query, one thread.
 */
final class SimulatedScrapes implements SampledSeries {

    static final Duration RETENTION = Duration.ofDays(15);
    private static final long INTERVAL = 30;
    private static final long LOOKBACK = 300;
    private static final int MOST = 300_000;
    private static final String UP = "up";

    private final SimulatedExporters exporters;
    private final ClusterTelemetry signals;
    private final List<ScrapeTarget> targets;
    private final long now;
    private int loaded;

    /** @param now the second of the epoch; what comes later is not known */
    SimulatedScrapes(SimulatedExporters exporters, ClusterTelemetry signals, List<ScrapeTarget> targets, long now) {
        this.exporters = exporters;
        this.signals = signals;
        this.targets = targets;
        this.now = now;
    }

    @Override
    public List<Point> samplesAt(List<LabelMatcher> matchers, long second) throws QueryException {
        long sample = ClusterTelemetry.samplingSecond(Math.min(second, now));
        var points = new ArrayList<Point>();
        if (second - sample <= LOOKBACK && sample >= now - RETENTION.toSeconds()) {
            scrapeTargets(matchers, sample, points);
        }
        return points;
    }

    @Override
    public List<Track> tracksOver(List<LabelMatcher> matchers, Duration window, long second) throws QueryException {
        var tracks = new LinkedHashMap<SortedMap<String, String>, List<Point>>();
        long first = Math.max(second - window.toSeconds(), now - RETENTION.toSeconds());
        // From the latest to the earliest, because counters are wound back.
        for (long sample = ClusterTelemetry.samplingSecond(Math.min(second, now)); sample > first; sample -= INTERVAL) {
            var points = new ArrayList<Point>();
            scrapeTargets(matchers, sample, points);
            for (var point : points) {
                var track = tracks.computeIfAbsent(point.labels(), _ -> new ArrayList<>());
                // Thousands of points hold the labels of the first.
                track.add(track.isEmpty() ? point : new Point(track.getFirst().labels(), sample, point.value()));
            }
        }
        return tracks.entrySet().stream().map(track -> new Track(track.getKey(), track.getValue().reversed()))
                .toList();
    }

    private void scrapeTargets(List<LabelMatcher> matchers, long sample, List<Point> points) throws QueryException {
        var known = new HashMap<String, Boolean>();
        Predicate<String> wanted = metric -> known.computeIfAbsent(metric, name -> matchesName(matchers, name));
        var others = matchers.stream().filter(matcher -> !matcher.label().equals(LabelMatcher.NAME)).toList();
        for (var target : targets) {
            if (wanted.test(UP)) {
                addUpSample(target, matchers, sample, points);
            }
            if (target.isUp()) {
                target.remainingMatchers(others).ifPresent(rest -> scrapeTarget(target, wanted, rest, sample, points));
            }
            if (loaded > MOST) {
                throw QueryException
                        .executionError("query processing would load too many samples into memory in query execution");
            }
        }
    }

    private static boolean matchesName(List<LabelMatcher> matchers, String metric) {
        return matchers.stream().filter(matcher -> matcher.label().equals(LabelMatcher.NAME))
                .allMatch(matcher -> matcher.matchesValue(metric));
    }

    private void addUpSample(ScrapeTarget target, List<LabelMatcher> matchers, long sample, List<Point> points) {
        var labels = new TreeMap<>(target.labels());
        labels.put(LabelMatcher.NAME, UP);
        if (LabelMatcher.matchesAll(matchers, labels)) {
            loaded++;
            points.add(new Point(labels, sample, target.isUp() ? 1 : 0));
        }
    }

    private void scrapeTarget(ScrapeTarget target, Predicate<String> wanted, List<LabelMatcher> matchers, long sample,
            List<Point> points) {
        // Most metrics of a device have the same labels, by the same object.
        var nameless = new IdentityHashMap<List<String>, SortedMap<String, String>>();
        exporters.exportSeries(target.pod(), target.node(), () -> target.readSamples(signals, sample), wanted,
                (metric, names, values, value) -> {
                    var labels = new TreeMap<>(
                            nameless.computeIfAbsent(values, _ -> labelsWithoutName(target, names, values)));
                    labels.put(LabelMatcher.NAME, metric);
                    if (LabelMatcher.matchesAll(matchers, labels)) {
                        loaded++;
                        points.add(new Point(labels, sample, value));
                    }
                });
    }

    private static SortedMap<String, String> labelsWithoutName(ScrapeTarget target, List<String> names,
            List<String> values) {
        var labels = new TreeMap<>(target.labels());
        for (int i = 0; i < names.size(); i++) {
            // An empty label is none, and those of the target win.
            if (!values.get(i).isEmpty()) {
                var name = names.get(i);
                labels.put(target.labels().containsKey(name) ? "exported_" + name : name, values.get(i));
            }
        }
        return labels;
    }
}
