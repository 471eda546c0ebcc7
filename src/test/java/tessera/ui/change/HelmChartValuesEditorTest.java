package tessera.ui.change;

import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.plan.operator.HelmValues;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** Whoever answers a question sees the YAML, and whoever writes YAML sees the answers. */
class HelmChartValuesEditorTest {

    private HelmChartValuesEditor editor;
    private Scene scene;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @BeforeEach
    void show() throws Exception {
        editor = Stage.fx(HelmChartValuesEditor::new);
        scene = Stage.fx(() -> new Scene(new HBox(editor.questionsNode(), editor.yamlNode())));
    }

    private String yaml() throws Exception {
        return Stage.fx(() -> editor.yamlProperty().get());
    }

    private void write(String text) throws Exception {
        Stage.fx(() -> {
            ((TextArea) scene.lookup("#values-yaml")).setText(text);
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    private ComboBox<String> choice(String id) {
        return (ComboBox<String>) find(id);
    }

    private javafx.scene.Node find(String id) {
        scene.getRoot().applyCss();
        scene.getRoot().layout();
        return scene.lookup("#" + id);
    }

    @Test
    void anAnswerIsWrittenAndTakenBack() throws Exception {
        Stage.fx(() -> {
            choice("value-mig-strategy").setValue("mixed");
            ((TextField) find("value-driver-version")).setText("580.126.20");
            return true;
        });
        assertThat(yaml()).isEqualTo("mig:\n  strategy: \"mixed\"\ndriver:\n  version: \"580.126.20\"\n");
        Stage.fx(() -> {
            choice("value-mig-strategy").setValue("chart default");
            return true;
        });
        assertThat(yaml()).isEqualTo("driver:\n  version: \"580.126.20\"\n");
    }

    @Test
    void yamlIsReadIntoTheAnswers() throws Exception {
        write("driver:\n  enabled: false\n  upgradePolicy: {maxParallelUpgrades: 4}\n");
        assertThat(Stage.fx(() -> choice("value-driver-enabled").getValue())).isEqualTo("false");
        assertThat(Stage.fx(() -> ((TextField) find("value-driver-upgradePolicy-maxParallelUpgrades")).getText()))
                .isEqualTo("4");
        assertThat(yaml()).as("what somebody writes stays as it is").contains("{maxParallelUpgrades: 4}");
    }

    private String words(String id) throws Exception {
        return Stage.fx(() -> ((Label) find(id)).getText());
    }

    @Test
    void eachValueSaysWhoseItIsAndCanBeReset() throws Exception {
        var chart = HelmValues.read("driver: {enabled: true}\nmig: {strategy: single}\n");
        var release = HelmValues.read("mig: {strategy: mixed}\n");
        Stage.fx(() -> {
            editor.setInherited(chart, release);
            return true;
        });
        assertThat(words("value-mig-strategy-source")).isEqualTo("Set by the release (chart: single)");
        assertThat(Stage.fx(() -> choice("value-mig-strategy").getConverter().toString(null)))
                .isEqualTo("mixed (release)");
        assertThat(Stage.fx(() -> choice("value-driver-enabled").getConverter().toString(null)))
                .isEqualTo("true (chart)");
        assertThat(Stage.fx(() -> find("value-driver-enabled-reset").isVisible())).isFalse();

        reset("value-mig-strategy");
        assertThat(yaml()).as("what the release sets is taken away").isEqualTo("mig:\n  strategy: null\n");
        assertThat(words("value-mig-strategy-source")).isEqualTo("Reset to chart default (release: mixed)");
        reset("value-mig-strategy");
        assertThat(yaml()).isEmpty();

        write("mig: {strategy: none}\n");
        assertThat(words("value-mig-strategy-source")).isEqualTo("Set by you (release: mixed, chart: single)");
        reset("value-mig-strategy");
        assertThat(words("value-mig-strategy-source")).isEqualTo("Set by the release (chart: single)");
    }

    private void reset(String id) throws Exception {
        Stage.fx(() -> {
            ((Button) find(id + "-reset")).fire();
            return true;
        });
    }

    @Test
    void whatIsNoYamlIsToldAndChangesNoAnswer() throws Exception {
        write("mig:\n  strategy: mixed\n");
        write("mig: [");
        assertThat(Stage.fx(() -> editor.mistakeProperty().get())).startsWith("The values are not a YAML map");
        assertThat(Stage.fx(() -> choice("value-mig-strategy").getValue())).isEqualTo("mixed");
    }

    @Test
    void aSearchLeavesTheQuestionsThatAreMeant() throws Exception {
        Stage.fx(() -> {
            ((TextField) scene.lookup("#values-search")).setText("mig strategy");
            return true;
        });
        assertThat(Stage.fx(() -> find("value-mig-strategy") != null)).isTrue();
        assertThat(Stage.fx(() -> find("value-toolkit-env") == null)).isTrue();
    }
}
