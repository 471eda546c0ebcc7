package tessera.app;

import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.ui.shell.ScreenDestination;

/** Draws the way of a change to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class ChangePicturesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Test
    void aTaint() throws Exception {
        begin("l40s-01", "Taint…");
        draw("change-taint-choose");
        type("taint-key", "dedicated");
        type("taint-value", "gpu");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        draw("change-taint-preview");
        press("Taint l40s-01: dedicated=gpu:NoSchedule");
        eventuallySays("change-verdict", "Done");
        draw("change-taint-receipt");
    }

    @Test
    void aDrain() throws Exception {
        begin("mi300x-01", "Drain…");
        draw("change-drain-choose");
        press("Preview");
        eventually("it is worked out", () -> !words("change").contains("Running a server-side dry run"));
        draw("change-drain-refused");
        press("Back");
        check("drain-unmanaged");
        check("drain-local-data");
        press("Preview");
        eventuallySays("change", "blocked by a PodDisruptionBudget");
        draw("change-drain-preview");
        type("change-confirm", "mi300x-01");
        press("Drain mi300x-01");
        eventually("it goes on", () -> words("change").contains("done"));
        draw("change-drain-running");
        press("Stop");
        eventuallySays("change-verdict", "");
        draw("change-drain-receipt");
    }

    @Test
    void sharing() throws Exception {
        begin("l40s-01", "Share GPUs…");
        eventuallySays("share-outlook", "4 × 4 = 16");
        eventuallySays("share-outlook", "16 gpu");
        onFx(() -> {
            ((Spinner<?>) find("share-replicas")).getEditor().setText("2");
            return true;
        });
        eventuallySays("share-outlook", "4 × 2 = 8");
        draw("change-share-choose");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        draw("change-share-preview");
    }

    @Test
    void aConfigurationOfTheDevicePlugin() throws Exception {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.SHARING);
            return true;
        });
        eventuallySays("sharing-configs", "shared-4");
        onFx(() -> {
            ((Hyperlink) find("sharing-edit-shared-4")).fire();
            return true;
        });
        eventually("the text is there", () -> onFx(() -> find("config-text") != null));
        onFx(() -> {
            ((TextArea) find("config-text")).setText("""
                    version: v1
                    sharing:
                      timeSlicing:
                        resources:
                        - name: nvidia.com/gpu
                          replicas: 2
                          renameByDefault: true
                      mqs: {}
                    """);
            return true;
        });
        draw("change-config-write");
    }

    @Test
    void aLaunchThatWouldNotFit() throws Exception {
        eventuallySays("connection", "live");
        beginLaunch();
        eventuallySays("launch-findings", "No lint findings");
        answer("launch-select", "kubernetes.io/hostname=h100-07");
        eventuallySays("launch-fit", "Fixes");
        draw("change-launch-helped");
        answer("launch-namespace", "nowhere");
        answer("launch-resource", "nvidia.com/gpux");
        eventuallySays("launch-free", "No node advertises nvidia.com/gpux");
        draw("change-launch-absent");
        onFx(() -> {
            ((ListView<?>) find("launch-templates")).getSelectionModel().select(5);
            return true;
        });
        type("launch-schedule", "0 3 * * 7");
        answer("launch-timeZone", "Europe/Pariss");
        onFx(() -> {
            ((ScrollPane) find("change").lookup(".launch-questions .scroll-pane")).setVvalue(1);
            return true;
        });
        draw("change-launch-schedule");
    }

    private void answer(String question, String text) {
        onFx(() -> {
            ((ComboBox<?>) find(question)).getEditor().setText(text);
            return true;
        });
    }

    @Test
    void aLaunch() throws Exception {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            ((Button) find("pods-launch")).fire();
            return true;
        });
        eventuallySays("launch-findings", "No lint findings");
        draw("change-launch-choose");
        onFx(() -> {
            ((ListView<?>) find("launch-templates")).getSelectionModel().select(7);
            return true;
        });
        type("launch-count", "32");
        draw("change-launch-wrong");
        type("launch-count", "2");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        draw("change-launch-preview");
    }
}
