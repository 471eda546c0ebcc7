package tessera.app;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;
import tessera.model.ObjectRef;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;
import tessera.ui.change.mig.NodeStateBeforeMigChange.CommonMigConfiguration;
import tessera.ui.inspect.InspectorPageName;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator divides GPUs anew through the window: what is offered, what it makes of them, and who is in the way. */
class MigJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    SimulationOptions options() {
        return SimulationOptions.defaultOptions().withActivity(false).withSpeed(30)
                .withFaults(List.of(SimulatedGpuStackFaultScenario.parse("wedged-mig=b200-02").orElseThrow()));
    }

    private void choose(String config) {
        eventually(config + " is offered", () -> onFx(() -> configs() != null
                && configs().getItems().stream().anyMatch(configuration -> configuration.name().equals(config))));
        onFx(() -> {
            var list = configs();
            list.getItems().stream().filter(configuration -> configuration.name().equals(config)).findFirst()
                    .ifPresent(list.getSelectionModel()::select);
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    private ListView<CommonMigConfiguration> configs() {
        return (ListView<CommonMigConfiguration>) find("mig-configs");
    }

    private boolean canGoOn() {
        return onFx(() -> {
            Node next = find("change-next");
            return next != null && !next.isDisabled();
        });
    }

    private String label(String node, String key) {
        return colleague.nodes().withName(node).get().getMetadata().getLabels().getOrDefault("nvidia.com/" + key, "");
    }

    @Test
    void aNodeIsDividedAfterItsLayoutAndThePodsInTheWayWereSeenAndItCanBeTakenBack() {
        begin("h100-03", "Change MIG layout…");
        eventuallySays("mig-drawing", "to evict");
        assertThat(canGoOn()).as("before anything is chosen").isFalse();
        choose("all-balanced");
        assertThat(words("mig-drawing")).contains("all-disabled", "all-balanced", "32 instances");
        check("mig-unmanaged");
        check("mig-local-data");
        press("Preview");

        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).contains("MIG layout", "mig-3g.40gb", "will be evicted", "label node h100-03");
        assertThat(label("h100-03", "mig.config")).as("nothing is sent by a preview").isEqualTo("all-disabled");

        type("change-confirm", "h100-03");
        press("Repartition GPUs of h100-03: all-balanced");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(label("h100-03", "mig.config.state")).isEqualTo("success");
        assertThat(colleague.nodes().withName("h100-03").get().getSpec().getUnschedulable()).isNotEqualTo(true);

        hang();
        press("Undo…");
        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).contains("all-disabled");
        stopHalfWay();
    }

    /** From now on the exporter does not go when it should. */
    private void hang() {
        Colleague.insists(() -> colleague.nodes().withName("h100-03").edit(node -> {
            node.getMetadata().getAnnotations().put("demo.tessera/faults", "operands-hang");
            return node;
        }));
    }

    private void stopHalfWay() {
        type("change-confirm", "h100-03");
        press("Repartition GPUs of h100-03: all-disabled");
        eventuallySays("change", "paused operands: ");
        press("Stop");
        eventuallySays("change-verdict", "Stopped after ");
        assertThat(words("change")).contains("Not done", "Still changed", "h100-03 is cordoned",
                "The MIG manager on h100-03 keeps ");
        assertThat(label("h100-03", "mig.config.state")).isEqualTo("pending");
        assertThat(cordoned("h100-03")).isTrue();
    }

    @Test
    void whatHangsIsMendedAndWhatIsOfferedAndComposedIsJudgedBeforeAnythingIsChanged() throws Exception {
        aChangeThatHangsIsSeenAndMendedFromTheNode();
        leave();
        whatTheGpusCannotHaveIsFoldedAwayAndRefusedWithTheReason();
        leave();
        aLayoutIsComposedByKeysAndOnlyWhatCanBeHadIsTaken();
        leave();
        aSizeIsDraggedToAGpu();
        leave();
        whatCannotBeReadIsToldWithTheReasonAndReadAgain();
        leave();
        aPodThatWaitsForInstancesIsMadeRoomFor();
        leave();
        aNodeWithoutMigIsNotOfferedIt();
        theMigPageLeadsToItAndReadOnlyModeDoesNot();
    }

    /** Without what was chosen, where anything was. */
    private void leave() {
        onFx(() -> {
            ((Button) find("change-close")).fire();
            if (find("change-discard") instanceof Button discard) {
                discard.fire();
            }
            return true;
        });
    }

    private void whatTheGpusCannotHaveIsFoldedAwayAndRefusedWithTheReason() {
        begin("h100-01", "Change MIG layout…");
        eventuallySays("change", " incompatible layout");
        onFx(() -> {
            ((Hyperlink) find("mig-impossible")).fire();
            return true;
        });
        choose("all-1g.5gb");
        eventuallySays("change-hint", "all-1g.5gb is not possible: GPU 0: NVIDIA H100");
        assertThat(canGoOn()).isFalse();
    }

    private void key(KeyCode code) {
        onFx(() -> {
            find("mig-composer")
                    .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false));
            return true;
        });
    }

    private void compose(String node) {
        begin(node, "Change MIG layout…");
        eventuallySays("mig-drawing", "MIG layout");
        onFx(() -> {
            ((ToggleButton) find("mig-manner-own")).fire();
            return true;
        });
        eventuallySays("mig-told", "GPU 0: whole");
    }

    private void aLayoutIsComposedByKeysAndOnlyWhatCanBeHadIsTaken() {
        compose("h100-05");
        onFx(() -> {
            ((ToggleButton) find("mig-size-4g-40gb")).setSelected(true);
            return true;
        });
        key(KeyCode.ENTER);
        eventuallySays("mig-told", "GPU 0: 4g.40gb");
        key(KeyCode.DOWN);
        key(KeyCode.ENTER);
        eventuallySays("mig-told", "GPU 0: A GPU supports at most 1 instance of 4g.40gb");
        key(KeyCode.A);
        assertThat(find("mig-gpu-7").getAccessibleText()).isEqualTo("GPU 7: 4g.40gb");
        assertThat(((TextInputControl) find("mig-name")).getText()).as("a name is proposed")
                .isEqualTo("h100-05-custom");
        check("mig-unmanaged");
        check("mig-local-data");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).contains("h100-05-custom:", "Restart the MIG manager of h100-05");
    }

    private void aSizeIsDraggedToAGpu() {
        compose("h100-05");
        var robot = new FxRobot();
        robot.drag("#mig-size-3g-40gb").moveTo("#mig-gpu-2").drop();
        eventuallySays("mig-told", "GPU 2: 3g.40gb");
        assertThat(find("mig-gpu-2").getAccessibleText()).isEqualTo("GPU 2: 3g.40gb");
    }

    private void aChangeThatHangsIsSeenAndMendedFromTheNode() throws Exception {
        look("b200-02");
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.showInspectorPage(InspectorPageName.OVERVIEW));
        eventuallySays("inspector", "The MIG change to all-balanced is pending (paused: dcgm");
        begin("b200-02", "Repair MIG…");
        eventuallySays("change", "Restart the MIG manager");
        assertThat(words("change")).contains("The MIG change to all-balanced is pending", "Resume the paused operands");
        check("mig-unmanaged");
        check("mig-local-data");
        press("Preview");
        mendingIsStoppedHalfWayAndTakenBack();
        begin("b200-02", "Repair MIG…");
        eventuallySays("change", "Restart the MIG manager");
        check("mig-unmanaged");
        check("mig-local-data");
        press("Preview");
        restartManager();
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(label("b200-02", "mig.config.state")).isEqualTo("success");
        assertThat(label("b200-02", "gpu.deploy.device-plugin")).isEqualTo("true");
    }

    private void restartManager() {
        eventuallySays("change", "Dry run passed");
        if (!canGoOn()) {
            type("change-confirm", "b200-02");
        }
        press("Restart the MIG manager of b200-02");
    }

    private void mendingIsStoppedHalfWayAndTakenBack() throws Exception {
        var answered = new CountDownLatch(1);
        var held = SimulatedHttpServerFaults.of(cluster).addFault("PATCH (?!.*dryRun).*/nodes/b200-02.*",
                new SimulatedHttpServerFault.HeldResponseFault(answered));
        restartManager();
        eventually("it is under way", () -> clusterSelection.changeJournal().entries().stream()
                .anyMatch(entry -> entry.event() == JournalEvent.STEP_BEGUN));
        press("Stop");
        eventuallySays("change-hint", "Stopping after the current step");
        held.run();
        answered.countDown();
        eventuallySays("change-verdict", "Stopped after 1 of ");
        assertThat(words("change")).contains("Not done", "Still changed", "b200-02 is cordoned",
                "The MIG manager on b200-02 keeps ");
        assertThat(cordoned("b200-02")).isTrue();
        press("Undo…");
        eventuallySays("change", "Dry run passed");
        press("Uncordon b200-02");
        eventually("it is taken back", () -> words("change-verdict").contains("Done"));
        assertThat(cordoned("b200-02")).isFalse();
        leave();
    }

    private boolean cordoned(String node) {
        return Boolean.TRUE.equals(colleague.nodes().withName(node).get().getSpec().getUnschedulable());
    }

    private void whatCannotBeReadIsToldWithTheReasonAndReadAgain() {
        var mend = SimulatedHttpServerFaults.of(cluster).addFault("GET .*/configmaps/mig-layouts.*",
                SimulatedHttpServerFault.forbidden("configmaps is forbidden"));
        begin("h100-05", "Change MIG layout…");
        eventuallySays("mig-drawing", "MIG cannot be changed now");
        assertThat(words("mig-drawing")).contains("configmaps is forbidden");
        assertThat(canGoOn()).isFalse();
        mend.run();
        press("Reload");
        eventuallySays("mig-drawing", "to evict");
    }

    private void aPodThatWaitsForInstancesIsMadeRoomFor() {
        look("h100-05");
        var pendingPodSummary = clusterSelection.snapshots().get().unbound().stream()
                .filter(pod -> pod.name().startsWith("vlm-eval")).findFirst().orElseThrow();
        eventually("devices are measured",
                () -> clusterSelection.deviceReadings().get().recentReadings("h100-05") != null
                        && clusterSelection.deviceReadings().get().recentReadings("a100-02") != null);
        WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> rootPane.inspect(ObjectRef.pod(pendingPodSummary.namespace(), pendingPodSummary.name())));
        eventuallySays("inspector", pendingPodSummary.name());
        onFx(() -> {
            ((MenuButton) find("change-menu")).getItems().getFirst().fire();
            return true;
        });
        eventuallySays("change", "Repartition GPU ");
        assertThat(words("change")).contains("requests 3g.40gb", "MIG layout", "evicts ");
        check("mig-unmanaged");
        check("mig-local-data");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).contains("mig-3g.40gb", "will be evicted");
    }

    private void aNodeWithoutMigIsNotOfferedIt() {
        look("l40s-01");
        onFx(() -> {
            ((MenuButton) find("change-menu")).getOnShowing().handle(null);
            return true;
        });
        assertThat(onFx(() -> ((MenuButton) find("change-menu")).getItems().stream()
                .anyMatch(item -> item.getText().contains("MIG")))).isFalse();
    }

    private void theMigPageLeadsToItAndReadOnlyModeDoesNot() {
        look("a100-01");
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.showInspectorPage(InspectorPageName.MIG));
        eventually("it is offered", () -> onFx(() -> find("mig-change") != null && find("mig-change").isVisible()));
        onFx(() -> {
            ((Button) find("mig-change")).fire();
            return true;
        });
        eventuallySays("change", "From ConfigMap gpu-operator/mig-layouts");
        leave();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        eventually("it is gone", () -> !onFx(() -> find("mig-change").isVisible()));
    }
}
