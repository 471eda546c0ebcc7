package tessera.app;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.ObjectRef;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.PngImageWriter;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

/** A window on a simulated cluster that is reached by a kubeconfig, and a colleague at another machine. */
@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init")
abstract class OperatedWindow {

    /** How long, in seconds, at most: slow machines are not what is tested. */
    private static final int PATIENCE = 300;
    /** To look through a whole window takes time from what is waited for. */
    private static final long BETWEEN_LOOKS = 60;

    @TempDir
    Path home;

    final ExecutorService projector = Executors.newSingleThreadExecutor();
    ColorTheme theme = ColorTheme.DARK;
    SimulatedCluster cluster;
    KubernetesClient colleague;
    ClusterSelectionService clusterSelection;
    WindowRootPane rootPane;

    /** To be called when JavaFX has a stage. */
    final void show(Stage stage) throws Exception {
        cluster = SimulatedCluster.start(options());
        colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
        prepare();
        var file = Files.writeString(home.resolve("config"),
                kubeconfig().replace("name: demo\n  context", "name: prod-eu\n  context")
                        .replace("current-context: demo", "current-context: prod-eu"));
        var clock = clock();
        clusterSelection = ClusterSelectionService.start(new ProcessEnvironment(Map.of(), home, home, file),
                ApplicationSettingsService.readFrom(home),
                new StartupOptions("", false, 12, 1, List.of(), Optional.empty()), clock, Duration.ofMillis(50));
        clusterSelection.openFirst();
        ColorTheme.loadFonts();
        rootPane = new WindowRootPane(clusterSelection, clusterSelection.accelerators(), projector, clock,
                () -> theme = theme.otherTheme());
        var scene = new Scene(rootPane.node(), 1440, 900);
        theme.applyTo(scene);
        stage.setScene(scene);
        // Tests of one process share the window, which another may have left small.
        stage.sizeToScene();
        stage.show();
    }

