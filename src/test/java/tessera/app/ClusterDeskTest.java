package tessera.app;

import java.io.File;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.kubeconfig.ProcessEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/** Which cluster the window opens with. */
class ClusterDeskTest {

    @TempDir
    private Path home;

    private ClusterDesk desk(Map<String, String> variables) throws Exception {
        var environment = new ProcessEnvironment(variables, home, home, null);
        var wishes = new StartupOptions("", false, 3, 1, List.of(), Optional.empty());
        return ClusterDesk.at(environment, SettingsFile.read(home.resolve("settings")), wishes, Clock.systemUTC(),
                Duration.ofHours(1));
    }

    @Test
    void whoNamesAKubeconfigThatIsNotThereIsNotShownTheDemoInstead() throws Exception {
        var files = home.resolve("nowhere") + File.pathSeparator + home.resolve("neither");
        try (var desk = desk(Map.of("KUBECONFIG", files))) {
            desk.openFirst();

            assertThat(desk.clusters().get().open()).isEmpty();
            assertThat(desk.clusters().get().problem()).contains("KUBECONFIG", "nowhere", "neither");
        }
    }

    @Test
    void whoHasNoKubeconfigIsShownTheDemo() throws Exception {
        try (var desk = desk(Map.of())) {
            desk.openFirst();

            assertThat(desk.clusters().get().open()).isEqualTo(DemoCluster.CONTEXT);
            assertThat(desk.clusters().get().problem()).isEmpty();
        }
    }
}
