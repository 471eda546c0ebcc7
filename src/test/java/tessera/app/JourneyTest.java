package tessera.app;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.wiring.EmbeddedDemoCluster;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator's way through the window, connected by a kubeconfig to a cluster that lives. */
class JourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
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

        Colleague.insists(() -> colleague.nodes().withName("b200-02").edit(node -> {
            node.getSpec().setUnschedulable(true);
            return node;
        }));
        eventuallySays("attention", "b200-02 · 6 of 8 GPUs free");
    }

    @Test
    void aPodThatCannotBePlacedShowsUpWithItsReason(FxRobot robot) {
        eventuallySays("connection", "live");
        robot.type(KeyCode.DIGIT4);
        eventuallySays("pods-list", "pending");
        colleague.resource(pod("giant", 17)).create();

        eventuallySays("pods-list", "giant");
        eventuallySays("pods-list",
                "Requests 17 × nvidia.com/gpu on one node. Apart from shares, no node has more than 8 allocatable.");
    }

    @Test
    void aLostServerIsToldAtOnceAndTheFleetStays() {
        eventuallySays("figure-gpus", "164");
        var stop = SimulatedHttpServerFaults.of(cluster).addFault(".*",
                new SimulatedHttpServerFault.NonHttpResponseFault("no http at all\r\n\r\n"));
        SimulatedHttpServerFaults.of(cluster).dropConnections();

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
    void theKeyThatLeadsToQueriesIsNotTypedIntoThem(FxRobot robot) {
        eventuallySays("figure-gpus", "164");
        robot.type(KeyCode.DIGIT5);
        eventually("queries can be asked", () -> find("metrics-promql") != null && find("metrics-promql").isVisible());
        robot.interact(() -> ((ToggleButton) find("metrics-promql")).fire());
        eventually("a query can be typed", () -> find("promql-field") != null);
        robot.interact(() -> {
            find("promql-field").requestFocus();
            ((TextField) find("promql-field")).setText("up");
        });
        robot.interact(() -> rootPane.goTo(ScreenDestination.FLEET));
        eventually("the fleet is there", () -> find("fleet-heatmap") != null);

        robot.type(KeyCode.DIGIT5);
        eventually("the queries are there", () -> find("promql-field") != null);
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(((TextField) find("promql-field")).getText()).isEqualTo("up");
    }

    @Test
    void theSimulatedClusterIsAContextAwayAndMarked() {
        eventuallySays("figure-gpus", "164");
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.openContext(EmbeddedDemoCluster.CONTEXT));

        eventuallySays("status-bar", "Demo cluster: simulated data");
        eventuallySays("connection", "live");
        eventually("the other fleet is shown", () -> !words("figure-gpus").contains("164"));
    }

    @Test
    void aBrokenRewriteOfTheKubeconfigLosesNothing() throws IOException {
        eventuallySays("figure-gpus", "164");
        eventuallySays("connection", "live");
        Files.writeString(home.resolve("config"), "apiVersion: v1\nclusters: [{name: \n");

        eventuallySays("status-bar", "config");
        assertThat(clusterSelection.clusters().get().openContext()).isEqualTo("prod-eu");
        assertThat(words("figure-gpus")).contains("164");
        assertThat(words("connection")).contains("live");
    }
}
