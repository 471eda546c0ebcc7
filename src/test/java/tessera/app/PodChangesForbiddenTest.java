package tessera.app;

import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;

/** Somebody who may look at pods and not delete them is told so before anything is sent. */
class PodChangesForbiddenTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String user() {
        return "viewer";
    }

    @Test
    void whoMayNotDeleteAPodReadsWhatIsMissing() {
        var pod = ObjectRef.pod("research", "b200-probe");
        eventuallySays("connection", "live");
        eventually("the pod is seen", () -> desk.snapshots().get().pod(pod.namespace(), pod.name()).isPresent());
        onFx(() -> {
            shell.inspect(pod);
            return true;
        });
        begin("Delete pod…");
        press("Preview");
        eventually("it is refused", () -> words("change").contains("You may not delete pods in the namespace"));
        assertThat(colleague.pods().inNamespace("research").withName(pod.name()).get()).isNotNull();
    }
}
