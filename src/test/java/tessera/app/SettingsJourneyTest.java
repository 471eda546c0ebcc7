package tessera.app;

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
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.text.Font;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.crash.CrashReportWriter;
import tessera.app.platform.UserDirectories;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.SceneThemeBinder;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Somebody starts the program for the first time, and settles things to his liking. */
@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init")
class SettingsJourneyTest {

    @TempDir
    static Path home;

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private ClusterSelectionService clusterSelection;
    private WindowRootPane rootPane;
    private SceneThemeBinder wardrobe;
    private Stage stage;

    @Start
    void open(Stage opened) throws Exception {
        stage = opened;
        start();
    }

    private void start() throws Exception {
        var clock = Clock.system(ZoneId.of("UTC"));
        clusterSelection = ClusterSelectionService.start(new ProcessEnvironment(Map.of(), home, home, null),
                ApplicationSettingsService.readFrom(home.resolve("settings")),
                new StartupOptions("", false, 6, 1, List.of(), Optional.empty()), clock, Duration.ofMillis(50));
        ColorTheme.loadFonts();
        rootPane = new WindowRootPane(clusterSelection, clusterSelection.accelerators(), projector, clock, () -> {});
        var scene = new Scene(rootPane.node(), 1440, 900);
        wardrobe = new SceneThemeBinder(clusterSelection.preferences(), scene);
        stage.setScene(scene);
        stage.show();
    }

    @AfterEach
    void end() {
        stop();
        projector.shutdownNow();
    }

    private void stop() {
        onFx(() -> {
            wardrobe.close();
            rootPane.close();
            return true;
        });
        clusterSelection.close();
    }

