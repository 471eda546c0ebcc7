package tessera.app;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.fixture.Seen;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

import static org.assertj.core.api.Assertions.assertThat;

/** No text of the window reads otherwise than it is, whatever others wrote into their cluster; nor does what is copied. */
@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init")
@Timeout(180)
class WordsInTheWindowTest {

    @TempDir
    Path home;

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private RecordedCluster cluster;
    private ClusterSelectionService clusterSelection;
    private WindowRootPane rootPane;

    @Start
    void open(Stage stage) throws Exception {
        cluster = WordsOfOthersTest.written(text -> text + WordsOfOthersTest.TERMINAL, home);
        clusterSelection = ClusterSelectionService.start(
                new ProcessEnvironment(Map.of(), home, home, Path.of(cluster.kubeconfig())),
                ApplicationSettingsService.readFrom(home),
                new StartupOptions("", false, 12, 1, List.of(), Optional.empty()), Clock.system(ZoneId.of("UTC")),
                Duration.ofHours(1));
        clusterSelection.openFirst();
        ColorTheme.loadFonts();
        rootPane = new WindowRootPane(clusterSelection, clusterSelection.accelerators(), projector, Clock.systemUTC(),
                () -> {});
        var scene = new Scene(rootPane.node(), 1440, 900);
        ColorTheme.DARK.applyTo(scene);
        stage.setScene(scene);
        stage.sizeToScene();
        stage.show();
    }

    @AfterEach
    void close() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, rootPane::close);
        clusterSelection.close();
        cluster.close();
        projector.shutdownNow();
    }

    /** What is to be read in all windows that are open, with where it stands if it is obeyed. */
    private static Set<String> obeyed() {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var found = new TreeSet<String>();
            Window.getWindows().stream().filter(window -> window.getScene() != null)
                    .flatMap(window -> nodes(window.getScene().getRoot()))
                    .forEach(node -> words(node).filter(text -> text != null && isObeyed(text))
                            .forEach(text -> found.add(node.getClass().getSimpleName() + " " + node.getStyleClass()
                                    + " #" + node.getId() + " in " + node.getParent())));
            return found;
        });
    }

    private static boolean isObeyed(String text) {
        return WordsOfOthersTest.OBEYED.matcher(text.replace("\r\n", "\n")).find();
    }

    private static Stream<Node> nodes(Node root) {
        return Stream.concat(Stream.of(root), root.lookupAll("*").stream());
    }

    private static Stream<String> words(Node node) {
        return switch (node) {
            case Labeled labeled -> Stream.of(labeled.getText());
            case Text text -> Stream.of(text.getText());
            default -> Stream.empty();
        };
    }

    private static void settled() {
        for (int i = 0; i < 6; i++) {
            WaitForAsyncUtils.sleep(80, TimeUnit.MILLISECONDS);
            WaitForAsyncUtils.waitForFxEvents();
        }
    }

    private void on(Runnable action) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, action);
        settled();
    }

    @Test
    void noTextOfTheWindowIsObeyed() throws Exception {
        Seen.await(() -> !clusterSelection.snapshots().get().nodes().isEmpty());
        for (var screen : ScreenDestination.values()) {
            on(() -> rootPane.goTo(screen));
            assertThat(obeyed()).as(screen.title()).isEmpty();
        }
        var node = clusterSelection.snapshots().get().nodes().getFirst().name();
        var pods = clusterSelection.snapshots().get().unbound();
        on(() -> rootPane.goTo(ScreenDestination.NODES));
        on(() -> rootPane.inspect(ObjectRef.node(node)));
        for (var page : List.of(InspectorPageName.OVERVIEW, InspectorPageName.PODS, InspectorPageName.LABELS,
                InspectorPageName.EVENTS, InspectorPageName.YAML)) {
            on(() -> rootPane.showInspectorPage(page));
            assertThat(obeyed()).as(page.name()).isEmpty();
        }
        assertThat(pods).isNotEmpty();
        on(() -> rootPane.inspect(ObjectRef.pod(pods.getFirst().namespace(), pods.getFirst().name())));
        assertThat(obeyed()).as("a pod").isEmpty();
    }

    @Test
    void whatPopsUpIsNotObeyedNorWhatIsCopied() {
        on(() -> {
            var tip = new Tooltip("a" + WordsOfOthersTest.TERMINAL);
            tip.show(rootPane.node().getScene().getWindow());
            assertThat(isObeyed(tip.getText())).isFalse();
            var menu = new ContextMenu(new MenuItem("b" + WordsOfOthersTest.TERMINAL));
            menu.show(rootPane.node().getScene().getWindow());
            TextLabelFactory.copy("c" + WordsOfOthersTest.TERMINAL);
            assertThat(isObeyed(Clipboard.getSystemClipboard().getString())).isFalse();
        });
        assertThat(obeyed()).isEmpty();
        on(() -> List.copyOf(Window.getWindows()).stream().filter(window -> !(window instanceof Stage))
                .forEach(Window::hide));
    }

    @Test
    void noMegabyteIsLaidOut() {
        on(() -> {
            var tip = new Tooltip("a".repeat(1 << 20));
            tip.show(rootPane.node().getScene().getWindow());
            assertThat(tip.getText()).hasSizeLessThan(50_000).endsWith("a");
            tip.hide();
        });
    }
}
