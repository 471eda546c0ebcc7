package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.alerts.Alert;
import tessera.alerts.AlertSnapshot;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.ui.AppServices;

import static org.assertj.core.api.Assertions.assertThat;

/** What the alert rules find in a cluster that is reached by a kubeconfig. */
class AlertsOfAClusterTest {

    @TempDir
    private Path home;

    private static Alert await(AppServices services, String subject, Predicate<Alert> wanted, boolean firing) {
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                    () -> of(services.alertsState().get(), firing).stream().anyMatch(wanted));
        } catch (TimeoutException e) {
            throw new AssertionError(subject + " did not come; there are " + services.alertsState().get(), e);
        }
        return of(services.alertsState().get(), firing).stream().filter(wanted).findFirst().orElseThrow();
    }

    private static List<Alert> of(AlertSnapshot state, boolean firing) {
        return firing ? state.active() : state.pending();
    }

    private static Predicate<Alert> about(String rule, String node) {
        return alert -> alert.ruleId().equals(rule) && alert.subject().node().equals(node);
    }

    @Test
    void whatIsWrongInTheClusterIsToldInSentences() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false))) {
            var file = Files.writeString(home.resolve("config"), cluster.kubeconfig());
            try (var clusterSelection = ClusterSelectionService.start(
                    new ProcessEnvironment(Map.of(), home, home, file), ApplicationSettingsService.readFrom(home),
                    new StartupOptions("", false, 12, 1, List.of(), Optional.empty()), Clock.systemUTC(),
                    Duration.ofSeconds(5))) {
                clusterSelection.openFirst();

                assertThat(await(clusterSelection, "XID 79", about("xid-critical", "h100-08"), true).sentence())
                        .startsWith("1 device of h100-08 has been withheld from the scheduler: GPU ")
                        .contains("of h100-08 shows XID 79, GPU has fallen off the bus");
                assertThat(await(clusterSelection, "the hot node", about("gpu-temperature-warning", "h100-03"), false)
                        .sentence()).matches("GPU \\d of h100-03 is at [\\d.]+ °C, above 85 °C");
                assertThat(await(clusterSelection, "the silent exporter", about("exporter-silent", "t4-02"), false)
                        .sentence()).isEqualTo("The exporter of t4-02 has not answered");
            }
        }
    }
}
