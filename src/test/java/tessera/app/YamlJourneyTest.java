package tessera.app;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.regex.Pattern;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;

import static org.assertj.core.api.Assertions.assertThat;

/** YAML that is looked at is what the cluster has now; what somebody edits is left alone, and they are told. */
class YamlJourneyTest extends OperatedWindow {

    private static final ObjectRef POD = ObjectRef.pod("research", "b200-probe");

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void label(String value) {
        Colleague.insists(() -> colleague.pods().inNamespace(POD.namespace()).withName(POD.name())
                .edit(pod -> new PodBuilder(pod).editMetadata().addToLabels("seen", value).endMetadata().build()));
    }

    /** While the page is not there, its tab is found. */
    private CodeArea area() {
        return find("inspector-yaml") instanceof CodeArea area ? area : new CodeArea();
    }

    private boolean says(String text) {
        return onFx(() -> area().getText().contains(text));
    }

    private String note() {
        return onFx(() -> ((Label) find("inspector-yaml-note")).getText());
    }

    private void read() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.inspect(POD);
            rootPane.showInspectorPage(InspectorPageName.YAML);
            return true;
        });
        eventually("the pod is read", () -> says("name: b200-probe"));
    }

    @Test
    void whatIsReadIsReadAnewAndWhatIsEditedIsNot() {
        read();
        assertThat(note()).startsWith("Read at ");
        label("first");
        eventually("the change is seen", () -> says("seen: first"));

        fire("inspector-yaml-edit");
        onFx(() -> {
            area().insertText(0, "# mine\n");
            return true;
        });
        label("second");
        eventually("it is told", () -> note().contains("Changed in the cluster since "));
        assertThat(says("# mine\n")).isTrue();
        assertThat(says("seen: second")).as("what is edited is not overwritten").isFalse();

        fire("inspector-yaml-discard");
        assertThat(says("# mine\n")).isFalse();
        assertThat(says("seen: second")).isTrue();
    }

    @Test
    void aPodThatIsMadeAnewWhileItIsEditedIsNotCalledChanged() {
        read();
        fire("inspector-yaml-edit");
        onFx(() -> {
            area().replaceText(area().getText().replace("    app: b200-probe", "    app: b200-mine"));
            return true;
        });
        var pod = colleague.pods().inNamespace(POD.namespace()).withName(POD.name());
        var again = new PodBuilder(pod.get()).editMetadata().withUid(null).withResourceVersion(null).endMetadata()
                .build();
        pod.withGracePeriod(0).delete();
        eventually("it is gone", () -> pod.get() == null);
        colleague.resource(again).create();
        eventually("it is told", () -> note().startsWith("Deleted and recreated in the cluster since "));

        fire("inspector-yaml-preview");
        eventually("it is refused",
                () -> words("change").contains("research/pods/b200-probe was deleted and recreated after it was read"));
        press("Cancel");
        fire("inspector-yaml-discard");
    }

    @Test
    void whoComesBackFromARefusalIsAtTheLineThatItNames() {
        read();
        fire("inspector-yaml-edit");
        onFx(() -> {
            area().replaceText(area().getText().replace("  namespace: research", "  namespace: [research"));
            area().moveTo(0);
            return true;
        });
        fire("inspector-yaml-preview");
        eventually("it is refused", () -> words("change").contains("Blocked"));
        var line = Pattern.compile("line (\\d+):").matcher(words("change"));
        assertThat(line.find()).as(words("change")).isTrue();
        press("Cancel");
        assertThat(onFx(() -> area().getCurrentParagraph() + 1)).isEqualTo(Integer.parseInt(line.group(1)))
                .isGreaterThan(1);
        eventually("the keys go there", () -> onFx(() -> area().isFocused()));
        fire("inspector-yaml-discard");
    }

    @Test
    void theFieldThatTheServerRefusesIsGoneToInTheEditor() {
        read();
        fire("inspector-yaml-edit");
        onFx(() -> {
            area().replaceText(area().getText().replace("    app: b200-probe", "    app: not/a/label"));
            area().moveTo(0);
            return true;
        });
        fire("inspector-yaml-preview");
        eventually("it is refused", () -> words("change").contains("Blocked"));
        assertThat(words("change")).contains("metadata.labels: Invalid value");
        press("Cancel");
        assertThat(onFx(() -> area().getText(area().getCurrentParagraph()))).contains("labels:");
        eventually("the keys go there", () -> onFx(() -> area().isFocused()));
        fire("inspector-yaml-discard");
    }

    /** Edits what a colleague changes meanwhile, and is refused. */
    private void meetAColleaguesEdit() {
        eventuallySays("connection", "live");
        label("theirs");
        onFx(() -> {
            rootPane.inspect(POD);
            rootPane.showInspectorPage(InspectorPageName.YAML);
            return true;
        });
        eventually("the pod is read", () -> says("seen: theirs"));
        fire("inspector-yaml-edit");
        label("theirs-again");
        onFx(() -> {
            area().replaceText(area().getText().replace("seen: theirs", "seen: mine"));
            return true;
        });
        fire("inspector-yaml-preview");
        eventually("it is refused", () -> words("change").contains("Blocked"));
    }

    @Test
    void whyAnEditIsRefusedIsSaidOnceAndNothingAsThoughItWouldCome() {
        meetAColleaguesEdit();
        assertThat(words("change")).containsOnlyOnce("was changed after the preview")
                .doesNotContain("What the server would make of it", "| Warnings |");
        press("Cancel");
        fire("inspector-yaml-discard");
    }

    @Test
    void whatAColleagueWroteMeanwhileIsOverwrittenOnceOneHasReadWhoseItIsAndTypedTheName() {
        meetAColleaguesEdit();
        assertThat(words("change")).contains("metadata.labels.seen was changed by fabric8-kubernetes-client");

        press("Overwrite");
        eventually("it is rehearsed anew", () -> words("change").contains("Dry run passed"));
        assertThat(words("change")).contains("Overwrites metadata.labels.seen (set by fabric8-kubernetes-client",
                "seen: mine");
        assertThat(onFx(() -> button("Edit Pod research/b200-probe") == null)).as("the name has to be typed").isTrue();
        type("change-confirm", POD.name());
        press("Edit Pod research/b200-probe");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(colleague.pods().inNamespace(POD.namespace()).withName(POD.name()).get().getMetadata().getLabels())
                .containsEntry("seen", "mine");
        press("Close");
    }
}
