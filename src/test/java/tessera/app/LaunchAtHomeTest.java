package tessera.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;

import static org.assertj.core.api.Assertions.assertThat;

/** Somebody whose kubeconfig names a namespace launches there, as kubectl does. */
class LaunchAtHomeTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String kubeconfig() {
        return super.kubeconfig().replace("context:\n", "context:\n    namespace: vision\n");
    }

    @Override
    void prepare() {
        try {
            Files.writeString(Files.createDirectories(home.resolve("templates")).resolve("mine.yaml"), """
                    title: Ours
                    parameters: {name: ours, namespace: research}
                    ---
                    apiVersion: v1
                    kind: ConfigMap
                    metadata:
                      name: ${name}
                      namespace: ${namespace}
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTemplateThatSaysWhereItGoesIsNotMovedToWhereTheKubeconfigSays() {
        eventuallySays("connection", "live");
        beginLaunch();
        eventually("it goes where the kubeconfig says", () -> namespace().equals("vision"));
        onFx(() -> {
            var list = (ListView<?>) find("launch-templates");
            list.getSelectionModel().selectLast();
            return true;
        });
        eventually("it goes where the template says", () -> namespace().equals("research"));
        onFx(() -> {
            ((ListView<?>) find("launch-templates")).getSelectionModel().select(2);
            return true;
        });
        eventually("another is at home again", () -> namespace().equals("vision"));
        onFx(() -> {
            ((ComboBox<?>) find("launch-namespace")).getEditor().setText("default");
            ((ListView<?>) find("launch-templates")).getSelectionModel().select(3);
            return true;
        });
        eventually("what was answered is kept",
                () -> onFx(() -> find("launch-free") != null) && namespace().equals("default"));
    }

    private String namespace() {
        return onFx(() -> find("launch-namespace") instanceof ComboBox<?> box ? box.getEditor().getText() : "");
    }

    @Test
    void theNamespaceOfTheKubeconfigIsTheAnswerWherePodsMayBeCreatedThere() {
        assertThat(kubeconfig()).contains("namespace: vision");
        eventuallySays("connection", "live");
        beginLaunch();
        eventually("it goes where the kubeconfig says",
                () -> onFx(() -> find("launch-namespace") instanceof ComboBox<?> box
                        && box.getEditor().getText().equals("vision")));
    }
}
