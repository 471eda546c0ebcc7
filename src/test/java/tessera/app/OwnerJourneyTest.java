package tessera.app;

import io.fabric8.kubernetes.api.model.PodBuilder;
import javafx.scene.control.Hyperlink;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator goes from a pod to what made it, and looks on while the pod becomes otherwise. */
class OwnerJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private String pod(String owner) {
        return colleague.pods().inNamespace("serving").list().getItems().stream()
                .map(pod -> pod.getMetadata().getName()).filter(name -> name.startsWith(owner + "-")).findFirst()
                .orElseThrow();
    }

    private void turn(KeyCode key) {
        onFx(() -> {
            var root = shell.node();
            root.fireEvent(new KeyEvent(root, root, KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false));
            return true;
        });
    }

    private void follow(String words) {
        eventually("there is a way to " + words, () -> onFx(() -> find("inspector").lookupAll(".fact-link").stream()
                .anyMatch(link -> link instanceof Hyperlink way && way.getText().equals(words))));
        onFx(() -> {
            find("inspector").lookupAll(".fact-link").stream().map(Hyperlink.class::cast)
                    .filter(way -> way.getText().equals(words)).forEach(Hyperlink::fire);
            return true;
        });
    }

    @Test
    void whatMadeAPodIsOneClickAwayWithItsPodsAndItsYaml() {
        eventuallySays("connection", "live");
        onFx(() -> {
            shell.inspect(ObjectRef.pod("serving", pod("embed")));
            return true;
        });
        follow("Deployment embed");
        eventually("its pods are listed", () -> words("inspector").contains("Deployment · serving")
                && words("inspector").contains(pod("embed")));
        turn(KeyCode.Y);
        eventually("its YAML is read", () -> onFx(() -> find("inspector-yaml") instanceof CodeArea area
                && area.getText().contains("kind: Deployment")));
    }

    @Test
    void whatAPodIsMadeOfIsReadAnewWhileItIsLookedAt() {
        eventuallySays("connection", "live");
        var name = pod("embed");
        onFx(() -> {
            shell.inspect(ObjectRef.pod("serving", name));
            shell.turnTo("Containers");
            return true;
        });
        eventually("its containers are read", () -> words("inspector-spec").contains("Image"));
        assertThat(words("inspector-spec")).doesNotContain("registry.example/other:1");
        colleague.pods().inNamespace("serving").withName(name).edit(pod -> new PodBuilder(pod).editSpec()
                .editFirstContainer().withImage("registry.example/other:1").endContainer().endSpec().build());
        eventually("the new image is seen", () -> words("inspector-spec").contains("registry.example/other:1"));

        turn(KeyCode.L);
        eventually("its log is a key away", () -> onFx(() -> find("logs-follow") != null));
        turn(KeyCode.S);
        eventually("and so is a terminal", () -> words("terminal-status").contains("Running in"));
    }
}
