package tessera.app;

import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.event.Event;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator reaches a port of a pod, is asked before that ends, sees read-only mode end it, and copies files. */
class ReachingJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private String pod() {
        return colleague.pods().inNamespace("serving").list().getItems().stream().map(Pod::getMetadata)
                .map(metadata -> metadata.getName())
                .filter(name -> name.startsWith("llm-serve-") && !name.contains("rocm")).findFirst().orElseThrow();
    }

    private String address() {
        return words("forwards").replaceAll("(?s).*(127\\.0\\.0\\.1:\\d+).*", "$1");
    }

    private static String page(String address) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://" + address + "/v1/models")).build(),
                    BodyHandlers.ofString()).body();
        }
    }

    private int rows() {
        return onFx(() -> ((TableView<?>) find("forwards")).getItems().size());
    }

    @Test
    void aPortIsForwardedUntilReadOnlyModeEndsItAndFilesAreCopied() throws Exception {
        var name = pod();
        eventuallySays("connection", "live");
        eventually("the pod is seen", () -> clusterSelection.snapshots().get().findPod("serving", name).isPresent());
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("serving", name));
            return true;
        });
        begin("Forward a port…");
        eventually("the port that the pod declares is offered",
                () -> onFx(() -> ((ComboBox<?>) find("forward-port")).getEditor().getText().equals("8000")));
        new FxRobot().push(KeyCode.ENTER);
        eventually("it is listed", () -> rows() == 1);
        eventuallySays("forwards", "127.0.0.1:");
        assertThat(page(address())).contains("llm-serve");
        eventuallySays("forwards", "Ready");
        assertThat(top("forward-stop")).as("Stop stands beside Copy").isEqualTo(top("forward-copy"));

        var left = new AtomicBoolean();
        onFx(() -> {
            rootPane.confirmAndRun(() -> left.set(true));
            return true;
        });
        eventuallySays("leave", "active session");
        eventuallySays("leave", "Port 8000 of serving/" + name + " at " + address());
        onFx(() -> {
            press(KeyCode.K, /* control= */ true);
            press(KeyCode.DIGIT2, /* control= */ false);
            return true;
        });
        assertThat(onFx(() -> find("palette").isVisible())).as("no key reaches what is behind the question").isFalse();
        assertThat(onFx(() -> find("nodes-table") == null)).isTrue();
        fire("leave-stay");
        assertThat(left).as("it stays").isFalse();
        assertThat(page(address())).contains("llm-serve");

        clusterSelection.setReadOnly(true);
        eventuallySays("forwards", "Ended: Closed by read-only mode");
        assertThat(words("terminal-dock")).as("nothing is there any more").doesNotContain("Port 8000 is at");
        eventually("the menu says why not",
                () -> offers().stream().anyMatch(item -> item.getText().equals("Forward a port…   (Read-only mode)")));
        fire("forward-start");
        eventuallySays("terminal-dock", "Read-only mode blocks port forwarding");
        clusterSelection.setReadOnly(false);
        fire("forward-dismiss");
        eventually("it is dismissed", () -> rows() == 0);
        onFx(() -> {
            rootPane.confirmAndRun(() -> left.set(true));
            return true;
        });
        assertThat(left).as("nothing runs any more").isTrue();

        copyAFile(name);
    }

    private double top(String id) {
        return onFx(() -> find(id).localToScene(find(id).getBoundsInLocal()).getMinY());
    }

    private void press(KeyCode key, boolean control) {
        Event.fireEvent(find("leave-stay"),
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, control, false, false));
    }

    private void copyAFile(String name) throws Exception {
        var folder = Files.createDirectories(home.resolve("fetched"));
        begin("Copy files…");
        eventually("its container is known", () -> onFx(() -> !find("copy-start").isDisabled()));
        type("copy-remote", "/etc/hostname");
        type("copy-local", folder.toString());
        fire("copy-start");
        eventually("it is here", () -> Files.exists(folder.resolve("hostname")));
        assertThat(folder.resolve("hostname")).hasContent(name);
        eventuallySays("copies", "Dismiss");
        assertThat(find("copied-stop")).as("a late click on Stop forgets nothing").isNull();

        Files.writeString(folder.resolve("hostname"), "mine");
        fire("copy-start");
        eventuallySays("terminal-dock", "hostname already exists");
        onFx(() -> {
            rootPane.confirmAndRun(() -> {});
            return true;
        });
        eventuallySays("leave", "The copy of serving/" + name + ":/etc/hostname to " + folder);
        fire("leave-stay");
        fire("copy-replace");
        eventually("it is replaced", () -> Files.readString(folder.resolve("hostname")).equals(name + "\n"));

        copy("To the container", "/tmp/", Files.writeString(home.resolve("mine.txt"), "mine"));
        eventuallySays("copies", "serving/" + name + ":/tmp/");
        eventually("it is there", () -> copied() == 3);
        copy("From the container", "/tmp/nothing", folder);
        eventuallySays("copy-status", "/tmp/nothing: Cannot stat: No such file or directory");
        copy("From the container", "/tmp/mine.txt", folder);
        eventually("it is back", () -> Files.exists(folder.resolve("mine.txt"))
                && Files.readString(folder.resolve("mine.txt")).equals("mine"));
    }

    private long copied() {
        return onFx(() -> find("copies").lookupAll(".label").stream()
                .filter(label -> "Copied".equals(((Labeled) label).getText()) && label.getParent() instanceof HBox)
                .count());
    }

    private void copy(String direction, String remote, Path local) {
        onFx(() -> {
            ((ChoiceBox<?>) find("copy-direction")).getSelectionModel().select(direction.startsWith("From") ? 0 : 1);
            return true;
        });
        type("copy-remote", remote);
        type("copy-local", local.toString());
        fire("copy-start");
    }
}