    @AfterEach
    void close() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, rootPane::close);
        clusterSelection.close();
        colleague.close();
        cluster.close();
        projector.shutdownNow();
    }

    void eventually(String subject, Callable<Boolean> condition) {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!holds(condition)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("%s did not come true within %d s; the window says: %s".formatted(subject,
                        PATIENCE, words("shell")));
            }
            WaitForAsyncUtils.sleep(BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    void eventuallySays(String id, String text) {
        eventually("#" + id + " says “" + text + "”", () -> words(id).contains(text));
    }

    /** On the thread of the window: looking up goes through lists that change. */
    Node find(String id) {
        return Platform.isFxApplicationThread() ? lookup(id)
                : WaitForAsyncUtils.waitForAsyncFx(60_000, () -> lookup(id));
    }

    private Node lookup(String id) {
        return rootPane.node().getId().equals(id) ? rootPane.node() : rootPane.node().lookup("#" + id);
    }

    /** All that is to be read in a part of the window. */
    String words(String id) {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var part = find(id);
            return part == null || !part.isVisible() ? ""
                    : part.lookupAll("*").stream().filter(Labeled.class::isInstance)
                            .map(labeled -> ((Labeled) labeled).getText())
                            .filter(text -> text != null && !text.isEmpty()).distinct()
                            .collect(Collectors.joining(" | "));
        });
    }

    /** What the cluster is like. */
    SimulationOptions options() {
        return SimulationOptions.defaultOptions().withActivity(false);
    }

    /** The clock of the window. */
    Clock clock() {
        return Clock.system(ZoneId.of("UTC"));
    }

    /** What a colleague has prepared before the operator comes. */
    void prepare() {}

    /** How the operator reaches the cluster. */
    String kubeconfig() {
        return cluster.kubeconfig(user());
    }

    /** Who the operator is in the cluster. */
    String user() {
        return "admin";
    }

    static <T> T onFx(Callable<T> action) {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, action);
    }

    void look(String node) {
        eventuallySays("connection", "live");
        eventually("the fleet is there", () -> clusterSelection.snapshots().get().findNode(node).isPresent());
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.inspect(ObjectRef.node(node)));
        eventuallySays("inspector", node);
    }

    void begin(String node, String change) {
        look(node);
        begin(change);
    }

    /** Begins a change of what is selected. */
    final void begin(String change) {
        var chosen = offers().stream().filter(item -> item.getText().equals(change)).findFirst().orElseThrow();
        onFx(() -> {
            chosen.fire();
            return true;
        });
    }

    /** Presses a button or link as soon as it is there. */
    final void fire(String id) {
        eventually("#" + id + " is there", () -> onFx(() -> find(id) != null));
        onFx(() -> {
            ((ButtonBase) find(id)).fire();
            return true;
        });
    }

    /** What can be done with what is selected. */
    final List<MenuItem> offers() {
        eventually("there is a menu", () -> onFx(() -> find("change-menu") != null));
        return onFx(() -> {
            var menu = (MenuButton) find("change-menu");
            menu.getOnShowing().handle(null);
            return List.copyOf(menu.getItems());
        });
    }

    void check(String id) {
        eventually("#" + id + " is there", () -> onFx(() -> find(id) != null));
        onFx(() -> {
            ((CheckBox) find(id)).setSelected(true);
            return true;
        });
    }

    void toggle(String id) {
        eventually("#" + id + " is there", () -> onFx(() -> find(id) != null));
        onFx(() -> {
            ((ToggleButton) find(id)).fire();
            return true;
        });
    }

    void type(String id, String text) {
        eventually("#" + id + " is there", () -> onFx(() -> find(id) != null));
        onFx(() -> {
            ((TextField) find(id)).setText(text);
            return true;
        });
    }

    /** Has the palette find something and do it. */
    final void call(String text) {
        press("shell", KeyCode.K, /* control= */ true);
        type("palette-field", text);
        press("palette-field", KeyCode.ENTER, /* control= */ false);
    }

    private void press(String id, KeyCode key, boolean control) {
        onFx(() -> {
            Event.fireEvent(find(id), new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, /* shiftDown= */ false, control,
                    /* altDown= */ false, /* metaDown= */ false));
            return true;
        });
    }

    /** Opens the form that launches something. */
    void beginLaunch() {
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        eventually("there is a button",
                () -> onFx(() -> find("pods-launch") != null && find("pods-launch").isVisible()));
        onFx(() -> {
            ((Button) find("pods-launch")).fire();
            return true;
        });
    }

    void press(String text) {
        eventually("there is a button “" + text + "”", () -> onFx(() -> button(text) != null));
        onFx(() -> {
            Objects.requireNonNull(button(text)).fire();
            return true;
        });
    }

    /** One that can be pressed. */
    final @Nullable Button button(String text) {
        return find("change").lookupAll(".button").stream().filter(Button.class::isInstance).map(Button.class::cast)
                .filter(button -> text.equals(button.getText()) && !button.isDisabled()).findFirst().orElse(null);
    }

    /** Draws the window to {@code target/gallery/} in both themes and two sizes. */
    final void draw(String name) throws Exception {
        for (var dressed : ColorTheme.values()) {
            for (var size : List.of(new int[] {1440, 900}, new int[] {1920, 1080})) {
                onFx(() -> {
                    var window = (Stage) rootPane.node().getScene().getWindow();
                    dressed.applyTo(rootPane.node().getScene());
                    window.setWidth(size[0]);
                    window.setHeight(size[1]);
                    return true;
                });
                WaitForAsyncUtils.waitForFxEvents();
                var image = onFx(() -> rootPane.node().getScene().snapshot(null));
                PngImageWriter.savePng(image, Path.of("target", "gallery",
                        "%s-%d-%s.png".formatted(name, size[0], dressed.name().toLowerCase(Locale.ROOT))));
            }
        }
    }
}
