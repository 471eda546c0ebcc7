package tessera.app;

import javafx.scene.control.Button;
import javafx.scene.control.MenuItem;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator deletes a pod that waits, through the window. */
class PodChangesJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    /** Gives a pod another label by its YAML. */
    private void edit() {
        onFx(() -> {
            shell.inspect(ObjectRef.pod("research", "b200-probe"));
            shell.turnTo("YAML");
            return true;
        });
        eventually("the YAML can be edited", () -> onFx(() -> find("inspector-yaml-edit") != null));
        onFx(() -> {
            ((Button) find("inspector-yaml-edit")).fire();
            var area = (CodeArea) find("inspector-yaml");
            var text = area.getText();
            var labels = "\n  labels:\n";
            var name = "\n  name: b200-probe\n";
            area.replaceText(text.contains(labels) ? text.replace(labels, labels + "    reviewed: \"yes\"\n")
                    : text.replace(name, name.stripTrailing() + labels + "    reviewed: \"yes\"\n"));
            ((Button) find("inspector-yaml-preview")).fire();
            return true;
        });
        eventually("the server has rehearsed it", () -> words("change").contains("Dry run passed"));
        assertThat(words("change")).contains("reviewed: \"yes\"",
                "Offered afterwards: what was there before is put back.");
        assertThat(onFx(() -> find("context").isDisabled())).as("no other cluster is entered meanwhile").isTrue();
        press("Edit the Pod research/b200-probe");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(colleague.pods().inNamespace("research").withName("b200-probe").get().getMetadata().getLabels())
                .containsEntry("reviewed", "yes");
        press("Undo…");
        eventually("the way back is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Edit the Pod research/b200-probe");
        eventually("it is as it was", () -> !colleague.pods().inNamespace("research").withName("b200-probe").get()
                .getMetadata().getLabels().containsKey("reviewed"));
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
        assertThat(onFx(() -> find("context").isDisabled())).isFalse();
    }

    @Test
    void aPodIsDeletedAndAnotherEditedAfterAPreviewAndNothingIsOfferedInReadOnlyMode() {
        eventuallySays("connection", "live");
        var waiting = ObjectRef.pod("research", "vlm-eval-9kd2f");
        eventually("the pod is seen",
                () -> desk.snapshots().get().pod(waiting.namespace(), waiting.name()).isPresent());
        onFx(() -> {
            shell.inspect(waiting);
            return true;
        });
        eventuallySays("inspector", waiting.name());
        assertThat(offers()).extracting(MenuItem::getText).contains("Delete pod…", "Evict pod…",
                "Suspend Job vlm-eval");
        var delete = offers().stream().filter(item -> item.getText().equals("Delete pod…")).findFirst().orElseThrow();
        onFx(() -> {
            delete.fire();
            return true;
        });
        type("pod-grace", "soon");
        eventuallySays("change-hint", "The time to end is a number of seconds");
        type("pod-grace", "");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).contains("1 pod will be ended", "its Job vlm-eval creates another",
                "delete pod vlm-eval-9kd2f -n research", "This cannot be undone.");
        press("Delete research/vlm-eval-9kd2f");
        eventually("it is done", () -> words("change-verdict").contains("Done, and the cluster shows it"));
        assertThat(colleague.pods().inNamespace("research").withName(waiting.name()).get()).isNull();
        press("Close");
        edit();

        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            shell.inspect(ObjectRef.pod("research", "b200-probe"));
            desk.wantReadOnly(true);
        });
        eventually("nothing can be begun", () -> !offers().isEmpty() && offers().stream().allMatch(
                item -> item.isDisable() && item.getText().endsWith("(read-only mode)")));
    }
}
