package tessera.app;

import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;

import static org.assertj.core.api.Assertions.assertThat;

/** Somebody who may create pods in the namespace of a team alone is offered no other to launch in. */
class LaunchNamespacesTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    String user() {
        return "viewer";
    }

    @Override
    void prepare() {
        Colleague.letsEdit(colleague, user(), "research");
    }

    private void begin() {
        beginLaunch();
        eventually("the cluster was asked", () -> !offered().isEmpty());
    }

    private List<String> offered() {
        return onFx(() -> find("launch-namespace") instanceof ComboBox<?> box
                ? box.getItems().stream().map(String::valueOf).toList()
                : List.<String>of());
    }

    @Test
    void onlyNamespacesWhereOneMayCreatePodsAreOffered() {
        eventuallySays("connection", "live");
        begin();
        assertThat(offered()).containsExactly("research");
        eventually("it goes where it may be created",
                () -> onFx(() -> ((ComboBox<?>) find("launch-namespace")).getEditor().getText()).equals("research"));
        eventuallySays("launch-free", "Node capacity unknown");
        assertThat(words("launch-free")).doesNotContain("No node advertises", "No node offers");
    }

    @Test
    void whoMayNotListNamespacesIsOfferedThoseWhosePodsAreSeen() {
        eventuallySays("connection", "live");
        SimulatedHttpServerFaults.of(cluster).addFault("GET /api/v1/namespaces(\\?.*)?",
                SimulatedHttpServerFault.forbidden("namespaces is forbidden"));
        begin();
        assertThat(offered()).containsExactly("research");
        eventuallySays("launch-namespace-help", "You may not list namespaces");
        eventuallySays("launch-priority-help", "You may not list priorityclasses");
        onFx(() -> {
            ((ComboBox<?>) find("launch-priority")).getEditor().setText("training");
            return true;
        });
        eventuallySays("launch-findings", "Cannot check PriorityClass training: You may not list");
    }
}
