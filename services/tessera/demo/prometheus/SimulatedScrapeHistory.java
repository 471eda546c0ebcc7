package tessera.demo.prometheus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import tessera.demo.prometheus.promql.SimulatedPromqlException;
import tessera.demo.prometheus.promql.SimulatedPromqlLabelMatcher;
import tessera.demo.prometheus.promql.SimulatedPromqlSampleSource;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.exporter.SimulatedExporters;

/**
 * The samples that a scrape every 30 seconds for days would have brought, computed on demand from the same signals. One query, one thread.
 */
final class SimulatedScrapeHistory implements SimulatedPromqlSampleSource {

    static final Duration RETENTION = Duration.ofDays(15);
    private static final long INTERVAL = 30;
    private static final long LOOKBACK = 300;
    private static final int MOST = 300_000;
    private static final String UP = "up";

    private final SimulatedExporters exporters;
    private final SimulatedClusterTelemetry signals;
    private final List<SimulatedScrapeTarget> targets;
    private final long now;
    private int loaded;

    /** @param now the second of the epoch; what comes later is not known */
    SimulatedScrapeHistory(SimulatedExporters exporters, SimulatedClusterTelemetry signals,
            List<SimulatedScrapeTarget> targets, long now) {
        this.exporters = exporters;
        this.signals = signals;
        this.targets = targets;
        this.now = now;
    }

    @Override
    public List<SamplePoint> samplesAt(List<SimulatedPromqlLabelMatcher> matchers, long second)
            throws SimulatedPromqlException {
        long sample = SimulatedClusterTelemetry.samplingSecond(Math.min(second, now));
        var points = new ArrayList<SamplePoint>();
        if (second - sample <= LOOKBACK && sample >= now - RETENTION.toSeconds()) {
            scrapeTargets(matchers, sample, points);
        }
        return points;
    }

    @Override
    public List<TimeRangeSamples> tracksOver(List<SimulatedPromqlLabelMatcher> matchers, Duration window, long second)
            throws SimulatedPromqlException {
        var tracks = new LinkedHashMap<SortedMap<String, String>, List<SamplePoint>>();
        long first = Math.max(second - window.toSeconds(), now - RETENTION.toSeconds());
        // From the latest to the earliest, because counters are wound back.
        for (long sample = SimulatedClusterTelemetry
                .samplingSecond(Math.min(second, now)); sample > first; sample -= INTERVAL) {
            var points = new ArrayList<SamplePoint>();
            scrapeTargets(matchers, sample, points);
            for (var samplePoint : points) {
                var track = tracks.computeIfAbsent(samplePoint.labels(), _ -> new ArrayList<>());
                // Thousands of points hold the labels of the first.
                track.add(track.isEmpty() ? samplePoint
                        : new SamplePoint(track.getFirst().labels(), sample, samplePoint.value()));
            }
        }
        return tracks.entrySet().stream()
                .map(track -> new TimeRangeSamples(track.getKey(), track.getValue().reversed()))
                .toList();
    }

    private void scrapeTargets(List<SimulatedPromqlLabelMatcher> matchers, long sample, List<SamplePoint> points)
            throws SimulatedPromqlException {
        var known = new HashMap<String, Boolean>();
        Predicate<String> wanted = metric -> matchesKnown(metric, known, matchers);
        var others = matchers.stream().filter(matcher -> !matcher.label().equals(SimulatedPromqlLabelMatcher.NAME))
                .toList();
        for (var target : targets) {
            if (wanted.test(UP)) {
                addUpSample(target, matchers, sample, points);
            }
            if (target.isUp()) {
                target.remainingMatchers(others).ifPresent(rest -> scrapeTarget(target, wanted, rest, sample, points));
            }
            if (loaded > MOST) {
                throw SimulatedPromqlException
                        .executionError("query processing would load too many samples into memory in query execution");
            }
        }
    }

    private static boolean matchesKnown(String metric, Map<String, Boolean> known,
            List<SimulatedPromqlLabelMatcher> matchers) {
        return known.computeIfAbsent(metric, name -> matchesName(matchers, name));
    }

    private static boolean matchesName(List<SimulatedPromqlLabelMatcher> matchers, String metric) {
        return matchers.stream().filter(matcher -> matcher.label().equals(SimulatedPromqlLabelMatcher.NAME))
                .allMatch(matcher -> matcher.matchesValue(metric));
    }

    private void addUpSample(SimulatedScrapeTarget target, List<SimulatedPromqlLabelMatcher> matchers, long sample,
            List<SamplePoint> points) {
        var labels = new TreeMap<>(target.labels());
        labels.put(SimulatedPromqlLabelMatcher.NAME, UP);
        if (SimulatedPromqlLabelMatcher.matchesAll(matchers, labels)) {
            loaded++;
            points.add(new SamplePoint(labels, sample, target.isUp() ? 1 : 0));
        }
    }

    private void scrapeTarget(SimulatedScrapeTarget target, Predicate<String> wanted,
            List<SimulatedPromqlLabelMatcher> matchers,
            long sample,
            List<SamplePoint> points) {
        // Most metrics of a device have the same labels, by the same object.
        var nameless = new IdentityHashMap<List<String>, SortedMap<String, String>>();
        exporters.exportSeries(target.pod(), target.node(), () -> target.readSamples(signals, sample), wanted,
                (metric, names, values, value) -> {
                    var labels = new TreeMap<>(
                            nameless.computeIfAbsent(values, _ -> labelsWithoutName(target, names, values)));
                    labels.put(SimulatedPromqlLabelMatcher.NAME, metric);
                    if (SimulatedPromqlLabelMatcher.matchesAll(matchers, labels)) {
                        loaded++;
                        points.add(new SamplePoint(labels, sample, value));
                    }
                });
    }

    private static SortedMap<String, String> labelsWithoutName(SimulatedScrapeTarget target, List<String> names,
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
