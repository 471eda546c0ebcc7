package tessera.app;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javafx.event.Event;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.ObjectRef;
import tessera.model.SessionConnectionStatus;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.SaveDialog;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** The login of the cluster is nowhere to be read in the window, and does not leave it, even where the server quotes it. */
class CanaryInTheWindowTest extends OperatedWindow {

    private static final String PASSWORD = "canary-of-a-secret-41c7";
    private static final String ENCODED = Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.UTF_8));

    private String token = "";

    @Override
    void prepare() {
        colleague.resource(new SecretBuilder().withNewMetadata().withName("canary").withNamespace("default")
                .endMetadata().addToData("password", ENCODED).build()).create();
    }

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
        token = cluster.kubeconfig(user()).replaceAll("(?s).*token: (\\S+).*", "$1");
    }

    private void clean(String where) {
        assertThat(words("shell")).as(where).isNotEmpty().doesNotContain(token);
    }

    private final List<Path> saved = new ArrayList<>();

    /** What a file chooser asks is answered by a folder of the operator's. */
    private void answerWhereTo() {
        onFx(() -> rootPane.node().getScene().getProperties().put(SaveDialog.SavePathChooser.class,
                (SaveDialog.SavePathChooser) name -> {
                    var file = home.resolve(saved.size() + "-" + name.replace('/', '-'));
                    saved.add(file);
                    return Optional.of(file);
                }));
    }

    /** Saves all that a menu offers to be saved. */
    private void everythingIsSaved(String menu) throws Exception {
        int before = onFx(saved::size);
        var items = onFx(() -> List.copyOf(((MenuButton) find(menu)).getItems()));
        onFx(() -> {
            items.forEach(MenuItem::fire);
            return true;
        });
        assertThat(onFx(saved::size)).as(menu).isEqualTo(before + items.size());
        for (var file : onFx(() -> List.copyOf(saved.subList(before, saved.size())))) {
            assertThat(file).isNotEmptyFile();
        }
    }

    private void aLogIsSaved() throws Exception {
        var pod = onFx(() -> clusterSelection.snapshots().get().nodes().stream().flatMap(node -> node.pods().stream())
                .filter(podSummary -> podSummary.name().startsWith("llm-serve-")).findFirst().orElseThrow());
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod(pod.namespace(), pod.name()));
            rootPane.showInspectorPage(InspectorPageName.LOGS);
            return true;
        });
        eventually("lines come", () -> words("logs-status").matches("[1-9][0-9\u202f\u00a0, ]* lines.*"));
        int before = onFx(saved::size);
        onFx(() -> {
            ((MenuButton) find("logs-view")).getItems().stream().filter(item -> "logs-save".equals(item.getId()))
                    .forEach(MenuItem::fire);
            return true;
        });
        assertThat(onFx(saved::size)).isEqualTo(before + 1);
        var log = onFx(saved::getLast);
        eventually("the log is written", () -> Files.exists(log) && Files.size(log) > 0);
    }

    private static String copied() {
        return String.valueOf(onFx(() -> Clipboard.getSystemClipboard().getString()));
    }

    @Test
    void neitherWhatIsReadNorWhatIsCopiedHoldsTheLogin() throws Exception {
        answerWhereTo();
        look("h100-01");
        onFx(() -> {
            rootPane.showInspectorPage(InspectorPageName.YAML);
            return true;
        });
        eventually("the node can be copied", () -> onFx(() -> find("inspector-yaml-copy") != null));
        onFx(() -> {
            ((Button) find("inspector-yaml-copy")).fire();
            return true;
        });
        assertThat(copied()).contains("h100-01").doesNotContain(token);
        assertThat(clusterSelection.clusterServices()
                .yamlOf(new ObjectRef("v1", "Secret", "secrets", "default", "canary"), true))
                .contains("canary", "hidden").doesNotContain(PASSWORD).doesNotContain(ENCODED);
        for (var screen : List.of(ScreenDestination.NODES, ScreenDestination.GPUS)) {
            everyRowIsCopied(screen);
            everythingIsSaved(table().getId() + "-export");
        }
        onFx(() -> {
            rootPane.goTo(ScreenDestination.METRICS);
            return true;
        });
        eventually("charts can be saved", () -> onFx(() -> find("metrics-export") != null));
        everythingIsSaved("metrics-export");
        aLogIsSaved();

        SimulatedHttpServerFaults.of(cluster).addFault(".*",
                SimulatedHttpServerFault.ofAnswer(403, "text/plain", "no such user: Bearer " + token + " " + token));
        SimulatedHttpServerFaults.of(cluster).dropConnections();
        onFx(() -> {
            clusterSelection.retryConnection();
            return true;
        });
        eventually("the cluster refuses", () -> !(clusterSelection.snapshots().get()
                .connection() instanceof SessionConnectionStatus.LiveConnection));
        for (var screen : ScreenDestination.values()) {
            onFx(() -> {
                rootPane.goTo(screen);
                return true;
            });
            clean(screen.title());
        }
        onFx(() -> {
            rootPane.goTo(ScreenDestination.NODES);
            return true;
        });
        eventually("nodes are still listed", () -> onFx(() -> !table().getItems().isEmpty()));
        everythingIsSaved(table().getId() + "-export");
        assertThat(String.valueOf(clusterSelection.snapshots().get().connection())).doesNotContain(token);
        leftClean();
    }

    private void everyRowIsCopied(ScreenDestination screen) {
        onFx(() -> {
            rootPane.goTo(screen);
            return true;
        });
        eventually("rows of " + screen.title(),
                () -> onFx(() -> rootPane.node().lookup(".data-table") != null && !table().getItems().isEmpty()));
        onFx(() -> {
            table().getSelectionModel().selectAll();
            Event.fireEvent(table(), new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.C, false, true, false, false));
            return true;
        });
        assertThat(copied().lines().count()).as(screen.title()).isGreaterThan(5);
        assertThat(copied()).as(screen.title()).doesNotContain(token).doesNotContain(PASSWORD).doesNotContain(ENCODED);
    }

    private TableView<?> table() {
        return (TableView<?>) rootPane.node().lookup(".data-table");
    }

    private void leftClean() throws Exception {
        var left = new ArrayList<Path>();
        try (var files = Files.walk(home)) {
            files.filter(Files::isRegularFile).filter(file -> !file.endsWith("config")).forEach(left::add);
        }
        for (var file : List.copyOf(left)) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).as(file.toString()).doesNotContain(token)
                    .doesNotContain(PASSWORD).doesNotContain(ENCODED);
        }
    }
}
