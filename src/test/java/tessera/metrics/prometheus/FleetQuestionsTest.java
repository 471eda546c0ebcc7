package tessera.metrics.prometheus;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader.FleetReadingsRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** How often a Prometheus is asked about a fleet, and for what. */
class FleetQuestionsTest extends AskingTest {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private final AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2026-11-18T13:00:10Z"));
    private Set<String> nodes = Set.of("n1", "n2");
    /** Of whose exporters there are series. */
    private String vendor = "DCGM_FI_";

    @BeforeEach
    void answer() {
        asking.server.script(exchange -> exchange.text(200, "application/json",
                "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                        + (query(exchange).contains(vendor) ? series() : "") + "]}}"));
    }

    private String series() {
        return nodes.stream().map(node -> """
                {"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","Hostname":"%s","UUID":"GPU-%s","gpu":"0"},\
                "value":[1795006810,"41"]}""".formatted(node, node)).collect(Collectors.joining(","));
    }

    private static String query(Exchange exchange) {
        return URLDecoder.decode(new String(exchange.body, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private PrometheusFleetReader fleet() {
        InstantSource source = time::get;
        Clock clock = source.withZone(ZoneOffset.UTC);
        return new PrometheusFleetReader(asking.client, clock);
    }

    /** The queries of one reading. */
    private List<String> read(PrometheusFleetReader fleet) throws Exception {
        int before = asking.server.exchanges().size();
        fleet.read(new FleetReadingsRequest("p", NodesByExporterTarget.ofNames(nodes), INTERVAL), _ -> {});
        return asking.server.exchanges().stream().skip(before).map(FleetQuestionsTest::query).toList();
    }

    private static long ages(List<String> queries) {
        return queries.stream().filter(query -> query.contains("time() - ") && !query.contains("=~")).count();
    }

    @Test
    void exportersOfWhichAClusterHasNoneAreAskedForAgainAfterAWhileOnly() throws Exception {
        var fleet = fleet();
        int kinds = ExporterMetricCatalog.bundled().exporters().size();

        assertThat(ages(read(fleet))).isEqualTo(kinds);
        assertThat(ages(read(fleet))).as("at once").isEqualTo(1);
        time.updateAndGet(now -> now.plus(Duration.ofMinutes(6)));
        assertThat(ages(read(fleet))).as("six minutes later").isEqualTo(kinds);
    }

    @Test
    void howOldTheValuesOfAFewNodesAreIsAskedOnce() throws Exception {
        assertThat(read(fleet()).stream().filter(query -> query.contains("time() - ") && query.contains(vendor)))
                .hasSize(1);

        nodes = IntStream.range(0, 101).mapToObj(i -> "n" + i).collect(Collectors.toSet());
        assertThat(read(fleet()).stream().filter(query -> query.contains("time() - ") && query.contains(vendor)))
                .as("of all nodes, and of each portion").hasSize(3);
    }

    @Test
    void exportersThatFallSilentAreAskedForAsBefore() throws Exception {
        var fleet = fleet();
        read(fleet);
        vendor = "nothing";

        assertThat(ages(read(fleet))).as("the one that was heard").isEqualTo(1);
        assertThat(ages(read(fleet))).as("all, as nobody told anything")
                .isEqualTo(ExporterMetricCatalog.bundled().exporters().size());
        vendor = "DCGM_FI_";
        assertThat(read(fleet))
                .anyMatch(query -> query.contains("Hostname=~\"n1|n2\"") || query.contains("Hostname=~\"n2|n1\""));
    }

    @Test
    void ofAFewNodesEverythingIsAskedAtOnceAndOfManyAPart() throws Exception {
        assertThat(values(read(fleet()))).isEqualTo(1);

        nodes = IntStream.range(0, 100).mapToObj(i -> "n" + i).collect(Collectors.toSet());
        assertThat(values(read(fleet()))).isGreaterThan(3);
    }

    private static long values(List<String> queries) {
        return queries.stream().filter(query -> query.contains("__name__=~")).count();
    }
}
