package tessera.app;

import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.launch.Template;
import tessera.ui.shell.Destination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who launches a workload in the window sees the manifest grow beside the answers, and the pod run afterwards. */
class LaunchWindowTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void begin() {
        eventuallySays("connection", "live");
        onFx(() -> {
            shell.go(Destination.PODS);
            return true;
        });
        eventually("there is a button",
                () -> onFx(() -> find("pods-launch") != null && find("pods-launch").isVisible()));
        onFx(() -> {
            ((Button) find("pods-launch")).fire();
            return true;
        });
        eventually("the cluster was asked",
                () -> words("launch-findings").contains("The linter finds nothing wrong with it"));
    }

    @SuppressWarnings("unchecked")
    private void pick(String id) {
        onFx(() -> {
            var list = (ListView<Template>) find("launch-templates");
            list.getSelectionModel().select(list.getItems().stream().filter(one -> one.id().equals(id)).findFirst()
                    .orElseThrow());
            return true;
        });
    }

    @Test
    void aTemplateIsFilledInAndTheWorkloadRuns() {
        begin();
        assertThat(words("launch-free")).contains(" free, at most ");
        type("launch-name", "probe");
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Launch Pod/probe in default");
        eventually("it runs", () -> words("change-verdict").contains("Done, and the cluster shows it"));
        assertThat(colleague.pods().inNamespace("default").withName("probe").get()).isNotNull();

        press("Undo…");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Delete Pod/probe in default");
        eventually("the pod is gone", () -> colleague.pods().inNamespace("default").withName("probe").get() == null);
    }

    @Test
    void whatIsMissingOrWrongIsSaidAndNothingCanBePreviewed() {
        begin();
        pick("amd");
        eventuallySays("change-hint", "Image has to be said: image");
        pick("rayjob");
        eventuallySays("change-hint", "The cluster knows no RayJob");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        pick("pod");
        type("launch-count", "80");
        eventuallySays("change-hint", "count takes a number from 1 to 64");
        type("launch-count", "64");
        eventuallySays("launch-findings", "A pod wants 64 of nvidia.com/gpu");
    }

    @Test
    void inReadOnlyModeNothingIsLaunched() {
        begin();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> desk.wantReadOnly(true));
        eventually("the button is gone", () -> onFx(() -> !find("pods-launch").isVisible()));
    }
}
