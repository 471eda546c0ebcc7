package tessera.metrics.exposition;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tessera.bench.BenchReport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * How fast expositions are read: ours, the plain way, and reading the bytes only. Processor time of the one thread that
 * reads, so that a busy machine disturbs it less.
 */
@Tag("bench")
class ExpositionBench {

    private final BenchReport report = new BenchReport("exposition.md");
    private static final int NODES = 125;
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3) * 7;
    private static final int WARMING = 5;
    private static final double MEGA = 1e6;
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

    private enum Contender {
        BYTES("reading the bytes only"),
        OURS("ours, exporters read before"),
        COLD("ours, every exporter new"),
        PLAIN("plain: lines, regular expressions, maps");

        private final String title;

        Contender(String title) {
            this.title = title;
        }
    }

    /** What a round cost. */
    private record Taken(double seconds, double allocated) {}

    private final MetricsExpositionParser parser = new MetricsExpositionParser();
    private final byte[] buffer = new byte[1 << 16];
    private double sum;

    @Test
    void readingTheExportersOfAThousandGpus() throws IOException {
        var nodes = new ArrayList<byte[]>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(DcgmText.node(node));
        }
        long bytes = nodes.stream().mapToLong(node -> node.length).sum();
        var all = new EnumMap<Contender, List<Taken>>(Contender.class);
        for (int round = -WARMING; round < ROUNDS; round++) {
            for (var contender : Contender.values()) {
                var taken = take(contender, nodes);
                if (round >= 0) {
                    all.computeIfAbsent(contender, _ -> new ArrayList<>()).add(taken);
                }
            }
        }
        write(all, bytes);
    }

    private Taken take(Contender contender, List<byte[]> nodes) throws IOException {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long start = threads.getCurrentThreadCpuTime();
        long samples = 0;
        var reader = contender == Contender.COLD ? new MetricsExpositionParser() : parser;
        for (var node : nodes) {
            var in = new ByteArrayInputStream(node);
            samples += switch (contender) {
                case BYTES -> bytesOnly(in);
                case OURS, COLD -> reader.read(in, this::add).samples();
                case PLAIN -> plain(in);
            };
        }
        double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
        assertThat(samples).isEqualTo((long) nodes.size() * DcgmText.SAMPLES);
        return new Taken(seconds, (double) (threads.getCurrentThreadAllocatedBytes() - allocated) / samples);
    }

    /** Looks at what a reader of metrics looks at. */
    private void add(MetricsExpositionSample sample) {
        sum += sample.value() + sample.name().length() + sample.labelValue("UUID").length();
    }

    private long bytesOnly(InputStream in) throws IOException {
        int seen = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            for (int i = 0; i < count; i++) {
                seen += buffer[i];
            }
        }
        sum += seen;
        return DcgmText.SAMPLES;
    }

    private long plain(InputStream in) throws IOException {
        long samples = 0;
        var reader = new BufferedReader(new InputStreamReader(in, UTF_8));
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith("#")) {
                continue;
            }
            int open = line.indexOf('{');
            int close = line.lastIndexOf('}');
            Map<String, String> labels = new HashMap<>();
            for (var label = LABEL.matcher(line.substring(open + 1, close)); label.find();) {
                labels.put(label.group(1), label.group(2));
            }
            sum += Double.parseDouble(line.substring(close + 2)) + line.substring(0, open).length()
                    + labels.getOrDefault("UUID", "").length();
            samples++;
        }
        return samples;
    }

    private void write(Map<Contender, List<Taken>> all, long bytes) throws IOException {
        var table = new StringBuilder(String.format(Locale.ROOT,
                """
                        | %d exporters of 8 GPUs, %.1f MB, %,d samples | MB a processor second | ns a sample | bytes allocated a sample |
                        | --- | ---: | ---: | ---: |
                        """,
                NODES, bytes / MEGA, NODES * DcgmText.SAMPLES));
        all.forEach((contender, taken) -> {
            double seconds = median(taken.stream().mapToDouble(Taken::seconds).toArray());
            table.append(String.format(Locale.ROOT, "| %s | %.0f | %.0f | %.1f |%n", contender.title,
                    bytes / seconds / MEGA, seconds * 1e9 / (NODES * DcgmText.SAMPLES),
                    median(taken.stream().mapToDouble(Taken::allocated).toArray())));
        });
        report.write(table.toString());
        assertThat(sum).isNotZero();
        assertThat(table.toString()).hasLineCount(2 + Contender.values().length);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
