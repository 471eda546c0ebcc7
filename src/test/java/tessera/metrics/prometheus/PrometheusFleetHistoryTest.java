package tessera.metrics.prometheus;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetHistory;

import static org.assertj.core.api.Assertions.assertThat;

/** What all devices of a fleet did together, as a Prometheus tells it over HTTP. */
class PrometheusFleetHistoryTest extends AskingTest {

    private static final Instant START = Instant.ofEpochSecond(1_700_000_400);
    private static final QueryTimeRange SPAN = new QueryTimeRange(START, START.plusSeconds(1200),
            Duration.ofMinutes(10));

    /** A series; of a moment without a value there is none. */
    private static String series(String name, String labels, String... values) {
        var points = IntStream.range(0, values.length).filter(position -> !values[position].isEmpty())
                .mapToObj(position -> "[%d,\"%s\"]".formatted(SPAN.timeAt(position).getEpochSecond(), values[position]))
                .collect(Collectors.joining(","));
        return "{\"metric\":{\"__name__\":\"%s\",%s},\"values\":[%s]}".formatted(name, labels, points);
    }

    private static String device(String node, int number) {
        return "\"Hostname\":\"%s\",\"UUID\":\"GPU-%s-%d\",\"gpu\":\"%d\"".formatted(node, node, number, number);
    }

    /** Answers what is asked of the usual exporter, and that of others nothing is known. */
    private void remembers(String... series) {
        asking.server.script(exchange -> {
            var asked = URLDecoder.decode(new String(exchange.body, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            exchange.json(200, "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[%s]}}"
                    .formatted(asked.contains("DCGM_FI_DEV_GPU_TEMP") ? String.join(",", series) : ""));
        });
    }

    private PrometheusFleetHistory read(Set<String> nodes) throws Exception {
        return PrometheusFleetHistory.read(asking.client, NodesByExporterTarget.ofNames(nodes), SPAN);
    }

    private static float[] told(PrometheusFleetHistory history, String node) {
        return Objects.requireNonNull(history.rememberedDevices().get(node)).values();
    }

    @Test
    void devicesCountFromWhenTheyWereMeasuredAndWhereNoneWasThereIsAGap() throws Exception {
        remembers(series("DCGM_FI_DEV_GPU_UTIL", device("a", 0), "20", "", "40"),
                series("DCGM_FI_DEV_GPU_UTIL", device("b", 0), "", "", "80"),
                series("DCGM_FI_DEV_POWER_USAGE", device("a", 0), "100", "", "200"),
                series("DCGM_FI_DEV_POWER_USAGE", device("b", 0), "", "", "300"),
                series("DCGM_FI_DEV_GPU_TEMP", device("a", 0), "50", "", "60"),
                series("DCGM_FI_DEV_GPU_TEMP", device("b", 0), "", "", "55"));

        var history = read(Set.of("a", "b"));

        assertThat(history.used().values()).containsExactly(0.2f, Float.NaN, 0.6f);
        assertThat(history.power().values()).containsExactly(100, Float.NaN, 500);
        assertThat(history.hottest().values()).containsExactly(50, Float.NaN, 60);
        assertThat(told(history, "a")).as("of how many").containsExactly(1, Float.NaN, 1);
        assertThat(told(history, "b")).containsExactly(Float.NaN, Float.NaN, 1);
        assertThat(history.maxDevicesByNode()).isEqualTo(Map.of("a", 1, "b", 1));
        assertThat(history.isEmpty()).isFalse();
    }

    @Test
    void blanksThatAPrometheusKeptAreGaps() throws Exception {
        remembers(series("DCGM_FI_DEV_GPU_UTIL", device("a", 0), "20", "808334905", "40"),
                series("DCGM_FI_DEV_POWER_USAGE", device("a", 0), "100", "140737488355328", "200"),
                series("DCGM_FI_DEV_POWER_USAGE", device("a", 1), "100", "100", "140737488355330"),
                series("DCGM_FI_DEV_GPU_TEMP", device("a", 0), "50", "2147483632", "9223372036854775792"));

        var history = read(Set.of("a"));

        assertThat(history.used().values()).containsExactly(0.2f, Float.NaN, 0.4f);
        assertThat(history.power().values()).containsExactly(200, 100, 200);
        assertThat(history.hottest().values()).containsExactly(50, Float.NaN, Float.NaN);
        assertThat(told(history, "a")).as("of how many").containsExactly(2, 1, 1);
    }

    @Test
    void aBoardThatIsCutIntoInstancesCountsOnce() throws Exception {
        remembers(IntStream.range(1, 4)
                .mapToObj(id -> device("a", 0) + ",\"modelName\":\"NVIDIA H100 80GB HBM3\",\"GPU_I_ID\":\"" + id
                        + "\",\"GPU_I_PROFILE\":\"1g.10gb\"")
                .map(labels -> series("DCGM_FI_DEV_POWER_USAGE", labels, "400", "400", "400")).toArray(String[]::new));

        assertThat(read(Set.of("a")).power().values()).containsExactly(400, 400, 400);
    }

    @Test
    void aLargeFleetIsAskedForInPortionsAndToldAsOne() throws Exception {
        var nodes = IntStream.range(0, 201).mapToObj("n%03d"::formatted).collect(Collectors.toSet());
        // A Prometheus that answers with more than it was asked for changes nothing.
        remembers(List.of("n000", "n099", "n100", "n200", "other").stream()
                .map(node -> series("DCGM_FI_DEV_POWER_USAGE", device(node, 0), "100", "100", "100"))
                .toArray(String[]::new));

        assertThat(read(nodes).power().values()).containsExactly(400, 400, 400);

        var asked = asking.server
                .exchanges().stream().map(exchange -> URLDecoder
                        .decode(new String(exchange.body, StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .filter(query -> query.contains("DCGM_FI_DEV_GPU_TEMP")).toList();
        assertThat(asked).as("a hundred nodes at a time").hasSize(3);
        assertThat(asked.getFirst()).contains("n000", "n099").doesNotContain("n100");
        assertThat(asked.getLast()).contains("n200").doesNotContain("n199");
    }

    @Test
    void whereNothingIsRememberedItIsEmpty() throws Exception {
        remembers();

        assertThat(read(Set.of("a")).isEmpty()).isTrue();
    }
}
