package tessera.app;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.kubeconfig.Environment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.Options;
import tessera.demo.http.Fault;
import tessera.ui.kit.Theme;
import tessera.ui.shell.Shell;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator's way through the window, connected by a kubeconfig to a cluster that lives. */
@ExtendWith(ApplicationExtension.class)
class JourneyTest {

    @TempDir
    private static Path home;

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private Theme theme = Theme.DARK;
    private SimulatedCluster cluster;
    private KubernetesClient colleague;
    private ClusterDesk desk;
    private Shell shell;

    @Start
    void open(Stage stage) throws Exception {
        cluster = SimulatedCluster.start(Options.usual().withLife(false));
        colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
        var file = Files.writeString(home.resolve("config"), cluster.kubeconfig().replace("name: demo\n  context",
                "name: prod-eu\n  context").replace("current-context: demo", "current-context: prod-eu"));
        var clock = Clock.system(ZoneId.of("UTC"));
        desk = ClusterDesk.at(new Environment(Map.of(), home, home, file), SettingsFile.read(home),
                new ClusterDesk.Wishes("", false, 12, 1, List.of(), Optional.empty()), clock, Duration.ofMillis(50));
        desk.openFirst();
        Theme.loadFonts();
        shell = new Shell(desk, desk.accelerators(), projector, clock, () -> theme = theme.other());
        var scene = new Scene(shell.node(), 1440, 900);
        theme.dress(scene);
        stage.setScene(scene);
        stage.show();
    }

    @AfterEach
    void close() {
        WaitForAsyncUtils.waitForAsyncFx(5000, shell::close);
        desk.close();
        colleague.close();
        cluster.close();
        projector.shutdownNow();
    }

    private void eventually(String what, Callable<Boolean> condition) {
        try {
            WaitForAsyncUtils.waitFor(15, TimeUnit.SECONDS, condition);
        } catch (TimeoutException e) {
            throw new AssertionError(what + " did not come true within 15 s; the window says: " + words("shell"), e);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }

    private void eventuallySays(String id, String words) {
        eventually("#" + id + " says “" + words + "”", () -> words(id).contains(words));
    }

    private Node find(String id) {
        return shell.node().getId().equals(id) ? shell.node() : shell.node().lookup("#" + id);
    }

    /** All that is to be read in a part of the window. */
    private String words(String id) {
        return WaitForAsyncUtils.waitForAsyncFx(5000, () -> {
            var part = find(id);
            return part == null || !part.isVisible() ? ""
                    : part.lookupAll("*").stream()
                            .filter(Labeled.class::isInstance).map(labeled -> ((Labeled) labeled).getText())
                            .filter(text -> text != null && !text.isEmpty()).distinct()
                            .collect(Collectors.joining(" | "));
        });
    }

    private static Pod pod(String name, int gpus) {
        return new PodBuilder().withNewMetadata().withName(name).withNamespace("research").endMetadata().withNewSpec()
                .addNewToleration().withOperator("Exists").endToleration().addNewContainer().withName("train")
                .withImage("registry.example/train:1").withNewResources()
                .addToLimits("nvidia.com/gpu", new Quantity(Integer.toString(gpus))).endResources().endContainer()
                .endSpec().build();
    }

    @Test
    void theFleetChangesAsTheClusterChanges() {
        eventuallySays("figure-gpus", "164");
        eventuallySays("figure-allocated", "83 whole");

        colleague.resource(pod("newcomer", 2)).create();
        eventuallySays("figure-allocated", "85 whole");

        colleague.pods().inNamespace("research").withName("newcomer").withGracePeriod(0).delete();
        eventuallySays("figure-allocated", "83 whole");

        colleague.nodes().withName("b200-02").edit(node -> {
            node.getSpec().setUnschedulable(true);
            return node;
        });
        eventuallySays("attention", "b200-02 · 6 of 8 GPUs free behind it");
    }

    @Test
    void aPodThatCannotBePlacedShowsUpWithItsReason(FxRobot robot) {
        eventuallySays("connection", "live");
        robot.type(KeyCode.DIGIT4);
        eventuallySays("pods-list", "pending");
        colleague.resource(pod("giant", 8)).create();

        eventuallySays("pods-list", "giant");
        eventuallySays("pods-list", "Needs 8 × gpu free on one node; the largest free block is 6");
    }

    @Test
    void aLostServerIsToldAtOnceAndTheFleetStays() {
        eventuallySays("figure-gpus", "164");
        var stop = cluster.faults().order(".*", new Fault.Garbage("no http at all\r\n\r\n"));
        cluster.dropConnections();

        eventually("the connection is not live", () -> !words("connection").contains("live"));
        eventually("there is a banner", () -> !words("banner").isEmpty());
        assertThat(words("figure-gpus")).contains("164");

        stop.run();
        eventuallySays("connection", "live");
    }

    @Test
    void everyPageOfTheInspectorIsReadFromTheCluster(FxRobot robot) {
        eventuallySays("figure-gpus", "164");
        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        robot.write("t403");
        robot.type(KeyCode.ENTER);
        eventuallySays("inspector", "t4-03");

        robot.type(KeyCode.Y);
        eventually("the YAML is there", () -> find("inspector-yaml") != null);
        robot.type(KeyCode.E);
        eventuallySays("inspector", "NodeNotReady");
    }

    @Test
    void theSimulatedClusterIsAContextAwayAndMarked() {
        eventuallySays("figure-gpus", "164");
        WaitForAsyncUtils.waitForAsyncFx(5000, () -> desk.open(Demo.CONTEXT));

        eventuallySays("status-bar", "Simulated cluster: nothing here is real");
        eventuallySays("connection", "live");
        eventually("the other fleet is shown", () -> !words("figure-gpus").contains("164"));
    }

    @Test
    void aBrokenRewriteOfTheKubeconfigLosesNothing() throws IOException {
        eventuallySays("figure-gpus", "164");
        eventuallySays("connection", "live");
        Files.writeString(home.resolve("config"), "apiVersion: v1\nclusters: [{name: \n");

        eventuallySays("status-bar", "config");
        assertThat(desk.clusters().get().open()).isEqualTo("prod-eu");
        assertThat(words("figure-gpus")).contains("164");
        assertThat(words("connection")).contains("live");
    }
}
