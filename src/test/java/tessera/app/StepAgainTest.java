package tessera.app;

import java.nio.file.Files;
import javafx.scene.control.Button;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.SimulatedCluster;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.ObjectRef;
import tessera.model.SessionConnectionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** A step that went wrong is tried again: one sees that it is, and it goes where the cluster is by then. */
class StepAgainTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void preview() {
        begin("t4-01", "Cordon…");
        eventuallySays("change", "Dry run passed");
    }

    private void apply() {
        onFx(() -> {
            ((Button) find("change-next")).fire();
            return true;
        });
        eventuallySays("change-hint", "Halted. Retry the step");
    }

    @Test
    void aTryThatGoesWrongAtOnceIsToldOfAllTheSame() {
        preview();
        var mend = SimulatedHttpServerFaults.of(cluster).addFault("PATCH (?!.*dryRun).*",
                new SimulatedHttpServerFault.NonHttpResponseFault("no http at all\r\n\r\n"));
        apply();
        press("Retry step");
        eventuallySays("change-hint", "Retry failed at ");
        assertThat(words("change-hint")).contains("Retry the step, or stop here");
        mend.run();
        press("Retry step");
        eventuallySays("change-verdict", "Done");
    }

    @Test
    void aStepThatGoesWrongForTheFirstTimeWasNotTriedAgain() {
        begin("t4-02", "Drain…");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        var mend = SimulatedHttpServerFaults.of(cluster).addFault("PATCH (?!.*dryRun).*",
                new SimulatedHttpServerFault.NonHttpResponseFault("no http at all\r\n\r\n"));
        SimulatedHttpServerFaults.of(cluster).addFault("POST .*/eviction(?!.*dryRun).*",
                new SimulatedHttpServerFault.NonHttpResponseFault("no http at all\r\n\r\n"));
        type("change-confirm", "t4-02");
        apply();
        mend.run();
        press("Retry step");
        eventually("the cordon is done",
                () -> Boolean.TRUE.equals(colleague.nodes().withName("t4-02").get().getSpec().getUnschedulable()));
        eventuallySays("change-hint", "Halted. Retry the step");
    }

    @Test
    void aClusterThatMovedIsFoundAgainBeforeTheStepIsTriedThere() throws Exception {
        preview();
        cluster.close();
        eventually("the loss is noticed", () -> clusterSelection.snapshots().get()
                .connection() instanceof SessionConnectionStatus.InterruptedConnection);
        apply();
        press("Retry step");
        eventuallySays("change-hint", "Not retried: the cluster was unreachable at ");

        cluster = SimulatedCluster.start(options());
        Files.writeString(home.resolve("config"),
                cluster.kubeconfig(user()).replace("name: demo\n  context", "name: prod-eu\n  context")
                        .replace("current-context: demo", "current-context: prod-eu"));
        press("Retry step");
        eventuallySays("change-verdict", "Done");
        assertThat(clusterSelection.clusterServices().yamlOf(ObjectRef.node("t4-01"), false))
                .contains("unschedulable: true");
    }
}