    @Test
    void whoHasNoKubeconfigIsShownTheWayToTheDemoAndSettlesHowTheWindowLooks() throws Exception {
        eventuallySays("welcome", "No kubeconfig with a cluster found");
        eventuallySays("welcome", "does not exist");
        assertThat(clusterSelection.clusters().get().openContext()).as("nothing is opened that nobody asked for")
                .isEmpty();
        press("welcome-demo");
        eventuallySays("connection", "live");

        onFx(() -> {
            rootPane.goTo(ScreenDestination.SETTINGS);
            return true;
        });
        eventuallySays("settings", "Appearance");
        double usual = font("settings-way-contexts").getSize();
        press("settings-theme-light");
        press("settings-size-large");
        eventually("the window is light", () -> sheets().contains("light"));
        eventually("its text is larger", () -> font("settings-way-contexts").getSize() > usual);

        stop();
        onFx(() -> {
            start();
            return true;
        });
        assertThat(clusterSelection.layoutMemory().recall("started")).as("the next start opens a cluster by itself")
                .isPresent();
        assertThat(sheets()).contains("light");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.SETTINGS);
            return true;
        });
        eventually("the larger text is there again", () -> font("settings-way-contexts").getSize() > usual);
        press("settings-theme-dark");
        press("settings-size-normal");
        eventually("all is as it was", () -> sheets().contains("dark"));
    }

    @Test
    void whatIsWrongWithAKubeconfigIsToldOnce() throws Exception {
        var file = Files.writeString(home.resolve("damaged.yaml"), """
                kind: Config
                contexts: [{name: yard, context: {cluster: yard, user: yard}}]
                clusters: [{name: yard, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: yard, user: {token: none}}]
                """);
        var sound = Files.copy(file, home.resolve("damaged"));
        clusterSelection.contextSources().addFile(sound.toString());
        eventuallySays("welcome", sound.toString());
        clusterSelection.contextSources().addFile(file.toString());
        eventuallySays("welcome", "damaged.yaml");

        Files.writeString(file, "kind: [\n");
        eventually("it is told", () -> clusterSelection.clusters().get().problem().contains("damaged.yaml"));

        eventually("once, on the page", () -> words("welcome").split("damaged.yaml", -1).length == 2
                && words("welcome").contains(clusterSelection.clusters().get().problem()));
        assertThat(words("status-bar")).doesNotContain("damaged.yaml");
        assertThat(words("welcome")).as("a file whose path is the beginning of it").contains(sound + " | ");
        Files.delete(file);
    }

    @Test
    void aContextThatIsMadeReadOnlyRefusesChangesFromThatMomentOn() throws Exception {
        try (var cluster = SimulatedCluster
                .start(SimulationOptions.defaultOptions().withNodes(6).withActivity(false))) {
            var file = Files.writeString(home.resolve("lab.yaml"),
                    cluster.kubeconfig().replace("name: demo\n  context", "name: lab\n  context")
                            .replace("current-context: demo", "current-context: lab"));
            clusterSelection.contextSources().addFile(file.toString());
            eventuallySays("welcome", "lab");
            assertThat(clusterSelection.clusters().get().openContext()).isEmpty();
            eventuallySays("welcome", "current context");
            press("welcome-check-lab");
            eventuallySays("welcome-answer-lab", "Reachable: Kubernetes");
            press("welcome-open-lab");
            eventuallySays("connection", "live");
            warmth("alerts above 85 and 90 °C");
            onFx(() -> {
                rootPane.goTo(ScreenDestination.SETTINGS);
                return true;
            });
            press("settings-way-contexts");
            press("settings-kind-lab-production");
            eventually("a production cluster is locked",
                    () -> clusterSelection.clusters().get().access() == ClusterWriteAccessMode.READ_ONLY);
            eventuallySays("top-bar", "production");
            clusterSelection.setReadOnly(false);
            var planner = clusterSelection.clusterServices().planRunner();
            var node = clusterSelection.snapshots().get().nodes().getFirst().name();
            var preview = planner.preview(new NodeChangeIntent.CordonNodesIntent(TargetNodeSelection.of(node)));

            press("settings-readonly-lab");
            eventually("it is refused for good",
                    () -> clusterSelection.clusters().get().access() == ClusterWriteAccessMode.READ_ONLY_FOR_GOOD);
            var refusal = catchThrowableOfType(ProblemException.class, () -> planner.apply(preview)).problem();
            assertThat(refusal.kind()).isEqualTo(Problem.OperationProblemKind.READ_ONLY);
            setAThresholdAndGiveItBack();
        }
    }

    @Test
    void whatIsKnownOfADefectOfAnEarlierRunIsReadAndCopiedInTheSettings() throws Exception {
        new CrashReportWriter(UserDirectories.crashesFolder(Map.of(), home), Clock.systemUTC(), _ -> {}).report("main",
                new IllegalStateException("a tile without a node"));
        onFx(() -> {
            rootPane.goTo(ScreenDestination.SETTINGS);
            return true;
        });
        press("settings-way-reports");
        eventuallySays("settings-reports", "IllegalStateException: a tile without a node");

        press("settings-report-show");
        assertThat(onFx(() -> ((TextArea) find("settings-report-text")).getText())).contains("at tessera.app");
        press("settings-report-copy");
        assertThat(onFx(() -> Clipboard.getSystemClipboard().getString()))
                .isEqualTo(clusterSelection.crashReports().reports().getFirst().text());
    }

    private void setAThresholdAndGiveItBack() {
        press("settings-way-thresholds");
        onFx(() -> {
            var field = (TextField) find("settings-threshold-gpu-temperature-warning");
            field.setText("78");
            field.fireEvent(new ActionEvent());
            return true;
        });
        eventually("alerts are judged by it", () -> clusterSelection.alertRules().findRule("gpu-temperature-warning")
                .map(rule -> Objects.requireNonNull(rule.limit()).threshold()).orElse(0.0) == 78);
        warmth("alerts above 78 and 90 °C");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.SETTINGS);
            return true;
        });
        press("settings-default-gpu-temperature-warning");
        eventually("the default serves again", () -> onFx(
                () -> ((TextField) find("settings-threshold-gpu-temperature-warning")).getText().equals("85")));
    }

    /** Looks at how warm the fleet is, and at what the legend says of it. */
    private void warmth(String text) {
        onFx(() -> {
            rootPane.showFleet(HeatmapColorMode.TEMPERATURE);
            return true;
        });
        eventuallySays("fleet-scale", text);
    }

    private String sheets() {
        return onFx(() -> rootPane.node().getScene().getUserAgentStylesheet()).toLowerCase(Locale.ROOT);
    }

    private Font font(String id) {
        return onFx(() -> {
            rootPane.node().applyCss();
            return ((Labeled) find(id)).getFont();
        });
    }

    private Node find(String id) {
        return rootPane.node().lookup("#" + id);
    }

    private void press(String id) {
        eventually("#" + id + " is there", () -> onFx(() -> find(id) != null));
        onFx(() -> {
            ((ButtonBase) find(id)).fire();
            return true;
        });
    }

    private String words(String id) {
        return onFx(() -> {
            var part = find(id);
            return part == null ? ""
                    : Stream.concat(Stream.of(part), part.lookupAll("*").stream()).filter(Labeled.class::isInstance)
                            .map(labeled -> ((Labeled) labeled).getText())
                            .filter(text -> text != null && !text.isEmpty()).distinct()
                            .collect(Collectors.joining(" | "));
        });
    }

    private void eventuallySays(String id, String text) {
        eventually("#" + id + " says “" + text + "”, not “" + words(id) + "”", () -> words(id).contains(text));
    }

    private static void eventually(String subject, Callable<Boolean> condition) {
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, condition);
        } catch (TimeoutException late) {
            throw new AssertionError(subject + " did not come true", late);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }

    private static <T> T onFx(Callable<T> action) {
        return WaitForAsyncUtils.waitForAsyncFx(30_000, action);
    }
}
