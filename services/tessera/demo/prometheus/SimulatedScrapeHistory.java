package tessera.demo.prometheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedCounterHistory;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedExporters;

/**
 * The samples that a scrape every 30 seconds for days would have brought, computed on demand from the same signals. One query, one thread.
 */
final class SimulatedScrapeHistory {

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

    /**
     * A value of a series at a second.
     *
     * @param labels with the name among them
     * @param second when it was sampled
     */
    record SamplePoint(SortedMap<String, String> labels, long second, double value) {}

    /**
     * The samples of a series over a time.
     *
     * @param points the earliest first
     */
    record TimeRangeSamples(SortedMap<String, String> labels, List<SamplePoint> points) {}

    /** @param now the second of the epoch; what comes later is not known */
    SimulatedScrapeHistory(SimulatedExporters exporters, SimulatedClusterTelemetry signals,
            List<SimulatedScrapeTarget> targets, long now) {
        this.exporters = exporters;
        this.signals = signals;
        this.targets = targets;
        this.now = now;
    }

    /** Returns the newest sample of each matching series at a second of the epoch. */
    List<SamplePoint> samplesAt(List<SimulatedPromqlLabelMatcher> matchers, long second)
            throws SimulatedPromqlException {
        long sample = SimulatedClusterTelemetry.samplingSecond(Math.min(second, now));
        var points = new ArrayList<SamplePoint>();
        if (second - sample <= LOOKBACK && sample >= now - RETENTION.toSeconds()) {
            scrapeTargets(matchers, sample, points);
        }
        return points;
    }

    /** Returns the samples of each matching series in the window that ends at a second of the epoch. */
    List<TimeRangeSamples> tracksOver(List<SimulatedPromqlLabelMatcher> matchers, Duration window, long second)
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
                .map(track -> new TimeRangeSamples(track.getKey(), track.getValue().reversed())).toList();
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
            List<SimulatedPromqlLabelMatcher> matchers, long sample, List<SamplePoint> points) {
        exporters.exportSeries(target.pod(), target.node(), () -> target.readSamples(signals, sample), wanted,
                (metric, names, values, value) -> {
                    var labels = target.seriesLabels(metric, names, values);
                    if (SimulatedPromqlLabelMatcher.matchesAll(matchers, labels)) {
                        loaded++;
                        points.add(new SamplePoint(labels, sample, value));
                    }
                });
    }

    /** An exporter that is scraped, for the time of one query. One thread. */
    static final class SimulatedScrapeTarget {

        private static final int DCGM = 9400;
        private static final int GAUDI = 41611;
        /** What other clusters' series name hosts by, and none here does. */
        private static final List<String> ELSEWHERE = List.of("node", "exported_node", "exported_instance",
                "instance_id");

        private final ObjectNode pod;
        private final ObjectNode node;
        private final boolean up;
        /** Where the host is named, and where another exporter would name it; that of Gaudi names none. */
        private final Map<String, String> hosts = new HashMap<>();
        private final SortedMap<String, String> labels = new TreeMap<>();
        private final SimulatedCounterHistory rewind = new SimulatedCounterHistory();
        private final Map<Long, List<SimulatedDeviceSample>> samplesBySecond = new HashMap<>();
        /** By the label values of the exporter and the metric; a query over hours reads the same series again and again. */
        private final Map<List<String>, Map<String, SortedMap<String, String>>> labelsBySeries = new HashMap<>();

        /** @param up whether it answers */
        SimulatedScrapeTarget(ObjectNode pod, ObjectNode node, int port, boolean up) {
            this.pod = pod;
            this.node = node;
            this.up = up;
            var host = SimulatedMetadata.nameOf(node);
            ELSEWHERE.forEach(label -> hosts.put(label, ""));
            hosts.put("Hostname", port == DCGM ? host : "");
            hosts.put("hostname", port == DCGM || port == GAUDI ? "" : host);
            var service = pod.path("spec").path("containers").path(0).path("name").asText("");
            labels.put("job", service);
            labels.put("service", service);
            labels.put("container", service);
            labels.put("endpoint", port == DCGM ? "gpu-metrics" : "exporter-port");
            labels.put("namespace", SimulatedMetadata.namespaceOf(pod));
            labels.put("pod", SimulatedMetadata.nameOf(pod));
            labels.put("instance", pod.path("status").path("podIP").asText("") + ":" + port);
        }

        ObjectNode pod() {
            return pod;
        }

        ObjectNode node() {
            return node;
        }

        boolean isUp() {
            return up;
        }

        SortedMap<String, String> labels() {
            return labels;
        }

        List<SimulatedDeviceSample> readSamples(SimulatedClusterTelemetry signals, long second) {
            return samplesBySecond.computeIfAbsent(second, _ -> signals.samplesOf(node, second, rewind));
        }

        /** Returns the labels of a series, with the name among them. */
        SortedMap<String, String> seriesLabels(String metric, List<String> names, List<String> values) {
            return labelsBySeries.computeIfAbsent(values, _ -> new HashMap<>()).computeIfAbsent(metric, _ -> {
                var all = new TreeMap<>(labels);
                all.put(SimulatedPromqlLabelMatcher.NAME, metric);
                for (int i = 0; i < names.size(); i++) {
                    // An empty label is none, and those of the target win.
                    if (!values.get(i).isEmpty()) {
                        var name = names.get(i);
                        all.put(labels.containsKey(name) ? "exported_" + name : name, values.get(i));
                    }
                }
                return all;
            });
        }

        /** Returns the matchers that the target's common labels do not decide; empty if a series cannot pass. */
        Optional<List<SimulatedPromqlLabelMatcher>> remainingMatchers(List<SimulatedPromqlLabelMatcher> matchers) {
            var rest = new ArrayList<SimulatedPromqlLabelMatcher>();
            for (var matcher : matchers) {
                var common = labels.getOrDefault(matcher.label(), hosts.get(matcher.label()));
                if (common == null) {
                    rest.add(matcher);
                } else if (!matcher.matchesValue(common)) {
                    return Optional.empty();
                }
            }
            return Optional.of(rest);
        }
    }
}
