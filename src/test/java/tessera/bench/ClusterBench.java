package tessera.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long it takes to know a fleet and what it costs to go on knowing it: ours, what else there is, and the limits. The
 * tables are written to {@code target/bench/} and printed.
 *
 * <p>Every contender runs in a process of its own, in turn with the others, as often as {@code bench.rounds} says; the
 * figures are medians. {@code bench.seconds} is for how long events are watched.
 */
@Tag("bench")
class ClusterBench {

    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    private static final int SECONDS = Integer.getInteger("bench.seconds", 60);
    private static final int EVENTS = 2_000;
    private static final List<String> SERVER = List.of("-Xmx3g", "-XX:+UseParallelGC");
    /** Those that read devices, too. */
    private static final List<Contender> READERS = List.of(Contender.BYTES, Contender.TOKENS, Contender.OURS);
    private static final double MILLION = 1e6;

    /** One child's figures. */
    private record Taken(double wall, double processor, double heap, double peak) {

        static Taken of(Map<String, String> figures) {
            return new Taken(number(figures, "wall"), number(figures, "cpu"), number(figures, "heap"),
                    number(figures, "peak"));
        }

        static Taken median(List<Taken> all) {
            return new Taken(median(all.stream().mapToDouble(Taken::wall).toArray()),
                    median(all.stream().mapToDouble(Taken::processor).toArray()),
                    median(all.stream().mapToDouble(Taken::heap).toArray()),
                    median(all.stream().mapToDouble(Taken::peak).toArray()));
        }

        private static double median(double[] values) {
            Arrays.sort(values);
            return values[values.length / 2];
        }
    }

    private static double number(Map<String, String> figures, String name) {
        return Long.parseLong(figures.getOrDefault(name, "")) / MILLION;
    }

    @Test
    void readingAFleetOfAThousandNodesAndTenThousandPods() throws IOException {
        readingAFleet(1_000, 10_000, false, FleetServer.Transport.PLAIN, 60);
    }

    @Test
    void readingAFleetOfAThousandNodesOverTls() throws IOException {
        readingAFleet(1_000, 10_000, false, FleetServer.Transport.TLS, 60);
    }

    @Test
    void readingAFleetOfAThousandNodesOverTlsCompressed() throws IOException {
        readingAFleet(1_000, 10_000, false, FleetServer.Transport.COMPRESSED_TLS, 60);
    }

    @Test
    void readingAFleetOfFiveThousandNodesAndFiftyThousandPods() throws IOException {
        readingAFleet(5_000, 50_000, false, FleetServer.Transport.PLAIN, 60);
    }

    @Test
    void readingAFleetOfFiveThousandNodesWhoseGpusClaimsHandOut() throws IOException {
        readingAFleet(5_000, 50_000, true, FleetServer.Transport.PLAIN, 75);
    }

    /** @param maximum heap that may be kept, in MB */
    private static void readingAFleet(int nodes, int pods, boolean devices, FleetServer.Transport transport,
            int maximum) throws IOException {
        var report = new BenchReport("fleet-" + nodes + "-" + pods + (devices ? "-claims" : "")
                + transport.suffix.replaceAll("\\W+", "-") + ".md");
        var all = new EnumMap<Contender, List<Taken>>(Contender.class);
        double megabytes;
        try (var server = new Child(FleetServer.class, SERVER, nodes, pods, 0, devices, transport)) {
            var told = server.figures();
            megabytes = number(told, "bytes");
            rehearse(told.getOrDefault("address", ""), nodes, pods, devices);
            for (int round = 0; round < ROUNDS; round++) {
                for (var contender : devices ? READERS : List.of(Contender.values())) {
                    try (var child = new Child(Contender.class, contender.javaOptions(), contender,
                            told.getOrDefault("address", ""), nodes, pods, devices)) {
                        all.computeIfAbsent(contender, _ -> new ArrayList<>()).add(Taken.of(child.figures()));
                    }
                }
            }
        }
        var medians = new EnumMap<Contender, Taken>(Contender.class);
        all.forEach((contender, taken) -> medians.put(contender, Taken.median(taken)));
        report.write(table(
                "%,d nodes, %,d pods%s%s".formatted(nodes, pods,
                        devices ? ", %,d claims".formatted(nodes * SyntheticFleet.GPUS) : "", transport.suffix),
                megabytes, medians));
        assertThat(Objects.requireNonNull(medians.get(Contender.OURS)).heap()).as("what is kept, in MB")
                .isLessThan(maximum);
    }

    private static void rehearse(String address, int nodes, int pods, boolean devices) throws IOException {
        for (var contender : READERS) {
            try (var child = new Child(Contender.class, contender.rehearsalOptions(), contender, address, nodes, pods,
                    devices)) {
                child.figures();
            }
        }
    }

    private static String table(String fleet, double megabytes, Map<Contender, Taken> medians) {
        var table = new StringBuilder(String.format(Locale.ROOT, """
                | %s, %,.0f MB of JSON | wall s | × tokenising | processor s | heap after GC MB \
                | peak RSS MB |
                | --- | ---: | ---: | ---: | ---: | ---: |
                """, fleet, megabytes));
        double limit = Objects.requireNonNull(medians.get(Contender.TOKENS)).wall();
        medians.forEach((contender, taken) -> table
                .append(String.format(Locale.ROOT, "| %s | %.2f | %.2f | %.2f | %.0f | %.0f |%n", contender.words,
                        taken.wall(), taken.wall() / limit, taken.processor(), taken.heap(), taken.peak())));
        return table.toString();
    }

    @Test
    void followingAFleetInWhichMuchHappens() throws IOException {
        var report = new BenchReport("events.md");
        Map<String, String> seen;
        try (var server = new Child(FleetServer.class, SERVER, 5_000, 50_000, EVENTS, false,
                FleetServer.Transport.PLAIN)) {
            var told = server.figures();
            try (var child = new Child(EventWatcher.class, Contender.OURS.javaOptions(),
                    told.getOrDefault("address", ""), told.getOrDefault("epoch", ""), SECONDS)) {
                seen = child.figures();
            }
        }
        report.write(String.format(Locale.ROOT, """
                | 5,000 nodes, 50,000 pods, %,d events a second for %d s | |
                | --- | ---: |
                | events found in snapshots | %s |
                | snapshots | %s |
                | event due to snapshot published, median | %s ms |
                | 99th percentile | %s ms |
                | longest | %s ms |
                | processor time of a second | %.2f s |
                | heap after GC, before | %.0f MB |
                | heap after GC, after | %.0f MB |
                | peak RSS | %.0f MB |
                """, EVENTS, SECONDS, seen.get("events"), seen.get("snapshots"), seen.get("p50"), seen.get("p99"),
                seen.get("most"), number(seen, "cpu") / SECONDS, number(seen, "before"), number(seen, "after"),
                number(seen, "peak")));
        assertThat(number(seen, "after") - number(seen, "before")).as("what the heap grew by, in MB").isLessThan(10);
    }
}
