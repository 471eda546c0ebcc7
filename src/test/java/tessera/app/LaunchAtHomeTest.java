package tessera.app;

import javafx.scene.control.ComboBox;
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

    @Test
    void theNamespaceOfTheKubeconfigIsTheAnswerWherePodsMayBeCreatedThere() {
        assertThat(kubeconfig()).contains("namespace: vision");
        eventuallySays("connection", "live");
        beginLaunch();
        eventually("it goes where the kubeconfig says", () -> onFx(
                () -> find("launch-namespace") instanceof ComboBox<?> box
                        && box.getEditor().getText().equals("vision")));
    }
}
