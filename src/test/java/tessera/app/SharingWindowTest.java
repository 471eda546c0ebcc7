package tessera.app;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TextArea;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator has GPUs shared through the window: what nodes offer is seen before, and the cluster agrees afterwards. */
class SharingWindowTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void go() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.SHARING);
            return true;
        });
        eventuallySays("sharing-configs", "shared-4");
    }

    private void choose(String button) {
        eventually("#" + button + " is there", () -> onFx(() -> find(button) != null));
        onFx(() -> {
            ((ToggleButton) find(button)).fire();
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    private void pick(String config) {
        eventually("there is " + config, () -> onFx(
                () -> find("share-config") instanceof ComboBox<?> box && box.getItems().toString().contains(config)));
        onFx(() -> {
            ((ComboBox<String>) find("share-config")).setValue(config);
            return true;
        });
    }

    private void write(String text) {
        onFx(() -> {
            ((TextArea) find("config-text")).setText(text);
            return true;
        });
    }

    private String offered(String node) {
        return Optional
                .ofNullable(colleague.nodes().withName(node).get().getStatus().getAllocatable().get("nvidia.com/gpu"))
                .map(Object::toString).orElse("");
    }

    private boolean isThere(String id) {
        return onFx(() -> find(id) != null && find(id).isVisible());
    }

    @Test
    void aNodeTakesAConfigurationAndGivesItBack() {
        go();
        begin("b200-02", "Share GPUs…");
        eventuallySays("share-outlook", "8 × 4 = 32 nvidia.com/gpu");
        choose("share-how-named");
        pick("shared-4");
        eventuallySays("share-outlook", "8 × 4 = 32 nvidia.com/gpu");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).contains("1 node: 8 → 32", "2 running pods keep their allocations");
        assertThat(offered("b200-02")).as("nothing is sent by a preview").isEqualTo("8");

        press("Share GPUs of b200-02: shared-4");
        eventually("b200-02 offers 32", () -> offered("b200-02").equals("32"));
        eventuallySays("change-verdict", "Done and verified");
        eventuallySays("sharing-configs", "b200-02, l40s-01");

        press("Undo…");
        eventuallySays("change", "Dry run passed");
        press("Reset GPU sharing of b200-02 to the default");
        eventually("b200-02 offers 8", () -> offered("b200-02").equals("8"));
        eventuallySays("change-verdict", "Done and verified");
        stopHalfWay();
    }

    /** The label is on its way when the user stops: it is set, and nobody waits for what comes of it. */
    private void stopHalfWay() {
        press("Undo…");
        eventuallySays("change", "Dry run passed");
        var answered = new CountDownLatch(1);
        var held = SimulatedHttpServerFaults.of(cluster).addFault("PATCH (?!.*dryRun).*",
                new SimulatedHttpServerFault.HeldResponseFault(answered));
        press("Share GPUs of b200-02: shared-4");
        press("Stop");
        eventuallySays("change-hint", "Stopping after the current step");
        held.run();
        answered.countDown();
        eventuallySays("change-verdict", "Stopped after 1 of ");
        assertThat(words("change")).contains("Not done", "Still changed", "b200-02");
        assertThat(colleague.nodes().withName("b200-02").get().getMetadata().getLabels())
                .containsEntry("nvidia.com/device-plugin.config", "shared-4");
    }

    @Test
    void aConfigurationIsJudgedWhileItIsWritten() {
        go();
        onFx(() -> {
            ((Hyperlink) find("sharing-edit-shared-4")).fire();
            return true;
        });
        eventuallySays("change", "No changes yet");
        write("""
                version: v1
                sharing:
                  timeSlicing:
                    resources:
                    - name: nvidia.com/gpu
                      replicas: 2
                      renameByDefault: true
                """);
        eventuallySays("config-flaws", "belongs one level up, next to resources");
        press("Preview");
        eventuallySays("change", "are allocated than the node advertises");
        press("Back");
        write("version: v1\nsharing: {timeSlicing: {resources: [{name: gpu, replicas: 1}]}}\n");
        eventuallySays("change-hint", "The device plugin would reject this configuration");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
    }

    @Test
    void inReadOnlyModeThereIsAllToSeeAndNothingToChange() {
        go();
        assertThat(isThere("sharing-share")).isTrue();
        assertThat(isThere("sharing-edit-shared-4")).isTrue();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));

        eventually("the button is gone", () -> !isThere("sharing-share"));
        assertThat(isThere("sharing-edit-shared-4")).isFalse();
        assertThat(words("sharing-configs")).contains("Used by label on l40s-01, l40s-03 and l40s-04");
    }
}
