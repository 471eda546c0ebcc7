package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.Seen;
import tessera.metrics.prometheus.Asking;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.find.Standing;

import static org.assertj.core.api.Assertions.assertThat;

/** How a wall asks a Prometheus, over HTTP, for the hours before it was started. */
class PrometheusBackfillTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T14:05:00Z");
    private static final Set<String> NODES = Set.of("node");

    private final AtomicInteger answers = new AtomicInteger();
    @SuppressWarnings("NullAway.Init")
    private Asking asking;

    @BeforeEach
    void begin() throws Exception {
        asking = new Asking(Asking.PATIENCE);
        remember();
    }

    private void remember() {
        // Ten minutes before the full ten minutes that were last.
        asking.gives("""
                {"resultType":"matrix","result":[{"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","Hostname":"node",
                 "UUID":"GPU-1","gpu":"1"},"values":[[%d,"61"]]}]}"""
                .formatted(Instant.parse("2026-11-21T13:50:00Z").getEpochSecond()));
    }

    @AfterEach
    void end() throws Exception {
        asking.close();
    }

    private PrometheusBackfill hours(PrometheusClient client) {
        return new PrometheusBackfill(() -> here(client), answers::incrementAndGet);
    }

    private static Standing here(PrometheusClient client) {
        return new Standing.Here("Prometheus", "3.1.0", true, client);
    }

    private static void settled(PrometheusBackfill hours) throws InterruptedException {
        Seen.await(() -> !hours.asks());
    }

    @Test
    void itIsAskedOnceForSixHours() throws Exception {
        try (var hours = hours(asking.client)) {
            assertThat(hours.until(BEGIN, NODES)).isEmpty();
            assertThat(hours.asks()).isTrue();
            settled(hours);
            int asked = asking.server.requests().size();

            var told = hours.until(BEGIN.plusSeconds(3600), NODES).orElseThrow().hottest();

            assertThat(told.start()).isEqualTo(Instant.parse("2026-11-21T08:00:00Z"));
            assertThat(told.size()).isEqualTo(37);
            assertThat(told.value(35)).isEqualTo(61);
            assertThat(hours.asks()).isFalse();
            assertThat(asking.server.requests()).hasSize(asked);
            Seen.await(() -> answers.get() == 1);
        }
    }

    @Test
    void afterARefusalItIsAskedAgainAMinuteLater() throws Exception {
        asking.answers(503, "text/plain", "starting");
        try (var hours = hours(asking.client)) {
            hours.until(BEGIN, NODES);
            settled(hours);
            assertThat(hours.until(BEGIN.plusSeconds(59), NODES)).isEmpty();
            assertThat(hours.asks()).as("so soon").isFalse();

            remember();
            toldLater(hours);
        }
    }

    private static void toldLater(PrometheusBackfill hours) throws Exception {
        hours.until(BEGIN.plus(Duration.ofMinutes(1)), NODES);
        assertThat(hours.asks()).isTrue();
        settled(hours);
        assertThat(hours.until(BEGIN.plus(Duration.ofMinutes(1)), NODES)).isPresent();
    }

    @Test
    void afterADefectTheWallDoesNotWaitForItAndAsksAgainAMinuteLater() throws Exception {
        // No request can be made with such a time to wait.
        try (var defect = new Asking(Duration.ofSeconds(-1));
                var hours = new PrometheusBackfill(() -> here(answers.get() == 0 ? defect.client : asking.client),
                        answers::incrementAndGet)) {
            hours.until(BEGIN, NODES);
            settled(hours);
            Seen.await(() -> answers.get() == 1);

            toldLater(hours);
        }
    }

    @Test
    void nobodyWaitsAnyMoreForWhatAClosedWallAsked() throws Exception {
        asking.server.script(Exchange::hang);
        var hours = hours(asking.client);
        hours.until(BEGIN, NODES);
        Seen.await(() -> !asking.server.requests().isEmpty());

        hours.close();

        settled(hours);
        assertThat(answers).as("of answers").hasValue(0);
    }
}
