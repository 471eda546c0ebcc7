package tessera.app;

import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator edits a pod, looks after another, and comes back. */
class DraftJourneyTest extends OperatedWindow {

    private static final ObjectRef EDITED = ObjectRef.pod("research", "b200-probe");
    private static final ObjectRef OTHER = ObjectRef.pod("research", "vlm-eval-9kd2f");

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void lookAt(ObjectRef pod) {
        onFx(() -> {
            rootPane.inspect(pod);
            rootPane.showInspectorPage(InspectorPageName.YAML);
            return true;
        });
        eventually(pod + " is read", () -> onFx(() -> find("inspector-yaml") instanceof CodeArea area
                && area.getText().contains("name: " + pod.name())));
    }

    private String text() {
        return onFx(() -> ((CodeArea) find("inspector-yaml")).getText());
    }

    @Test
    void whatWasEditedIsThereUntilItIsDiscarded() {
        eventuallySays("connection", "live");
        lookAt(EDITED);
        fire("inspector-yaml-edit");
        onFx(() -> {
            ((CodeArea) find("inspector-yaml")).insertText(0, "# to be looked through\n");
            return true;
        });

        lookAt(OTHER);
        assertThat(text()).doesNotContain("to be looked through");
        lookAt(EDITED);
        assertThat(text()).startsWith("# to be looked through\n");
        assertThat(onFx(() -> ((CodeArea) find("inspector-yaml")).isEditable())).isTrue();

        fire("inspector-yaml-discard");
        assertThat(text()).doesNotContain("to be looked through").contains("name: b200-probe");
        lookAt(OTHER);
        lookAt(EDITED);
        assertThat(text()).doesNotContain("to be looked through");
    }

    private void write(String label) {
        onFx(() -> {
            var area = (CodeArea) find("inspector-yaml");
            area.replaceText(area.getText().replaceFirst("(?m)^  name: b200-probe$", "$0\n" + label));
            return true;
        });
    }

    @Test
    void whatAPreviewRefusedIsStillThereAndWhatIsDoneIsNoLongerEdited() {
        eventuallySays("connection", "live");
        lookAt(EDITED);
        fire("inspector-yaml-edit");
        write("  annotations: {draft: [nothing ends this}");
        fire("inspector-yaml-preview");
        eventually("it is refused", () -> words("change").contains("The text is not the YAML of a Kubernetes object"));
        press("Cancel");
        lookAt(OTHER);
        lookAt(EDITED);
        assertThat(text()).as("the work is not lost").contains("nothing ends this");

        fire("inspector-yaml-discard");
        fire("inspector-yaml-edit");
        write("  annotations: {draft: done}");
        fire("inspector-yaml-preview");
        eventually("the server has rehearsed it", () -> words("change").contains("Dry run passed"));
        press("Edit Pod research/b200-probe");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
        eventually("it is shown as it is now", () -> text().contains("\n  annotations:\n    draft: done\n"));
        assertThat(onFx(() -> ((CodeArea) find("inspector-yaml")).isEditable())).isFalse();
    }
}
