package tessera.app;

import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import javafx.event.ActionEvent;
import javafx.event.Event;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.kit.SaveDialog;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator looks around in a container: types, resizes, runs what shows GPUs, until the pod is gone. */
class TerminalJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private String pod(String namespace, String start) {
        return colleague.pods().inNamespace(namespace).list().getItems().stream().map(Pod::getMetadata)
                .map(metadata -> metadata.getName()).filter(name -> name.startsWith(start) && !name.contains("rocm"))
                .findFirst().orElseThrow();
    }

    private void openTerminal(String namespace, String name) {
        eventuallySays("connection", "live");
        eventually("the pod is seen", () -> clusterSelection.snapshots().get().findPod(namespace, name).isPresent());
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod(namespace, name));
            return true;
        });
        begin("Open terminal");
    }

    private String screen() {
        return onFx(() -> String.join("\n", rootPane.terminals().lines()));
    }

    private void eventuallyShows(String text) {
        eventuallyOnScreen("the terminal shows “" + text + "”", () -> screen().contains(text));
    }

    private void eventuallyMatches(String line) {
        var pattern = Pattern.compile("^" + line + "$", Pattern.MULTILINE);
        eventuallyOnScreen("a line is " + line, () -> pattern.matcher(screen()).find());
    }

    private void eventuallyOnScreen(String subject, Callable<Boolean> condition) {
        try {
            eventually(subject, condition);
        } catch (AssertionError e) {
            throw new AssertionError("%s%nThe terminal:%n%s%nKeys go to %s".formatted(e.getMessage(), screen(),
                    onFx(() -> String.valueOf(rootPane.node().getScene().getFocusOwner()))), e);
        }
    }

    private boolean typedInto() {
        return onFx(() -> {
            var owner = rootPane.node().getScene().getFocusOwner();
            return owner != null && owner.getParent() != null
                    && find("terminal-dock").lookupAll(".terminal-ground Canvas").contains(owner);
        });
    }

    private void line(FxRobot robot, String text) {
        eventuallyOnScreen("keys go to the terminal", this::typedInto);
        robot.write(text, 0).type(KeyCode.ENTER);
    }

    private String status() {
        return onFx(() -> rootPane.terminals().statusText());
    }

    /** There is one such button for each tab. */
    private void again() {
        onFx(() -> {
            ((TabPane) find("terminal-tabs")).getSelectionModel().getSelectedItem().getContent()
                    .lookup("#terminal-again").fireEvent(new ActionEvent());
            return true;
        });
    }

    private boolean offered(String text) {
        return offers().stream().anyMatch(item -> item.getText().equals(text));
    }

    @Test
    void aShellIsTypedIntoResizedRefusedInReadOnlyModeAndToldOfTheEndOfItsPod(FxRobot robot) {
        var name = pod("serving", "llm-serve-");
        openTerminal("serving", name);
        eventuallyShows(":/#");
        line(robot, "echo grün $HOSTNAME");
        eventuallyShows("grün " + name);
        line(robot, "stty size");
        eventuallyMatches("1\\d \\d+");
        onFx(() -> {
            ((Region) find("terminal-dock")).setPrefHeight(520);
            return true;
        });
        line(robot, "clear");
        eventually("it is gone", () -> !screen().contains("grün"));
        line(robot, "stty size");
        eventuallyMatches("2\\d \\d+");
        robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.K);
        eventually("the keyboard leads out of it", () -> onFx(() -> find("palette").isVisible()));
        robot.push(KeyCode.ESCAPE);
        eventuallyOnScreen("and back", this::typedInto);

        fire("terminal-topo");
        eventuallyShows("Legend");
        eventually("it has ended", () -> status().equals("Exited with code 0"));
        whatACommandWroteIsSaved(name);
        fire("terminal-dmon");
        eventuallyShows("# gpu");
        closeTab();
        eventually("it is asked whether to end it", () -> onFx(() -> find("leave").isVisible()));
        fire("leave-stay");
        robot.push(KeyCode.CONTROL, KeyCode.C);
        eventually("it was interrupted", () -> status().equals("Interrupted (exit code 130)"));
        assertThat(onFx(() -> find("terminal-status").getStyleClass())).as("it is no trouble")
                .doesNotContain("danger-text");
        readOnly();

        onFx(() -> {
            ((TabPane) find("terminal-tabs")).getSelectionModel().select(0);
            return true;
        });
        eventually("what ended it is told", () -> status().equals("Closed by read-only mode"));
        again();
        eventuallyShows(":/#");
        colleague.pods().inNamespace("serving").withName(name).withGracePeriod(0).delete();
        eventually("its end is told", () -> status().equals("The pod is no longer in the cluster"));
        robot.push(KeyCode.CONTROL, KeyCode.K);
        eventually("a shell that ended keeps no keys", () -> onFx(() -> find("palette").isVisible()));
        robot.push(KeyCode.ESCAPE);
        assertThat(screen()).as("what was written is still there").contains(":/#");
        closeTab();
        assertThat(onFx(() -> find("leave").isVisible())).as("nothing runs there").isFalse();
    }

    private void whatACommandWroteIsSaved(String pod) {
        var asked = new CompletableFuture<String>();
        onFx(() -> {
            rootPane.node().getScene().getProperties().put(SaveDialog.SavePathChooser.class,
                    (SaveDialog.SavePathChooser) proposed -> {
                        asked.complete(proposed);
                        return Optional.of(home.resolve("topo.txt"));
                    });
            ((TabPane) find("terminal-tabs")).getSelectionModel().getSelectedItem().getContent()
                    .lookup("#terminal-save").fireEvent(new ActionEvent());
            return true;
        });
        assertThat(asked).as("told from other outputs").isCompletedWithValue(pod + "-nvidia-smi-topo-m.txt");
        eventually("it is in the file", () -> Files.exists(home.resolve("topo.txt"))
                && Files.readString(home.resolve("topo.txt")).contains("Legend"));
        assertThat(home.resolve("topo.txt")).content().as("letters alone, though the heading is underlined")
                .contains("CPU Affinity").doesNotContain("\u001b");
    }

    @Test
    void whatIsShownIsCopiedAndWhatWasCopiedIsTyped(FxRobot robot) {
        openTerminal("serving", pod("serving", "llm-serve-"));
        eventuallyShows(":/#");
        onFx(() -> Clipboard.getSystemClipboard().setContent(Map.of()));
        robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.V);
        line(robot, "echo nothing");
        eventuallyMatches("nothing");
        assertThat(screen()).as("what cannot be typed is no letter").doesNotContain("V");

        onFx(() -> Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, "echo from elsewhere")));
        robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.V);
        eventuallyShows("# echo from elsewhere");
        robot.type(KeyCode.ENTER);
        eventuallyMatches("from elsewhere");

        var canvas = robot.lookup(".terminal-ground Canvas").query();
        var corner = onFx(() -> canvas.localToScreen(4, 24));
        robot.drag(corner, MouseButton.PRIMARY).dropTo(corner.add(500, 60));
        robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.C);
        eventually("it is copied",
                () -> onFx(() -> String.valueOf(Clipboard.getSystemClipboard().getString()).contains("nothing")));
    }

    @Test
    void ofDevicesOfAnotherMakerNoCommandIsOfferedThatKnowsNothingOfThem() {
        var name = colleague.pods().inNamespace("serving").list().getItems().stream().map(Pod::getMetadata)
                .map(metadata -> metadata.getName()).filter(each -> each.startsWith("llm-serve-rocm-")).findFirst()
                .orElseThrow();
        openTerminal("serving", name);
        eventuallyShows(":/#");
        assertThat(words("terminal-dock")).contains("Running in server").doesNotContain("nvidia-smi");

        openTerminal("serving", pod("serving", "llm-serve-"));
        eventually("they are offered where they help", () -> words("terminal-dock").contains("nvidia-smi topo -m"));
    }

    private void closeTab() {
        onFx(() -> {
            var tab = ((TabPane) find("terminal-tabs")).getSelectionModel().getSelectedItem();
            Event.fireEvent(tab, new Event(Tab.TAB_CLOSE_REQUEST_EVENT));
            return true;
        });
    }

    private void readOnly() {
        clusterSelection.setReadOnly(true);
        eventually("the menu says why not", () -> offered("Open terminal   (Read-only mode)"));
        fire("terminal-smi");
        eventuallySays("terminal-dock", "Read-only mode blocks commands in containers");
        clusterSelection.setReadOnly(false);
        eventually("it is offered again", () -> offered("Open terminal"));
    }
}
